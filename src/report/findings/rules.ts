import type { FindingSeverity } from "../report.ts";

/** The code of every finding, by report schema version 1; of those that say the same of one subject the most specific first. */
export const FINDING_CODES = [
  "vetoed_without_reason",
  "vetoed",
  "late_block",
  "failed_closed",
  "failed_open",
  "hook_failed",
  "hook_suppressed",
  "hook_near_miss",
  "hook_registered_never_ran",
  "hook_registered_twice",
  "same_command_two_sources",
  "workspace_untrusted",
  "skill_shadowed",
  "skill_ambiguous",
  "skill_skipped",
  "skill_hidden",
  "name_collision",
  "plugin_failed",
  "trust_expired",
  "tool_unavailable",
  "definition_changed",
  "provenance_failed",
  "signature_not_verified",
  "disable_matched_nothing",
  "disable_lapsed",
  "disable_not_honoured",
  "disable_refused",
  "admission_refused",
  "late_tool",
  "policy_abstained",
  "name_withheld",
  "missing_records",
  "no_record",
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** What a finding of one code is. */
export interface FindingRule {
  readonly code: FindingCode;
  readonly severity: FindingSeverity;
  /** When it is made, in a sentence. */
  readonly brief: string;
}

const TABLE: { readonly [C in FindingCode]: Omit<FindingRule, "code"> } = {
  vetoed_without_reason: { severity: "warning", brief: "A hook or policy blocked an action and gave no reason." },
  vetoed: { severity: "info", brief: "A hook or policy blocked an action." },
  late_block: { severity: "info", brief: "A PostToolUse hook blocked after the fact: the action had happened." },
  failed_closed: {
    severity: "warning",
    brief: "A hook that can block failed or timed out, and the action was blocked because of it: a broken guard, not a decision.",
  },
  failed_open: { severity: "error", brief: "A hook that can block failed or timed out, and the action went on." },
  hook_failed: {
    severity: "warning",
    brief: "A hook broke that cannot block, or of which no action is known that it let pass or stopped.",
  },
  hook_suppressed: {
    severity: "warning",
    brief: "A hook was kept from running: suppressed by a policy or mode, untrusted, or modified since it was trusted.",
  },
  hook_near_miss: {
    severity: "warning",
    brief: "A hook's matcher missed a tool that it nearly names: the same last part, another case, or the prefix of the tool's server.",
  },
  hook_registered_never_ran: {
    severity: "warning",
    brief: "A hook is active and calls that it matches were made, but no dispatch of it is recorded.",
  },
  hook_registered_twice: { severity: "warning", brief: "One hook of one file is registered by two routes within a run." },
  same_command_two_sources: { severity: "info", brief: "One command is registered by two sources within a run, and each of them runs it." },
  workspace_untrusted: { severity: "warning", brief: "The workspace is not trusted: one cause with all that is off because of it." },
  skill_shadowed: { severity: "warning", brief: "A skill is hidden by another copy of the same name." },
  skill_ambiguous: { severity: "warning", brief: "Two copies of a skill are active, and no winner is recorded." },
  skill_skipped: { severity: "warning", brief: "A skill was skipped for any other reason." },
  skill_hidden: { severity: "info", brief: "A skill is loaded but not visible to the model." },
  name_collision: { severity: "warning", brief: "Two extensions claim one name of a tool, command or skill." },
  plugin_failed: { severity: "error", brief: "A plugin failed or was refused." },
  trust_expired: { severity: "warning", brief: "The trust in an MCP server or tool had ended at the time of the event." },
  tool_unavailable: { severity: "warning", brief: "A tool is known and not offered, for another reason." },
  definition_changed: { severity: "error", brief: "A definition differs from the one that was approved or seen before." },
  provenance_failed: { severity: "error", brief: "The provenance of an extension was checked and does not hold." },
  signature_not_verified: { severity: "warning", brief: "An extension is signed, and nobody checked the signature or could." },
  disable_matched_nothing: { severity: "warning", brief: "A session disable matched nothing." },
  disable_lapsed: { severity: "error", brief: "What was disabled for the session was off, and became active again without being enabled." },
  disable_not_honoured: { severity: "error", brief: "What was disabled for the session was active or used, and never seen off." },
  disable_refused: { severity: "warning", brief: "A session disable was refused." },
  admission_refused: { severity: "error", brief: "A surface refused an extension." },
  late_tool: { severity: "error", brief: "An extension came with a tool after its surface was sealed." },
  policy_abstained: { severity: "warning", brief: "A policy gave no vote when a decision was made: a guard was down." },
  name_withheld: { severity: "info", brief: "An exporter wrote a placeholder instead of names." },
  missing_records: { severity: "warning", brief: "Records of an emitter are missing, by its sequence numbers." },
  no_record: { severity: "info", brief: "Nothing in the input says anything of what was asked: unknown, not absent." },
};

/** Every finding there is. `docs/findings.md` and the words that `explain check --fail-on` takes derive from this table. */
export const RULES: readonly FindingRule[] = FINDING_CODES.map((code) => ({ code, ...TABLE[code] }));

export function isFindingCode(code: string): code is FindingCode {
  return Object.hasOwn(TABLE, code);
}

export function severityOf(code: FindingCode): FindingSeverity {
  return TABLE[code].severity;
}
