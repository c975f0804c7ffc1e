import type { Context } from "../context.ts";
import { none, turnOn, type DisableHint } from "../disable-hint.ts";
import type { FactOf } from "../fact.ts";
import type { HONOURINGS } from "../facts.ts";
import type { DisableRow } from "../report.ts";
import { withTail } from "../tail.ts";

const HONOURED: Readonly<Record<(typeof HONOURINGS)[number], boolean | null>> = {
  honoured: true,
  lapsed: false,
  not_honoured: false,
  unknown: null,
};

/** One row a change: something was turned off or on again for the session, or that was refused. */
export function disables(context: Context): DisableRow[] {
  return context.timeline.of("disable").map((fact) => {
    const { activation: a } = fact;
    const own = {
      kind: a.target ?? null,
      name: a.targetName ?? null,
      state: a.state ?? null,
      accepted: a.accepted ?? null,
      matched: a.matched ?? null,
      honoured: HONOURED[context.honourings.of(fact).verdict],
      origin: a.origin ?? null,
      reason: a.reason ?? null,
      reason_code: a.reasonCode ?? null,
    };
    return context.rows.link<DisableRow>(withTail(own, fact, hint(fact)), fact);
  });
}

function hint({ activation: a }: FactOf<"disable">): DisableHint {
  if (a.accepted === false) return none("refused: it changed nothing");
  if (a.state !== "disabled" || a.target === undefined || a.targetName === undefined) return none("it turns something on");
  return none(turnOn(`${a.target}.${a.targetName}`));
}
