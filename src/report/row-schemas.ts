import { z } from "zod";
import type { ActivationReport, JsonValue, Section } from "./report.ts";
import { count, flag, integer, names, text, time, type Equal } from "./schema-parts.ts";

const json = z.json() as z.ZodType<JsonValue>;

const reason = {
  reason: text.describe("Why, as a plain sentence; null: not given, or not known"),
  reason_code: text.describe("Why, as a code"),
};

const level = z.string().describe("observed, inferred, declared, redacted or unknown");

const tail = {
  plugin: text.describe("The plugin that owns it"),
  source: z.object({ path: text, scope: text, real_path: text }).nullable().describe("Where it is declared"),
  digest: text,
  digest_expected: text.describe("The digest approved or seen before, where it differs"),
  rule: z.object({ name: text, path: text }).nullable().describe("The rule, policy or setting that decided"),
  disabled_by: text.describe("The session disable that acted, as kind.name"),
  disable: text.describe("The exact way to turn this off for the session; null with the reason in disable_note"),
  disable_note: text,
  evidence: level,
  evidence_fields: z.record(z.string(), level).nullable().describe("Fields of this row whose evidence differs from the row's"),
  name_redacted: flag.describe("The name is a placeholder that an exporter put in its place"),
  agent: text,
  session: text,
  run: text,
  at: time,
  duration_ms: z.number().nullable(),
  emitter: text,
  sequence: integer,
  trace_id: text,
  span_id: text,
  extra: z.record(z.string(), json).describe("Every attribute of the span that has no field"),
};

const hookFired = z.object({
  event: text,
  hook_name: text.describe("null where only a group is recorded: candidates are its members"),
  hook_key: text,
  target_tool: text,
  tool_call_id: text,
  decision: text.describe("ran, vetoed or asked: this hook's word on the action"),
  outcome: text.describe("completed, mutated, failed, timed_out or cancelled: what became of the hook"),
  fail_mode: text.describe("open or closed: what the host does when the hook fails"),
  timeout_ms: integer,
  attempt: integer,
  can_block: flag.describe("Whether it can block the action, where that differs from the rule of its event"),
  mutated: names.describe("Names of the arguments added, removed or changed"),
  matcher: text,
  matcher_syntax: text,
  ...reason,
  exit_code: integer,
  error_type: text,
  command: text,
  registered_via: text,
  candidates: names,
  ...tail,
});

const hookSkipped = z.object({
  event: text,
  hook_name: text,
  hook_key: text,
  target_tool: text,
  tool_call_id: text,
  matcher: text,
  matcher_syntax: text,
  ...reason,
  ...tail,
});

const hook = z.object({
  hook_name: text,
  hook_key: text,
  event: text,
  matcher: text,
  matcher_syntax: text,
  command: text,
  registered_via: text,
  can_block: flag,
  state: text,
  protected: flag,
  ...reason,
  runs: count,
  vetoes: count,
  failures: count,
  matching_calls: count.nullable().describe("Tool calls that its matcher selects; null where that cannot be told"),
  ...tail,
});

const skill = z.object({
  name: text,
  path: text,
  source_dir: text,
  status: text.describe("loaded or skipped; null where only its use is recorded"),
  ...reason,
  isolation: text,
  sandbox: text,
  routing_reason: text,
  fallback_available: flag,
  warnings: names,
  listed: flag.describe("Whether the model can see it"),
  shadowed_by: text,
  shadows: names,
  triggers: z.array(z.string()),
  uses: count,
  ...tail,
});

const pluginParts = z.object({ commands: names, agents: names, tools: names, hooks: names, skills: names, mcp_servers: names });

const plugin = z.object({
  name: text,
  type: text,
  version: text,
  status: text,
  stage: text.describe("Where it failed: install, manifest, load or register"),
  ...reason,
  error_type: text,
  manifest_path: text,
  enabled_via: text,
  registered: pluginParts,
  missing: pluginParts.describe("What it would have registered, had it not failed"),
  shadowed: pluginParts.describe("Names that it claimed and lost"),
  renamed: z.array(z.object({ from: z.string(), to: text })).nullable(),
  ...tail,
});

const mcpServer = z.object({
  server: text,
  status: text,
  transport: text,
  ...reason,
  error_type: text,
  revoke: text.describe("The lasting way to take its trust away, where one is known"),
  ...tail,
});

const mcpTool = z.object({
  server: text.describe("null: one of the agent's own tools"),
  tool: text.describe("The server's own name for it"),
  model_name: text.describe("The name that the model sees"),
  trusted: flag,
  allowed: flag,
  available: flag.describe("The verdict: whether the model is offered it"),
  expiry: text,
  cached: flag,
  ...reason,
  revoke: text,
  calls: count.describe("Calls made while this row was in force"),
  ...tail,
});

const trustChange = z.object({ server: text, tool: text, change: text, expiry: text, ...reason, ...tail });

const provenance = z.object({
  item: z.string().describe("kind:name"),
  signed: flag,
  verified: flag,
  signer: text,
  validation_errors: names,
  ...tail,
});

const vote = z.object({ policy: text, vote: text, ...reason, error_type: text, protected: flag, trace_id: text, span_id: text });

const policy = z.object({
  action: text,
  target_tool: text,
  tool_call_id: text,
  outcome: text.describe("What the votes came to: allow, deny or abstain"),
  enforcement: text.describe("What the enforcement point did: allow or deny"),
  ...reason,
  votes: z.array(vote),
  abstained: count,
  ...tail,
});

const diagnostic = z.object({
  extension: text,
  severity: text,
  refusal: flag,
  reason_code: text,
  detail: text,
  trace_id: text,
  span_id: text,
});

const surface = z.object({
  phase: text,
  status: text,
  ...reason,
  extensions: names,
  tools: names,
  diagnostics: z.array(diagnostic),
  ...tail,
});

const disable = z.object({
  kind: text,
  name: text,
  state: text,
  accepted: flag,
  matched: integer,
  honoured: flag.describe("Whether the target stayed off; null where nothing follows that would tell"),
  origin: text,
  ...reason,
  ...tail,
});

const schemas = {
  hooks_fired: hookFired,
  hooks_skipped: hookSkipped,
  hooks: hook,
  skills: skill,
  plugins: plugin,
  mcp_servers: mcpServer,
  mcp_tools: mcpTool,
  trust_changes: trustChange,
  provenance,
  policies: policy,
  surfaces: surface,
  disables: disable,
};

type Row<S extends Section> = NonNullable<ActivationReport[S]>[number];

/** A field that only one of the two has is an error here. */
const EQUAL: Equal<{ [S in Section]: z.output<(typeof schemas)[S]> }, { [S in Section]: Row<S> }> = true;
void EQUAL;

/** The shape of every section's rows. */
export const ROW_SCHEMAS: { readonly [S in Section]: z.ZodType<Row<S>> } = schemas;
