import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { InMemorySpanExporter, type ReadableSpan } from "@opentelemetry/sdk-trace-node";
import { startSession } from "../../src/sdk.ts";
import type { Session } from "../../src/index.ts";

export interface RecordedDemo {
  readonly session: Session;
  /** Every span of it, as the SDK had them in memory. */
  readonly spans: readonly ReadableSpan[];
  /** The folder of its journal. */
  readonly journal: string;
}

/**
 * A session of two runs with every kind of fact, written by the library, into its journal, into memory and to every
 * OTLP address given; the first of them through the set-up that `OTEL_EXPORTER_OTLP_ENDPOINT` makes.
 */
export async function recordDemoSession(journal: string, urls: readonly string[]): Promise<RecordedDemo> {
  const memory = new InMemorySpanExporter();
  const [first, ...others] = urls;
  const exporters = others.map((url) => new OTLPTraceExporter({ url: `${url}/v1/traces`, concurrencyLimit: 1000 }));
  if (first !== undefined) process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = first;
  const recorded = startSession({
    agent: "demo-agent",
    mode: "interactive",
    workspace: { path: "~/project", trusted: true },
    journal,
    otlp: first !== undefined,
    exporters: [memory, ...exporters],
    onWarning: (code, message) => {
      throw new Error(`${code}: ${message}`);
    },
  });
  writeFacts(recorded);
  const { session, provider, recorder } = recorded;
  recorder.endSession();
  if (!(await provider.flush(20_000))) throw new Error("not every span was sent within 20 s");
  const spans = memory.getFinishedSpans();
  await provider.shutdown();
  return { session, spans, journal };
}

function writeFacts({ session, recorder }: ReturnType<typeof startSession>): void {
  recorder.startRun("r-1");
  recorder.hookRegistration({
    name: "guard-shell",
    reasonCode: "always_active",
    sourcePath: ".agent/settings.json",
    sourceScope: "project",
    event: "PreToolUse",
    matcher: "shell.exec",
    matcherSyntax: "exact",
    command: "guard --strict",
    registeredVia: "settings",
    state: "active",
    protected: true,
  });
  recorder.hookRegistration({ name: "audit", reasonCode: "matched", event: "PreToolUse", matcherSyntax: "all", state: "active" });
  recorder.hookRegistration({ name: "lint", reasonCode: "workspace_untrusted", event: "PostToolUse", state: "untrusted" });
  recorder.plugin({
    name: "acme-tools",
    reasonCode: "selected_explicitly",
    reason: "named in the settings, \u201cacme, tools\u201d",
    type: "bundle",
    version: "1.4.0",
    status: "registered",
    manifestPath: "plugins/acme/plugin.json",
    registeredCommands: ["ship", "a, b"],
    registeredAgents: [],
    registeredTools: ["deploy"],
    registeredHooks: [],
    registeredSkills: ["release-notes"],
    registeredMcpServers: [],
    renamedFrom: ["chat"],
    renamedTo: ["chat1"],
    provenanceSigned: true,
    provenanceVerified: false,
    provenanceSigner: "acme",
    provenanceErrors: ["the digest of SKILL.md differs", "the signature is older than the key"],
    digest: `sha256:${"a".repeat(64)}`,
    digestExpected: `sha256:${"b".repeat(64)}`,
  });
  recorder.plugin({
    name: "broken",
    reasonCode: "invalid_manifest",
    reason: "line 3: no name",
    status: "failed",
    stage: "manifest",
    missingCommands: ["brew"],
    errorType: "SyntaxError",
  });
  recorder.skill({
    name: "release-notes",
    reasonCode: "first_in_search_order",
    status: "loaded",
    sourceDir: ".agent/skills",
    listed: true,
    isolation: "docker",
    sandbox: "none",
    routingReason: "docker is not there",
    fallbackAvailable: true,
    warnings: ["no version"],
    shadows: ["~/.agent/skills/release-notes/SKILL.md"],
    plugin: "acme-tools",
  });
  recorder.skill({ name: "old", reasonCode: "invalid_frontmatter", reason: "no name", status: "skipped", warnings: [] });
  recorder.mcpServer({ server: "issues", status: "connected", transport: "stdio", reasonCode: "selected_explicitly" });
  recorder.mcpTool({
    server: "issues",
    tool: "create_issue",
    toolName: "mcp__issues__create_issue",
    trusted: true,
    allowed: true,
    available: false,
    expiresAt: "2025-08-31T00:00:00Z",
    reasonCode: "trust_expired",
    reason: "trust expired 2025-08-31",
  });
  recorder.mcpTool({
    server: "issues",
    tool: "list",
    toolName: "mcp__issues__list",
    trusted: true,
    allowed: true,
    available: true,
    reasonCode: "matched",
  });
  recorder.mcpTrust({ server: "issues", change: "revoked", reasonCode: "modified_since_trusted", reason: "the definition changed" });

  const seal = recorder.begin("surface");
  recorder.diagnostic(
    { name: "late", severity: "ERROR", refusal: false, reasonCode: "late_tool", reason: "registered after the seal" },
    { context: seal.context },
  );
  seal.end({ phase: "seal", status: "sealed", extensions: ["acme-tools"], tools: [], reasonCode: "sealed" });
  recorder.inventoried(["hook_registration", "plugin", "skill", "mcp_server", "mcp_tool"]);

  const call = recorder.beginToolCall({ toolName: "shell.exec", toolCallId: "call_1" });
  const within = { context: call.context };
  const decision = recorder.begin("policy", within);
  for (const [name, vote] of [
    ["no-root", "deny"],
    ["budget", "abstain"],
  ] as const) {
    recorder.policy(
      { name, action: "tool:shell.exec", vote, reasonCode: vote === "deny" ? "denied_by_policy" : "policy_raised" },
      { context: decision.context },
    );
  }
  decision.end({
    action: "tool:shell.exec",
    outcome: "deny",
    enforcement: "deny",
    toolName: "shell.exec",
    toolCallId: "call_1",
    reasonCode: "denied_by_policy",
    reason: "runs as root",
  });
  const target = { toolName: "shell.exec", toolCallId: "call_1", event: "PreToolUse" };
  recorder.hook(
    {
      ...target,
      name: "guard-shell",
      decision: "vetoed",
      outcome: "completed",
      exitCode: 2,
      timeoutMs: 5000,
      reason: "writes outside the workspace",
    },
    within,
  );
  recorder.hook({ ...target, name: "audit", decision: "ran", outcome: "mutated", mutated: ["cwd", "env"] }, within);
  recorder.hook(
    { ...target, name: "lint", decision: "skipped", reasonCode: "not_matched", matcher: "Write", matcherSyntax: "exact" },
    within,
  );
  recorder.hook(
    {
      ...target,
      event: "PostToolUse",
      name: "notify",
      decision: "ran",
      outcome: "failed",
      failMode: "open",
      errorType: "ENOENT",
      reason: "no such program: notify\u001b[31m",
    },
    within,
  );
  call.end("denied");
  recorder.endRun();

  recorder.startRun("r-2");
  session.disable({ kind: "skill", name: "release-notes" });
  session.disable({ kind: "hook", name: "guard-shell" });
  recorder.skill({ name: "release-notes", reasonCode: "disabled_for_session", status: "skipped", disabledBy: "skill.release-notes" });
  session.enable({ kind: "skill", name: "release-notes" });
  recorder.skillUse({ name: "release-notes", reasonCode: "selected_by_model", trigger: "implicit" });
  recorder.beginToolCall({ toolName: "mcp__issues__list", toolCallId: "call_2", server: "issues" }).end();
  recorder.endRun();
}
