import { named } from "../wording.ts";
import type { ActivationReport } from "../report.ts";
import type { Part } from "./answer.ts";
import { claimsOn, pluginChain, type Claim } from "./owners.ts";
import { turnOff, turnOn } from "./remedies.ts";
import { skill } from "./skill.ts";

/** A slash command: which plugin has it, which one lost it, which one has it under another name; else the skill of that name. */
export function command(report: ActivationReport, asked: string): { readonly names: readonly string[]; readonly parts: readonly Part[] } {
  const name = asked.replace(/^\//, "");
  const claims = claimsOn(report, "commands", new Set([name]));
  if (claims.length === 0) return skill(report, name);
  const others = claims.flatMap(({ other }) => (other === null ? [] : [other]));
  return { names: [...new Set([name, ...others])], parts: claims.map((claim) => part(report, claim, claims.length > 1)) };
}

function part(report: ActivationReport, { row, how, other }: Claim, several: boolean): Part {
  const plugin = named(row.name ?? "*");
  const says = {
    registered: `the plugin ${plugin} registered it`,
    shadowed: `the plugin ${plugin} claimed it and lost it to another`,
    missing: `the plugin ${plugin} would have registered it`,
    renamed: `the plugin ${plugin} claimed it; the other name is ${named(other ?? "not recorded")}`,
  }[how];
  const has = how === "registered" || how === "renamed";
  return {
    about: several ? `the claim of the plugin ${plugin}` : null,
    verdict: has ? "active" : "not_active",
    chain: pluginChain(row, says),
    turn_off: turnOff(row),
    turn_on: turnOn(row, report),
  };
}
