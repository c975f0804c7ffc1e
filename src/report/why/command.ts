import type { ActivationReport } from "../report.ts";
import type { Part } from "./answer.ts";
import { claimParts, claimsOn } from "./owners.ts";
import { skill } from "./skill.ts";

/** A slash command: which plugin has it, which one lost it, which one has it under another name; else the skill of that name. */
export function command(report: ActivationReport, asked: string): { readonly names: readonly string[]; readonly parts: readonly Part[] } {
  const name = asked.replace(/^\//, "");
  const parts = claimParts(report, "commands", new Set([name]));
  if (parts.length === 0) return skill(report, name);
  const others = claimsOn(report, "commands", new Set([name])).flatMap(({ other }) => (other === null ? [] : [other]));
  return { names: [...new Set([name, ...others])], parts };
}
