import type { DisableKind, DisableOrigin } from "../activation/disable.ts";
import type { ReasonCode } from "../activation/reason-code.ts";

/** A change of what is off: asked for, and what came of it. */
export interface DisableChange {
  /** Undefined where a carrier asked for something that is no kind of ours. */
  readonly kind: DisableKind | undefined;
  /** The name or pattern; of what was not recognised, the words as they stood. */
  readonly name: string;
  readonly state: "disabled" | "enabled";
  readonly accepted: boolean;
  /** How many of the surfaces known at that time the change reaches; undefined where they are in other processes. */
  readonly matched: number | undefined;
  readonly origin: DisableOrigin;
  readonly reason?: string | undefined;
  readonly reasonCode?: ReasonCode | undefined;
  /** Names close to one that matched nothing. */
  readonly nearest: readonly string[];
}

/** One line that tells a person what came of a change. */
export function describeChange(change: DisableChange): string {
  const { kind, name, state, accepted, matched, reason, nearest } = change;
  const what = `${kind?.replace("_", " ") ?? "item"} ${JSON.stringify(name)}`;
  const near = nearest.length === 0 ? "" : `; did you mean ${nearest.join(", ")}?`;
  if (!accepted) return `${what} was not ${state}: ${reason ?? "refused"}${near}`;
  if (matched === 0) return `${what} is ${state} and matches nothing that is known${near}`;
  return `${what} is ${state} for this session${matched === undefined ? "" : ` (matches ${matched})`}`;
}
