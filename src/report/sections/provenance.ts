import type { ReadActivation } from "../../activation/activation.ts";
import type { Context } from "../context.ts";
import { none, type DisableHint } from "../disable-hint.ts";
import { equal } from "../equal.ts";
import type { Fact } from "../fact.ts";
import { itemName } from "../item-name.ts";
import type { ProvenanceRow } from "../report.ts";
import { itemKey, statementsOf } from "../statements.ts";
import { withTail } from "../tail.ts";

/** One row an extension of which some provenance is known. */
export function provenance(context: Context): ProvenanceRow[] {
  const facts = (context.timeline.facts as readonly Fact<ReadActivation>[]).filter(({ activation }) => speaksOfProvenance(activation));
  const statements = statementsOf(
    facts,
    ({ activation: a }) => itemKey(a.agent, itemName(a), a.sourcePath),
    (a, b) => sameProvenance(a.activation, b.activation),
  );
  return statements.map(({ fact }) => row(context, fact));
}

const PROPERTIES = ["provenanceSigned", "provenanceVerified", "provenanceSigner", "provenanceErrors"] as const;

function speaksOfProvenance(a: ReadActivation): boolean {
  return PROPERTIES.some((property) => a[property] !== undefined);
}

function sameProvenance(a: ReadActivation, b: ReadActivation): boolean {
  return PROPERTIES.every((property) => equal(a[property], b[property])) && a.digest === b.digest && a.digestExpected === b.digestExpected;
}

function row(context: Context, fact: Fact<ReadActivation>): ProvenanceRow {
  const { activation: a } = fact;
  const own = {
    item: itemName(a) ?? `${a.kind}:`,
    signed: a.provenanceSigned ?? null,
    verified: a.provenanceVerified ?? null,
    signer: a.provenanceSigner ?? null,
    validation_errors: a.provenanceErrors ?? null,
  };
  return context.rows.link<ProvenanceRow>(withTail(own, fact, hint(context, a)), fact);
}

function hint({ hints }: Context, a: ReadActivation): DisableHint {
  switch (a.kind) {
    case "hook":
    case "hook_registration":
      return hints.of("hook", a);
    case "skill":
    case "skill_use":
      return hints.of("skill", a);
    case "plugin":
      return hints.of("plugin", a);
    case "mcp_server":
      return hints.of("mcp_server", { ...a, name: a.server });
    case "mcp_tool":
    case "mcp_trust":
      return hints.of("mcp_tool", { ...a, name: a.tool });
    case "session":
    case "run":
    case "policy":
    case "surface":
    case "diagnostic":
    case "disable":
    case "unknown":
      return none("not an extension that a session can turn off");
    default:
      return a satisfies never;
  }
}
