import type {
  ActivationReport,
  Finding,
  HookFiredRow,
  HookRow,
  HookSkippedRow,
  McpServerRow,
  McpToolRow,
  PluginParts,
  PluginRow,
  RowTail,
  SkillRow,
} from "../../src/report/report.ts";
import type { Answer, Link, Way } from "../../src/report/why/index.ts";

export function report(parts: Partial<ActivationReport>): ActivationReport {
  return {
    schema_version: "1",
    sources: [{ name: "traces.jsonl", format: "otlp-json", spans: 120, activation_spans: 9 }],
    session: {
      id: "s-demo",
      agent: "demo-agent",
      mode: "interactive",
      workspace: "~/project",
      workspace_trusted: true,
      started_at: "2026-01-05T09:00:00.000000000Z",
      ended_at: "2026-01-05T09:04:10.500000000Z",
    },
    runs: [{ id: "r-1", started_at: "2026-01-05T09:00:01.000000000Z", ended_at: "2026-01-05T09:04:10.000000000Z" }],
    since_last_run: null,
    question: { tool: null, skill: null, hook: null, plugin: null, mcp: null, command: null, run: null },
    hooks_fired: null,
    hooks_skipped: null,
    hooks: null,
    skills: null,
    plugins: null,
    mcp_servers: null,
    mcp_tools: null,
    trust_changes: null,
    provenance: null,
    policies: null,
    surfaces: null,
    disables: null,
    findings: [],
    completeness: {
      status: "complete",
      emitters: [{ emitter: "e-1", session: "s-demo", expected: 9, seen: 9, missing: [] }],
      dropped_attributes: 0,
      missing_parents: 0,
      duplicates_removed: 0,
      degraded: [],
    },
    warnings: [],
    ...parts,
  };
}

const TAIL: RowTail = {
  plugin: null,
  source: null,
  digest: null,
  digest_expected: null,
  rule: null,
  disabled_by: null,
  disable: null,
  disable_note: null,
  evidence: "observed",
  evidence_fields: null,
  name_redacted: null,
  agent: "demo-agent",
  session: "s-demo",
  run: "r-1",
  at: "2026-01-05T09:00:02.000000000Z",
  duration_ms: 0,
  emitter: "e-1",
  sequence: 1,
  trace_id: "0af7651916cd43dd8448eb211c80319c",
  span_id: "b7ad6b7169203331",
  extra: {},
};

export function hookFired(row: Partial<HookFiredRow>): HookFiredRow {
  return {
    ...TAIL,
    event: "PreToolUse",
    hook_name: "guard-shell",
    hook_key: null,
    target_tool: "shell.exec",
    tool_call_id: "call_1",
    decision: "ran",
    outcome: "completed",
    fail_mode: null,
    timeout_ms: null,
    attempt: null,
    can_block: null,
    mutated: [],
    matcher: null,
    matcher_syntax: null,
    reason: null,
    reason_code: "matched",
    exit_code: null,
    error_type: null,
    command: null,
    registered_via: null,
    candidates: null,
    disable: "--disable-hook guard-shell",
    ...row,
  };
}

export function hookSkipped(row: Partial<HookSkippedRow>): HookSkippedRow {
  return {
    ...TAIL,
    event: "PreToolUse",
    hook_name: "guard-write",
    hook_key: null,
    target_tool: "shell.exec",
    tool_call_id: "call_1",
    matcher: "Write",
    matcher_syntax: "exact",
    reason: null,
    reason_code: "not_matched",
    ...row,
  };
}

export function hook(row: Partial<HookRow>): HookRow {
  return {
    ...TAIL,
    hook_name: "guard-shell",
    hook_key: null,
    event: "PreToolUse",
    matcher: "shell.*",
    matcher_syntax: "glob",
    command: "./guard.sh",
    registered_via: "settings",
    can_block: null,
    state: "active",
    protected: null,
    reason: null,
    reason_code: "always_active",
    runs: 1,
    vetoes: 1,
    failures: 0,
    matching_calls: 1,
    source: { path: ".agent/settings.json", scope: "project", real_path: null },
    disable: "--disable-hook guard-shell",
    ...row,
  };
}

export function skill(row: Partial<SkillRow>): SkillRow {
  return {
    ...TAIL,
    name: "release-notes",
    path: ".agents/skills/release-notes/SKILL.md",
    source_dir: ".agents/skills",
    status: "loaded",
    reason: null,
    reason_code: "first_in_search_order",
    isolation: null,
    sandbox: null,
    routing_reason: null,
    fallback_available: null,
    warnings: null,
    listed: null,
    shadowed_by: null,
    shadows: null,
    triggers: [],
    uses: 0,
    disable: "--disable-skill release-notes",
    ...row,
  };
}

const NO_PARTS: PluginParts = { commands: null, agents: null, tools: null, hooks: null, skills: null, mcp_servers: null };

export function plugin(row: Partial<PluginRow>): PluginRow {
  return {
    ...TAIL,
    name: "acme-tools",
    type: "bundle",
    version: "1.4.0",
    status: "registered",
    stage: null,
    reason: "enabled in the project's settings",
    reason_code: "selected_explicitly",
    error_type: null,
    manifest_path: ".agent/plugins/acme-tools/plugin.json",
    enabled_via: "settings",
    registered: { ...NO_PARTS, commands: ["ship"], hooks: ["guard-shell", "log-all"], skills: [] },
    missing: NO_PARTS,
    shadowed: NO_PARTS,
    renamed: [],
    disable: "--disable-plugin acme-tools",
    ...row,
  };
}

export function mcpTool(row: Partial<McpToolRow>): McpToolRow {
  return {
    ...TAIL,
    server: "issues",
    tool: "create_issue",
    model_name: "mcp__issues__create_issue",
    trusted: true,
    allowed: true,
    available: true,
    expiry: null,
    cached: null,
    reason: "the server is trusted in this workspace",
    reason_code: "matched",
    revoke: null,
    calls: 0,
    disable: `--disable-mcp issues/${row.tool ?? "create_issue"}`,
    ...row,
  };
}

export function mcpServer(row: Partial<McpServerRow>): McpServerRow {
  return {
    ...TAIL,
    server: "issues",
    status: "connected",
    transport: "stdio",
    reason: null,
    reason_code: null,
    error_type: null,
    revoke: null,
    disable: "--disable-mcp issues",
    ...row,
  };
}

export function finding(row: Partial<Finding>): Finding {
  return {
    code: "vetoed",
    severity: "info",
    subject: "hook:guard-shell",
    message: "guard-shell vetoed shell.exec: writes outside the workspace",
    evidence: [{ trace_id: TAIL.trace_id, span_id: TAIL.span_id, source: "traces.jsonl", position: "line 3" }],
    ...row,
  };
}

function ordinary(): ActivationReport {
  return report({
    hooks_fired: [
      hookFired({
        hook_name: "log-all",
        event: "SessionStart",
        target_tool: null,
        tool_call_id: null,
        reason_code: "always_active",
        disable: "--disable-hook log-all",
      }),
      hookFired({
        decision: "vetoed",
        reason: "writes outside the workspace",
        reason_code: "vetoed_by_hook",
        matcher: "shell.*",
        command: "./guard.sh",
        plugin: "acme-tools",
        source: { path: ".agent/settings.json", scope: "project", real_path: null },
      }),
    ],
    hooks_skipped: [hookSkipped({})],
    hooks: [
      hook({ plugin: "acme-tools" }),
      hook({ hook_name: "guard-write", matcher: "Write", matcher_syntax: "exact", runs: 0, vetoes: 0, matching_calls: 3 }),
      hook({ hook_name: "log-all", event: "SessionStart", matcher: null, matcher_syntax: null, runs: 1, vetoes: 0, matching_calls: null }),
    ],
    skills: [
      skill({ status: "skipped", reason: "its front matter has no description", reason_code: "missing_description" }),
      skill({
        name: "code-review",
        path: "~/.agents/skills/code-review/SKILL.md",
        uses: 2,
        triggers: ["implicit"],
        disable: "--disable-skill code-review",
      }),
    ],
    plugins: [plugin({})],
    mcp_servers: [mcpServer({})],
    mcp_tools: [
      mcpTool({ calls: 1 }),
      mcpTool({ tool: "list_issues", model_name: "mcp__issues__list_issues" }),
      mcpTool({
        tool: "delete_issue",
        model_name: "mcp__issues__delete_issue",
        available: false,
        trusted: false,
        expiry: "2025-08-31T00:00:00Z",
        reason: "trust expired 2025-08-31",
        reason_code: "trust_expired",
        disable: null,
        disable_note: "it is off already",
      }),
    ],
    findings: [
      finding({}),
      finding({
        code: "hook_registered_never_ran",
        severity: "warning",
        subject: "hook:guard-write",
        message: "guard-write is registered for PreToolUse on Write and never ran, though Write was called 3 times",
      }),
      finding({
        code: "trust_expired",
        severity: "warning",
        subject: "mcp_tool:issues/delete_issue",
        message: "delete_issue of issues is not offered: its trust expired on 2025-08-31",
      }),
    ],
  });
}

function asked(): ActivationReport {
  const whole = ordinary();
  const tools = whole.mcp_tools?.filter(({ tool }) => tool === "delete_issue") ?? null;
  return {
    ...whole,
    question: { ...whole.question, tool: "delete_issue", hook: "guard-shell" },
    skills: null,
    plugins: null,
    mcp_tools: tools,
  };
}

function unknown(): ActivationReport {
  const { question } = report({});
  const message = "nothing in these traces says anything of the skill release-note: unknown, not absent";
  return report({
    question: { ...question, skill: "release-note" },
    findings: [finding({ code: "no_record", subject: "skill:release-note", message, evidence: [] })],
  });
}

function broken(): ActivationReport {
  return report({
    hooks_fired: [
      hookFired({
        hook_name: "scan",
        outcome: "timed_out",
        fail_mode: "open",
        timeout_ms: 5000,
        reason: "no answer within 5000 ms",
        reason_code: "hook_timed_out",
        error_type: "timeout",
        disable: null,
        disable_note: "it is protected",
      }),
      hookFired({
        hook_name: null,
        candidates: ["a", "b"],
        decision: "vetoed",
        outcome: null,
        reason_code: "not_recorded",
        disable: null,
        disable_note: "its name is not recorded",
      }),
      hookFired({ hook_name: "format", event: "PostToolUse", mutated: ["path", "mode"], outcome: "mutated" }),
    ],
    hooks_skipped: [],
    skills: [],
    plugins: [
      plugin({
        status: "failed",
        stage: "manifest",
        reason: "plugin.json is not JSON",
        reason_code: "invalid_manifest",
        registered: NO_PARTS,
        missing: { ...NO_PARTS, commands: ["ship"], mcp_servers: ["acme"] },
        disable: null,
        disable_note: "it is not active",
      }),
      plugin({
        name: "chat",
        version: null,
        shadowed: { ...NO_PARTS, commands: ["chat"] },
        renamed: [{ from: "chat", to: "chat1" }],
        disable: "--disable-plugin chat",
      }),
    ],
    mcp_servers: [
      mcpServer({
        server: "acme",
        status: "failed",
        transport: "http",
        reason: "connection refused",
        reason_code: "connect_failed",
        error_type: "ECONNREFUSED",
      }),
    ],
    findings: [
      finding({
        code: "failed_open",
        severity: "error",
        subject: "hook:scan",
        message: "scan timed out on shell.exec and the host failed open: the action went on",
      }),
      finding({
        code: "plugin_failed",
        severity: "error",
        subject: "plugin:acme-tools",
        message: "acme-tools failed at manifest: plugin.json is not JSON; missing because of it: command ship, MCP server acme",
      }),
      finding({
        code: "missing_records",
        severity: "warning",
        subject: "emitter:e-1",
        message: "records 4-6 of emitter e-1 are missing, 1 of them a veto",
      }),
    ],
    completeness: {
      status: "incomplete",
      emitters: [{ emitter: "e-1", session: "s-demo", expected: 9, seen: 6, missing: ["4-6"] }],
      dropped_attributes: 2,
      missing_parents: 1,
      duplicates_removed: 4,
      degraded: [{ section: "mcp_tools", reason: "a row has no time" }],
    },
    warnings: [{ code: "truncated_record", message: "the last record is cut off", source: "traces.jsonl", position: "line 12" }],
  });
}

function large(): ActivationReport {
  const numbers = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);
  return report({
    hooks_fired: [
      ...numbers(12).map(() => hookFired({ hook_name: "log-all", disable: "--disable-hook log-all" })),
      ...numbers(20).map((i) =>
        hookFired({
          hook_name: `guard-${i}`,
          decision: i % 7 === 0 ? "vetoed" : "ran",
          reason: i % 7 === 0 ? `rule ${i} says no` : null,
          disable: `--disable-hook guard-${i}`,
        }),
      ),
    ],
    hooks_skipped: numbers(30).map((i) => hookSkipped({ target_tool: `tool_${i % 15}` })),
    hooks: numbers(20).map((i) => hook({ hook_name: `guard-${i}`, runs: i * 1000 })),
    skills: numbers(24).map((i) =>
      skill({
        name: `skill-${i}`,
        path: `.agents/skills/skill-${i}/SKILL.md`,
        listed: i < 10,
        reason_code: i < 10 ? "first_in_search_order" : "over_budget",
        disable: `--disable-skill skill-${i}`,
      }),
    ),
    plugins: numbers(12).map((i) =>
      plugin({
        name: `plugin-${i}`,
        registered: { ...NO_PARTS, tools: numbers(i * 3).map((n) => `tool_${i}_${n}`) },
        manifest_path: `.agent/plugins/plugin-${i}/plugin.json`,
        disable: `--disable-plugin plugin-${i}`,
      }),
    ),
    mcp_servers: numbers(2).map((i) => mcpServer({ server: `server-${i}`, disable: `--disable-mcp server-${i}` })),
    mcp_tools: numbers(40).map((i) =>
      mcpTool({
        server: `server-${i % 2}`,
        tool: `tool_${i}`,
        model_name: `mcp__server-${i % 2}__tool_${i}`,
        disable: `--disable-mcp server-${i % 2}/tool_${i}`,
      }),
    ),
    findings: numbers(20).map((i) =>
      finding({ severity: i % 10 === 0 ? "warning" : "info", message: `guard-${i} vetoed shell.exec: rule ${i} says no` }),
    ),
    warnings: numbers(10).map((i) => ({
      code: "invalid_record",
      message: "the record is not JSON",
      source: "traces.jsonl",
      position: `line ${i + 1}`,
    })),
  });
}

function hostile(): ActivationReport {
  const name = "notes\u2066\u001b]8;;https://example.invalid\u0007|`*_<b>[x](y)";
  return report({
    hooks_fired: [
      hookFired({
        hook_name: name,
        decision: "vetoed",
        reason: "blocked\u001b[2K\u001b[1A \u001b[32mALLOWED\u001b[0m\r\nallowed\u009b31m # no\n\n## none",
        reason_code: "vetoed_by_hook",
        command: "`rm`\u202e",
        extra: JSON.parse('{"__proto__": {"x": 1}, "constructor": "\\u200b"}'),
      }),
    ],
    hooks: [hook({ hook_name: name, matcher: "a|b\\|c" })],
    skills: [
      skill({ name: "__proto__", reason: "Send a mail\u200b.\u{e0049}\u{e0047} Safe\u202etxt.exe", path: "no\btes\u2028/SKILL.md" }),
    ],
    findings: [finding({ code: "constructor", subject: `hook:${name}`, message: `${name} vetoed\n::error::not ours` })],
    warnings: [{ code: "__proto__", message: "bad\u0000record", source: "a\u001bb.jsonl", position: null }],
  });
}

function wide(): ActivationReport {
  const uuid = "mcp__7c1fbb02-55aa-4f0e-9d31-0a6a3f9c2d11__post_message";
  return report({
    hooks: [
      hook({ hook_name: "検査フック", matcher: "書き込み*" }),
      hook({ hook_name: "cafe\u0301-⚠️-guard", matcher: uuid }),
      hook({ hook_name: "ascii", matcher: "x" }),
    ],
    skills: [
      skill({
        name: "発行ノート",
        reason: "検索順で最初に見つかったものが読み込まれ、他のものは読み込まれません。 この規則は設定によって変えられます。",
      }),
    ],
    mcp_tools: [mcpTool({ server: "7c1fbb02-55aa-4f0e-9d31-0a6a3f9c2d11", tool: "post_message", model_name: uuid })],
  });
}

function changed(): ActivationReport {
  return report({
    since_last_run: {
      baseline: { session: "s-demo", run: "r-1" },
      changes: [
        {
          item: "hook:guard-bash",
          was: "ran 1",
          now: "no record",
          note: "it may not have been asked: this run called no tool that it matches",
        },
        { item: "mcp_tool:issues/create_issue", was: "offered", now: "not offered", note: null },
      ],
    },
    mcp_tools: [
      mcpTool({ calls: 3 }),
      mcpTool({
        available: false,
        trusted: false,
        reason: "its trust was revoked",
        reason_code: "untrusted",
        disable: null,
        disable_note: "off already: not offered (untrusted)",
        revoke: "agent mcp revoke issues",
      }),
    ],
    skills: [
      skill({ status: "skipped", reason: "a quote is not closed", reason_code: "invalid_frontmatter", disable: null }),
      skill({ uses: 1, triggers: ["explicit"] }),
    ],
    hooks: [
      hook({ hook_name: "guard-bash", runs: 0, vetoes: 0, failures: 0, evidence: "declared" }),
      hook({ hook_name: "guard-bash", state: "disabled", reason: null, reason_code: "disabled_by_setting", runs: 0, vetoes: 0 }),
    ],
    runs: [{ id: "r-2", started_at: "2026-01-05T10:00:00.000000000Z", ended_at: null }],
  });
}

/** Reports of our own making, named after what they show. */
export const REPORTS: Readonly<Record<string, ActivationReport>> = {
  ordinary: ordinary(),
  nothing: report({ session: null, sources: [{ name: "traces.jsonl", format: "otlp-json", spans: 12, activation_spans: 0 }] }),
  broken: broken(),
  large: large(),
  hostile: hostile(),
  wide: wide(),
  changed: changed(),
  asked: asked(),
  unknown: unknown(),
};

function link(parts: Partial<Link>): Link {
  const { trace_id, span_id, at } = TAIL;
  return { relation: "state", sentence: "", recorded: true, file: null, evidence: "observed", trace_id, span_id, at, ...parts };
}

function answer(parts: Partial<Answer> & Pick<Answer, "subject" | "verdict" | "sentence">): Answer {
  return {
    names: [parts.subject.name],
    parts: [],
    findings: [],
    searched: {
      session: "s-demo",
      sources: [{ name: "traces.jsonl", activation_spans: 9 }],
      sections: [
        { section: "skills", rows: 2 },
        { section: "policies", rows: null },
      ],
      completeness: "unknown",
    },
    near: [],
    ...parts,
  };
}

const NO_WAY: Way = { command: null, note: null };

const DELETE_ISSUE: Answer = answer({
  subject: { kind: "tool", name: "delete_issue" },
  verdict: "not_active",
  sentence: "delete_issue of issues is not offered: trust expired 2025-08-31",
  names: ["delete_issue", "mcp__issues__delete_issue"],
  parts: [
    {
      about: null,
      verdict: "not_active",
      chain: [
        link({ sentence: "delete_issue of issues is not offered: trust expired 2025-08-31" }),
        link({
          relation: "trusted_by",
          sentence: "the trust in issues was given until 2025-08-31",
          evidence: "declared",
          file: { path: "~/.agent/mcp.json", real_path: null, position: "line 12" },
        }),
        link({
          relation: "registered_by",
          sentence: "which plugin brought the server is not recorded",
          recorded: false,
          evidence: null,
          trace_id: null,
          span_id: null,
          at: null,
        }),
      ],
      turn_off: { command: null, note: "it is off already" },
      turn_on: { command: "agent mcp trust issues", note: null },
    },
  ],
});

const GUARD_SHELL: Answer = answer({
  subject: { kind: "hook", name: "guard-shell" },
  verdict: "mixed",
  sentence: "guard-shell ran at PreToolUse, and is disabled at Stop",
  parts: [
    {
      about: "at PreToolUse",
      verdict: "active",
      chain: [
        link({ relation: "blocked_by", sentence: "it blocked shell.exec: writes outside the workspace" }),
        link({
          relation: "declared_in",
          sentence: "it is declared in .agent/settings.json",
          file: { path: ".agent/settings.json", real_path: "/shared/settings.json", position: null },
        }),
      ],
      turn_off: { command: "--disable-hook guard-shell", note: null },
      turn_on: NO_WAY,
    },
    {
      about: "at Stop",
      verdict: "not_active",
      chain: [link({ relation: "disabled_by", sentence: "it was disabled for the session by flag, as hook.guard-shell" })],
      turn_off: NO_WAY,
      turn_on: {
        command: "/enable hook guard-shell",
        note: "to turn it on again: /enable hook guard-shell, or start without --disable-hook guard-shell",
      },
    },
  ],
});

const RELEASE_NOTE: Answer = answer({
  subject: { kind: "skill", name: "release-note" },
  verdict: "no_record",
  sentence: "nothing is recorded of the skill release-note: that is unknown, not absent",
  names: [],
  near: ["release-notes"],
});

/** What was asked of them, by the name of the report. */
export const ANSWERS: Readonly<Record<string, readonly Answer[]>> = { asked: [DELETE_ISSUE, GUARD_SHELL], unknown: [RELEASE_NOTE] };
