import type {
  DisableRow,
  HookFiredRow,
  HookRow,
  HookSkippedRow,
  McpServerRow,
  McpToolRow,
  PluginRow,
  PolicyRow,
  ProvenanceRow,
  SkillRow,
  SurfaceRow,
  TrustChangeRow,
} from "./report-rows.ts";

export type * from "./report-rows.ts";

/**
 * The ActivationReport, schema version 1: what `explain activation --format json` prints and every view renders.
 *
 * The type is the JSON. `null` means not known; `[]` means known to be none. `schema.ts` holds the same shape as a
 * zod schema, from which the shipped JSON Schema is made; the compiler and a test keep the two equal.
 */
export interface ActivationReport {
  readonly schema_version: "1";
  readonly sources: readonly ReportSource[];
  readonly session: ReportSession | null;
  readonly runs: readonly ReportRun[];
  readonly since_last_run: SinceLastRun | null;
  readonly question: Question;
  readonly hooks_fired: readonly HookFiredRow[] | null;
  readonly hooks_skipped: readonly HookSkippedRow[] | null;
  readonly hooks: readonly HookRow[] | null;
  readonly skills: readonly SkillRow[] | null;
  readonly plugins: readonly PluginRow[] | null;
  readonly mcp_servers: readonly McpServerRow[] | null;
  readonly mcp_tools: readonly McpToolRow[] | null;
  readonly trust_changes: readonly TrustChangeRow[] | null;
  readonly provenance: readonly ProvenanceRow[] | null;
  readonly policies: readonly PolicyRow[] | null;
  readonly surfaces: readonly SurfaceRow[] | null;
  readonly disables: readonly DisableRow[] | null;
  readonly findings: readonly Finding[];
  readonly completeness: Completeness;
  readonly warnings: readonly ReportWarning[];
}

/** The sections that hold rows. */
export const SECTIONS = [
  "hooks_fired",
  "hooks_skipped",
  "hooks",
  "skills",
  "plugins",
  "mcp_servers",
  "mcp_tools",
  "trust_changes",
  "provenance",
  "policies",
  "surfaces",
  "disables",
] as const;
export type Section = (typeof SECTIONS)[number];

export interface ReportSource {
  readonly name: string;
  readonly format: string;
  readonly spans: number;
  readonly activation_spans: number;
}

export interface ReportSession {
  readonly id: string;
  readonly agent: string | null;
  readonly mode: string | null;
  readonly workspace: string | null;
  readonly workspace_trusted: boolean | null;
  /** RFC 3339 in UTC, nine digits. */
  readonly started_at: string | null;
  readonly ended_at: string | null;
}

export interface ReportRun {
  readonly id: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
}

export interface SinceLastRun {
  readonly baseline: { readonly session: string; readonly run: string | null } | null;
  /** null without a baseline. */
  readonly changes: readonly Change[] | null;
}

export interface Change {
  /** `kind:name` */
  readonly item: string;
  readonly was: string;
  readonly now: string;
  readonly note: string | null;
}

/** What was asked. */
export interface Question {
  readonly tool: string | null;
  readonly skill: string | null;
  readonly hook: string | null;
  readonly plugin: string | null;
  readonly mcp: string | null;
  readonly command: string | null;
  readonly run: string | null;
}

export const FINDING_SEVERITIES = ["error", "warning", "info"] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

export interface Finding {
  readonly code: string;
  readonly severity: FindingSeverity;
  /** `kind:name` */
  readonly subject: string;
  readonly message: string;
  readonly evidence: readonly EvidenceRef[];
}

/** The span that states it, and where it was read. */
export interface EvidenceRef {
  readonly trace_id: string | null;
  readonly span_id: string | null;
  readonly source: string | null;
  readonly position: string | null;
}

export const COMPLETENESS_STATUSES = ["complete", "incomplete", "unknown"] as const;
export type CompletenessStatus = (typeof COMPLETENESS_STATUSES)[number];

export interface Completeness {
  readonly status: CompletenessStatus;
  readonly emitters: readonly EmitterCompleteness[];
  readonly dropped_attributes: number;
  /** null when the read was filtered. */
  readonly missing_parents: number | null;
  readonly duplicates_removed: number;
  readonly degraded: readonly { readonly section: string; readonly reason: string }[];
}

export interface EmitterCompleteness {
  readonly emitter: string;
  readonly session: string | null;
  /** null where its end is not in the input. */
  readonly expected: number | null;
  readonly seen: number;
  /** Ranges of sequence numbers: "4-6", or "4" for one. */
  readonly missing: readonly string[];
}

export interface ReportWarning {
  readonly code: string;
  readonly message: string;
  readonly source: string | null;
  readonly position: string | null;
}
