import type { ReasonCode } from "../../activation/reason-code.ts";
import { isWithheld, UNTRUSTED } from "../workspace-trust.ts";
import type { SkillCandidate } from "./candidate.ts";
import type { ProvenanceCheck } from "./provenance.ts";
import { routeSkill, type Route, type RouterOptions } from "./router.ts";

export interface ProvenancePolicy {
  /** What a skill has to have: `nothing` (the default), digests that hold, or a signature that was checked as well. */
  readonly require?: "nothing" | "digests" | "signature" | undefined;
  /** What becomes of a skill whose provenance fails: not loaded (the default), or loaded with warnings. */
  readonly onFailure?: "skip" | "warn" | undefined;
}

export interface SelectionOptions {
  readonly router?: RouterOptions | undefined;
  readonly provenance?: ProvenancePolicy | undefined;
  /** How many characters all descriptions together may take in the prompt. Default: 16,000. A skill beyond is loaded and not listed. */
  readonly listingLimit?: number | undefined;
}

/** A candidate, and what was decided of it. */
export interface SelectedSkill {
  readonly candidate: SkillCandidate;
  readonly status: "loaded" | "skipped";
  readonly reason: string;
  readonly reasonCode: ReasonCode;
  readonly route?: Route | undefined;
  readonly listed: boolean;
  readonly warnings: readonly string[];
  /** The file that has its name. */
  readonly shadowedBy?: string | undefined;
  /** The files whose name it has. */
  readonly shadows: readonly string[];
}

interface Verdict extends Pick<SelectedSkill, "status" | "reason" | "reasonCode"> {
  readonly route?: Route | undefined;
  readonly shadowedBy?: string | undefined;
  readonly warnings?: readonly string[] | undefined;
}

const DEFAULT_LISTING_LIMIT = 16_000;

/** Decides which candidates are loaded. They come in search order: of one name, the first that can be loaded has it. */
export function selectSkills(
  candidates: readonly SkillCandidate[],
  options: SelectionOptions = {},
  workspace: { readonly trusted?: boolean | undefined } = {},
): readonly SelectedSkill[] {
  const owners = new Map<string, SkillCandidate>();
  const shadows = new Map<SkillCandidate, string[]>();
  const judged = candidates.map((candidate) => {
    const verdict: Verdict = isWithheld(candidate.directory.scope, workspace)
      ? { status: "skipped", ...UNTRUSTED }
      : judge(candidate, owners, options);
    if (verdict.status === "loaded") owners.set(candidate.name, candidate);
    const owner = verdict.reasonCode === "shadowed" ? owners.get(candidate.name) : undefined;
    if (owner !== undefined) shadows.set(owner, [...(shadows.get(owner) ?? []), candidate.path]);
    return { candidate, verdict };
  });
  let room = options.listingLimit ?? DEFAULT_LISTING_LIMIT;
  return judged.map(({ candidate, verdict }) => {
    const own = shadows.get(candidate) ?? [];
    const warnings = verdict.warnings ?? candidate.warnings;
    const skill = { candidate, ...verdict, warnings, listed: false, shadows: own };
    if (verdict.status === "skipped") return skill;
    if (candidate.frontmatter?.listed === false) return { ...skill, reason: `${verdict.reason}; it asks to be kept from the model` };
    const length = candidate.name.length + (candidate.frontmatter?.description.length ?? 0);
    if (length > room)
      return { ...skill, reason: "the descriptions of the skills before it fill the room in the prompt", reasonCode: "over_budget" };
    room -= length;
    if (own.length > 0)
      return { ...skill, listed: true, reason: "the first of its name in the search order", reasonCode: "first_in_search_order" };
    return { ...skill, listed: true };
  });
}

function judge(candidate: SkillCandidate, owners: ReadonlyMap<string, SkillCandidate>, options: SelectionOptions): Verdict {
  const { fault, directory, frontmatter } = candidate;
  if (fault !== undefined) return { status: "skipped", reason: fault.reason, reasonCode: fault.reasonCode };
  const errors = provenanceErrors(candidate.provenance, options.provenance);
  const warned = [...candidate.warnings, ...errors];
  if (errors.length > 0 && options.provenance?.onFailure !== "warn") {
    return { status: "skipped", reason: errors.join("; "), reasonCode: "provenance_failed" };
  }
  const route = routeSkill(frontmatter?.metadata.get("isolation") ?? "none", options.router);
  if (route.sandbox === undefined) return { status: "skipped", reason: route.reason, reasonCode: "feature_off", route, warnings: warned };
  const owner = owners.get(candidate.name);
  if (owner !== undefined) {
    const reason = `${whose(owner)} comes first in the search order`;
    return { status: "skipped", reason, reasonCode: "shadowed", shadowedBy: owner.path, route, warnings: warned };
  }
  const where = directory.plugin === undefined ? `the skills of scope ${directory.scope}` : `the skills of the plugin ${directory.plugin}`;
  return { status: "loaded", reason: `found in ${where}`, reasonCode: "always_active", route, warnings: warned };
}

function whose({ directory }: SkillCandidate): string {
  return directory.plugin === undefined ? `the copy of scope ${directory.scope}` : `the copy of the plugin ${directory.plugin}`;
}

function provenanceErrors(check: ProvenanceCheck | undefined, policy: ProvenancePolicy | undefined): readonly string[] {
  const wanted = policy?.require ?? "nothing";
  if (check === undefined) return wanted === "nothing" ? [] : ["it has no provenance.json, and the host requires one"];
  if (wanted !== "signature" || check.verified === true || check.errors.length > 0) return check.errors;
  if (!check.signed) return ["it is not signed, and the host requires a signature"];
  return [`its signature cannot be checked: the host has no key of ${check.signer}`];
}
