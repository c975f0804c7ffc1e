/*
 * The rows of an ActivationReport: what every section holds. The type is the JSON. `null` means not known.
 */

/** The tail of every row that comes from a span. */
export interface RowTail {
  /** The plugin that owns it. */
  readonly plugin: string | null;
  readonly source: { readonly path: string | null; readonly scope: string | null; readonly real_path: string | null } | null;
  readonly digest: string | null;
  readonly digest_expected: string | null;
  readonly rule: { readonly name: string | null; readonly path: string | null } | null;
  /** The session disable that acted, as `kind.name`. */
  readonly disabled_by: string | null;
  /** The exact way to turn this off for the session; null with the reason in `disable_note`. */
  readonly disable: string | null;
  readonly disable_note: string | null;
  readonly evidence: EvidenceLevel;
  /** Fields of this row whose evidence differs from the row's. */
  readonly evidence_fields: { readonly [field: string]: EvidenceLevel } | null;
  readonly name_redacted: boolean | null;
  readonly agent: string | null;
  readonly session: string | null;
  readonly run: string | null;
  readonly at: string | null;
  readonly duration_ms: number | null;
  readonly emitter: string | null;
  readonly sequence: number | null;
  readonly trace_id: string | null;
  readonly span_id: string | null;
  /** Every attribute of the span that has no field. */
  readonly extra: { readonly [attribute: string]: JsonValue };
}

export type EvidenceLevel = "observed" | "inferred" | "declared" | "redacted" | "unknown" | (string & {});

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export interface HookFiredRow extends RowTail {
  readonly event: string | null;
  readonly hook_name: string | null;
  readonly hook_key: string | null;
  readonly target_tool: string | null;
  readonly tool_call_id: string | null;
  readonly decision: string | null;
  readonly outcome: string | null;
  readonly fail_mode: string | null;
  readonly timeout_ms: number | null;
  readonly attempt: number | null;
  readonly can_block: boolean | null;
  readonly mutated: readonly string[] | null;
  readonly matcher: string | null;
  readonly matcher_syntax: string | null;
  readonly reason: string | null;
  readonly reason_code: string | null;
  readonly exit_code: number | null;
  readonly error_type: string | null;
  readonly command: string | null;
  readonly registered_via: string | null;
  readonly candidates: readonly string[] | null;
}

export interface HookSkippedRow extends RowTail {
  readonly event: string | null;
  readonly hook_name: string | null;
  readonly hook_key: string | null;
  readonly target_tool: string | null;
  readonly tool_call_id: string | null;
  readonly matcher: string | null;
  readonly matcher_syntax: string | null;
  readonly reason: string | null;
  readonly reason_code: string | null;
}

export interface HookRow extends RowTail {
  readonly hook_name: string | null;
  readonly hook_key: string | null;
  readonly event: string | null;
  readonly matcher: string | null;
  readonly matcher_syntax: string | null;
  readonly command: string | null;
  readonly registered_via: string | null;
  /** Whether it can block the action, where that differs from the rule of its event. */
  readonly can_block: boolean | null;
  readonly state: string | null;
  readonly protected: boolean | null;
  readonly reason: string | null;
  readonly reason_code: string | null;
  readonly runs: number;
  readonly vetoes: number;
  readonly failures: number;
  /** Tool calls that its matcher selects; null where that cannot be told. */
  readonly matching_calls: number | null;
}

export interface SkillRow extends RowTail {
  readonly name: string | null;
  readonly path: string | null;
  readonly source_dir: string | null;
  readonly status: string | null;
  readonly reason: string | null;
  readonly reason_code: string | null;
  readonly isolation: string | null;
  readonly sandbox: string | null;
  readonly routing_reason: string | null;
  readonly fallback_available: boolean | null;
  readonly warnings: readonly string[] | null;
  readonly listed: boolean | null;
  readonly shadowed_by: string | null;
  readonly shadows: readonly string[] | null;
  readonly triggers: readonly string[];
  readonly uses: number;
}

/** Names by what a plugin can bring; a list is null where nothing was said of it. */
export interface PluginParts {
  readonly commands: readonly string[] | null;
  readonly agents: readonly string[] | null;
  readonly tools: readonly string[] | null;
  readonly hooks: readonly string[] | null;
  readonly skills: readonly string[] | null;
  readonly mcp_servers: readonly string[] | null;
}

export interface PluginRow extends RowTail {
  readonly name: string | null;
  readonly type: string | null;
  readonly version: string | null;
  readonly status: string | null;
  readonly stage: string | null;
  readonly reason: string | null;
  readonly reason_code: string | null;
  readonly error_type: string | null;
  readonly manifest_path: string | null;
  readonly enabled_via: string | null;
  readonly registered: PluginParts;
  readonly missing: PluginParts;
  readonly shadowed: PluginParts;
  readonly renamed: readonly { readonly from: string; readonly to: string | null }[] | null;
}

export interface McpServerRow extends RowTail {
  readonly server: string | null;
  readonly status: string | null;
  readonly transport: string | null;
  readonly reason: string | null;
  readonly reason_code: string | null;
  readonly error_type: string | null;
  /** The lasting way to take its trust away, where one is known. */
  readonly revoke: string | null;
}

export interface McpToolRow extends RowTail {
  /** null: one of the agent's own tools, where an extension or setting decides on it. */
  readonly server: string | null;
  readonly tool: string | null;
  readonly model_name: string | null;
  readonly trusted: boolean | null;
  readonly allowed: boolean | null;
  readonly available: boolean | null;
  readonly expiry: string | null;
  readonly cached: boolean | null;
  readonly reason: string | null;
  readonly reason_code: string | null;
  readonly revoke: string | null;
  /** Calls made while this row was in force. */
  readonly calls: number;
}

export interface TrustChangeRow extends RowTail {
  readonly server: string | null;
  readonly tool: string | null;
  readonly change: string | null;
  readonly expiry: string | null;
  readonly reason: string | null;
  readonly reason_code: string | null;
}

export interface ProvenanceRow extends RowTail {
  /** `kind:name` */
  readonly item: string;
  readonly signed: boolean | null;
  readonly verified: boolean | null;
  readonly signer: string | null;
  readonly validation_errors: readonly string[] | null;
}

export interface PolicyRow extends RowTail {
  readonly action: string | null;
  readonly target_tool: string | null;
  readonly tool_call_id: string | null;
  readonly outcome: string | null;
  readonly enforcement: string | null;
  readonly reason: string | null;
  readonly reason_code: string | null;
  readonly votes: readonly PolicyVoteRow[];
  /** How many policies abstained. */
  readonly abstained: number;
}

export interface PolicyVoteRow {
  readonly policy: string | null;
  readonly vote: string | null;
  readonly reason: string | null;
  readonly reason_code: string | null;
  readonly error_type: string | null;
  readonly protected: boolean | null;
  readonly trace_id: string | null;
  readonly span_id: string | null;
}

export interface SurfaceRow extends RowTail {
  readonly phase: string | null;
  readonly status: string | null;
  readonly reason: string | null;
  readonly reason_code: string | null;
  readonly extensions: readonly string[] | null;
  readonly tools: readonly string[] | null;
  readonly diagnostics: readonly DiagnosticRow[];
}

export interface DiagnosticRow {
  readonly extension: string | null;
  readonly severity: string | null;
  readonly refusal: boolean | null;
  readonly reason_code: string | null;
  readonly detail: string | null;
  readonly trace_id: string | null;
  readonly span_id: string | null;
}

export interface DisableRow extends RowTail {
  readonly kind: string | null;
  readonly name: string | null;
  readonly state: string | null;
  readonly accepted: boolean | null;
  readonly matched: number | null;
  /** true, false, or null when nothing follows that would tell. */
  readonly honoured: boolean | null;
  readonly origin: string | null;
  readonly reason: string | null;
  readonly reason_code: string | null;
}
