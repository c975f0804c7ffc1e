import { complain } from "./complain.ts";
import type { HookVerdict } from "./verdict.ts";

/** What `judge` says of it; where it says nothing, or throws, what can be seen from outside. */
export function verdictOn<T>(
  settled: PromiseSettledResult<T>,
  judge: ((settled: PromiseSettledResult<T>) => HookVerdict) | undefined,
): HookVerdict {
  try {
    return judge?.(settled) ?? plainVerdict(settled);
  } catch (error) {
    complain("the verdict on a hook cannot be had", error);
    return settled.status === "fulfilled"
      ? { decision: "ran", outcome: "completed" }
      : { decision: "ran", outcome: "failed", errorType: "unknown" };
  }
}

function plainVerdict(settled: PromiseSettledResult<unknown>): HookVerdict {
  if (settled.status === "fulfilled") return { decision: "ran", outcome: "completed" };
  const error: unknown = settled.reason;
  return {
    decision: "ran",
    outcome: "failed",
    errorType: error instanceof Error ? error.name : "unknown",
    reason: error instanceof Error ? error.message : undefined,
  };
}
