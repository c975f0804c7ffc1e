import type { CompletenessStatus, EvidenceLevel, Finding, Section } from "../report.ts";

/** What can be asked of: a tool, skill, hook, plugin, MCP server or slash command. */
export const ASKED_KINDS = ["tool", "skill", "hook", "plugin", "mcp", "command"] as const;
export type AskedKind = (typeof ASKED_KINDS)[number];

export interface Subject {
  readonly kind: AskedKind;
  /** As it was asked: any name by which the thing is known; for `mcp` a server, or `server/tool`. */
  readonly name: string;
}

/**
 * `active`: it is there, or it ran. `not_active`: it is known and is not, or did not. `mixed`: it differs by agent, copy or
 * registration. `unclear`: something is recorded of it, but not whether it is active. `no_record`: nothing is recorded,
 * which is unknown and not absent.
 */
export const VERDICTS = ["active", "not_active", "mixed", "unclear", "no_record"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What a link is to the one before it. */
export const RELATIONS = [
  "state",
  "decided_by",
  "disabled_by",
  "blocked_by",
  "ran",
  "used",
  "matched",
  "missed",
  "trusted_by",
  "served_by",
  "registered_by",
  "enabled_by",
  "replaced_by",
  "replaces",
  "brought",
  "declared_in",
  "changed",
] as const;
export type Relation = (typeof RELATIONS)[number];

/** One link of a chain: a plain sentence, and what it rests on. */
export interface Link {
  readonly relation: Relation;
  readonly sentence: string;
  /** false: the chain goes on here in reality, but the trace does not say how. */
  readonly recorded: boolean;
  /** The file that states or decides it. */
  readonly file: FilePlace | null;
  /** How it is known; null where it is not recorded. */
  readonly evidence: EvidenceLevel | null;
  readonly trace_id: string | null;
  readonly span_id: string | null;
  /** RFC 3339 in UTC, nine digits. */
  readonly at: string | null;
}

export interface FilePlace {
  readonly path: string;
  /** The same file behind links, where it differs. */
  readonly real_path: string | null;
  /** The place in the file as the agent names it ("PreToolUse:0:0", "line 3"); null where it is not recorded. */
  readonly position: string | null;
}

/** The answer for one registration, copy, agent or kind of event, the most direct cause first. */
export interface Part {
  /** What this part is about, where there are several: "for the agent main", "the copy in …"; null for the only one. */
  readonly about: string | null;
  readonly verdict: Exclude<Verdict, "mixed" | "no_record">;
  readonly chain: readonly Link[];
  readonly turn_off: Way;
  readonly turn_on: Way;
  /** The part is about what became of calls of a tool, and not about the tool's being there. */
  readonly of_calls?: true;
}

/** How to turn something off or on: a command or flag to be copied, a sentence where there is none, or neither. */
export interface Way {
  readonly command: string | null;
  readonly note: string | null;
}

/** Why something is active, or why it is not. Plain data; a view prints it. */
export interface Answer {
  readonly subject: Subject;
  readonly verdict: Verdict;
  /** The answer in one sentence. */
  readonly sentence: string;
  /** Every name by which the report knows it; empty where nothing is recorded. */
  readonly names: readonly string[];
  readonly parts: readonly Part[];
  /** The findings about it, most serious first. */
  readonly findings: readonly Finding[];
  readonly searched: Searched;
  /** Recorded names that are near the one asked for, where nothing is recorded of it. */
  readonly near: readonly string[];
}

/** What the answer was looked for in. */
export interface Searched {
  readonly session: string | null;
  readonly sources: readonly { readonly name: string; readonly activation_spans: number }[];
  /** Rows by section; null where nothing in the input speaks of that kind at all. */
  readonly sections: readonly { readonly section: Section; readonly rows: number | null }[];
  readonly completeness: CompletenessStatus;
}
