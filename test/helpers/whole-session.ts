import type { ActivationReport } from "../../src/reader.ts";
import type { RecordedSession } from "../../src/sdk.ts";

/** A little of every kind, in two runs, with a failure, a veto, a disable and a name that needs care. */
export function actLittleOfAll({ session, recorder }: RecordedSession): void {
  session.disable({ kind: "skill", name: "draft*" }, { origin: "flag" });
  const guard = {
    name: "guard",
    event: "PreToolUse",
    matcher: "Bash|Write",
    matcherSyntax: "list",
    sourcePath: ".agent/settings.json",
    sourceScope: "project",
  } as const;
  recorder.hookRegistration({
    ...guard,
    state: "active",
    reasonCode: "always_active",
    reason: "declared in the settings",
    registeredVia: "settings",
  });
  recorder.skill({
    name: "notes",
    status: "loaded",
    reasonCode: "first_in_search_order",
    sourcePath: ".agents/skills/notes/SKILL.md",
    listed: true,
    shadows: [],
    warnings: [],
  });
  recorder.skill({
    name: "drafts",
    status: "skipped",
    reasonCode: "disabled_for_session",
    reason: "disabled for this session",
    disabledBy: "skill.draft*",
    shadows: [],
    warnings: ["odd\u001b[31m"],
  });
  recorder.plugin({
    name: "acme",
    status: "registered",
    reasonCode: "always_active",
    reason: "enabled",
    manifestPath: "acme/plugin.json",
    registeredCommands: ["ship"],
    registeredTools: ["deploy"],
    provenanceSigned: true,
    provenanceVerified: false,
    provenanceErrors: ["no such key", "too old"],
  });
  recorder.mcpServer({
    server: "issues",
    status: "connected",
    transport: "stdio",
    reasonCode: "always_active",
    reason: "enabled in the settings",
  });
  recorder.mcpTrust({
    server: "issues",
    tool: "create",
    change: "approved",
    expiresAt: "2030-01-01T00:00:00Z",
    reasonCode: "selected_explicitly",
    reason: "approved",
  });
  recorder.mcpTool({
    server: "issues",
    tool: "create",
    toolName: "mcp__issues__create",
    available: true,
    trusted: true,
    allowed: true,
    reasonCode: "selected_explicitly",
    reason: "approved",
  });
  recorder.surface({
    phase: "seal",
    status: "sealed",
    extensions: ["acme"],
    tools: ["deploy"],
    reasonCode: "sealed",
    reason: "every extension was admitted",
  });
  recorder.inventoried(["hook_registration", "skill", "plugin", "mcp_server", "mcp_tool"]);
  for (const run of ["r-1", "r-2"]) {
    recorder.startRun(run);
    const call = recorder.beginToolCall({ toolName: "Bash", toolCallId: `${run}-1` });
    const inside = { context: call.context };
    recorder.hook(
      {
        ...guard,
        decision: run === "r-1" ? "ran" : "vetoed",
        outcome: run === "r-1" ? "mutated" : "completed",
        mutated: run === "r-1" ? ["command"] : [],
        reason: run === "r-1" ? undefined : "not on a Friday",
        toolName: "Bash",
        toolCallId: `${run}-1`,
      },
      inside,
    );
    const decision = recorder.begin("policy", inside);
    recorder.policy(
      {
        name: "no-root",
        action: "tool:Bash",
        vote: "abstain",
        reasonCode: "policy_raised",
        reason: "it raised",
        errorType: "Error",
        toolName: "Bash",
      },
      { context: decision.context },
    );
    decision.end({
      action: "tool:Bash",
      outcome: "abstain",
      enforcement: "deny",
      reasonCode: "denied_on_abstention",
      reason: "nobody said yes",
      toolName: "Bash",
      toolCallId: `${run}-1`,
    });
    call.end(run === "r-1" ? "timeout" : undefined);
    recorder.skillUse({ name: "notes", trigger: "implicit", reasonCode: "selected_by_model", reason: "chosen by the model" });
    recorder.beginToolCall({ toolName: "mcp__issues__create", toolCallId: `${run}-2`, server: "issues" }).end();
    recorder.endRun();
  }
  session.enable({ kind: "skill", name: "draft*" });
}

/** What no two sources can have in common: their own names, and where in them a fact stands. */
export function withoutSources(report: ActivationReport): unknown {
  const findings = report.findings.map((finding) => ({
    ...finding,
    evidence: finding.evidence.map(({ trace_id, span_id }) => ({ trace_id, span_id })),
  }));
  return { ...report, findings, sources: undefined };
}
