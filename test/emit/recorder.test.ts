import { context, SpanKind, SpanStatusCode, trace, TraceFlags, type Span } from "@opentelemetry/api";
import { InMemorySpanExporter, type ReadableSpan } from "@opentelemetry/sdk-trace-node";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromAttributes } from "../../src/activation/activation.ts";
import type { Attributes } from "../../src/activation/attribute.ts";
import { toolCallFromAttributes } from "../../src/activation/tool-call.ts";
import { createRecorder, createSession } from "../../src/index.ts";
import { startSession, type RecordedSession, type StartOptions } from "../../src/sdk.ts";

interface Recorded extends RecordedSession {
  readonly spans: () => readonly ReadableSpan[];
}

function record(options: StartOptions = {}): Recorded {
  const memory = new InMemorySpanExporter();
  return {
    ...startSession({ agent: "demo", journal: false, otlp: false, exporters: [memory], ...options }),
    spans: () => memory.getFinishedSpans(),
  };
}

const named = (spans: readonly ReadableSpan[], name: string): ReadableSpan => {
  const span = spans.find((span) => span.name === name);
  if (span === undefined) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(", ")}`);
  return span;
};

describe("a fact", () => {
  test("is a span of kind INTERNAL in the library's scope, with the session's ids", () => {
    const { recorder, session, spans } = record({ id: "s-1" });
    recorder.plugin({ name: "acme", status: "registered", reasonCode: "always_active", reason: "enabled in the project settings" });
    const span = named(spans(), "register_plugin acme");
    expect(span).toMatchObject({
      kind: SpanKind.INTERNAL,
      instrumentationScope: { name: "extension-activation" },
      status: { code: SpanStatusCode.UNSET },
    });
    expect(span.attributes).toMatchObject({
      "activation.kind": "plugin",
      "session.id": "s-1",
      "activation.emitter": session.emitter,
      "gen_ai.agent.name": "demo",
    });
  });

  test("has ERROR as its status only where the extension itself broke", () => {
    const { recorder, spans } = record();
    recorder.hook({ name: "veto", event: "PreToolUse", decision: "vetoed", outcome: "completed", reason: "no" });
    recorder.hook({ name: "crash", event: "PreToolUse", decision: "ran", outcome: "failed", failMode: "open", errorType: "TypeError" });
    recorder.mcpServer({ server: "down", status: "failed", reasonCode: "connect_failed", errorType: "ECONNREFUSED" });
    expect(named(spans(), "execute_hook veto").status.code).toBe(SpanStatusCode.UNSET);
    expect(named(spans(), "execute_hook crash").status.code).toBe(SpanStatusCode.ERROR);
    expect(named(spans(), "connect_mcp_server down").status.code).toBe(SpanStatusCode.ERROR);
  });

  test("is recorded and exported in a trace that nobody samples", () => {
    const { recorder, spans } = record();
    const parent = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", traceFlags: TraceFlags.NONE };
    recorder.skill(
      { name: "notes", status: "loaded", reasonCode: "always_active" },
      { context: trace.setSpanContext(context.active(), parent) },
    );
    expect(named(spans(), "load_skill notes")).toMatchObject({ parentSpanContext: { spanId: parent.spanId } });
    expect(named(spans(), "load_skill notes").spanContext().traceId).toBe(parent.traceId);
  });

  test("that is a decision at one instant begins and ends at once", () => {
    const { recorder, spans } = record();
    recorder.skill({ name: "notes", status: "loaded", reasonCode: "always_active" });
    const { startTime, endTime } = named(spans(), "load_skill notes");
    expect(endTime).toEqual(startTime);
  });

  test("about a tool call in another trace is linked to it, and not to one in its own", () => {
    const { recorder, spans } = record();
    const elsewhere = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", traceFlags: TraceFlags.SAMPLED };
    recorder.hook({ name: "far", event: "PreToolUse", decision: "ran", outcome: "completed" }, { toolCall: elsewhere });
    expect(named(spans(), "execute_hook far").links).toMatchObject([{ context: elsewhere }]);
    const call = recorder.beginToolCall({ toolName: "Bash" });
    const own = (trace.getSpan(call.context) as Span).spanContext();
    recorder.hook({ name: "near", event: "PreToolUse", decision: "ran", outcome: "completed" }, { context: call.context, toolCall: own });
    expect(named(spans(), "execute_hook near").links).toEqual([]);
  });
});

describe("parents", () => {
  test("a run is a trace of its own; what is decided in it stands under its first fact", () => {
    const { recorder, spans } = record();
    recorder.startRun("r-1");
    recorder.skill({ name: "notes", status: "loaded", reasonCode: "always_active" });
    const call = recorder.beginToolCall({ toolName: "Bash", toolCallId: "call_1" });
    recorder.hook({ name: "guard", event: "PreToolUse", decision: "ran", outcome: "completed" }, { context: call.context });
    call.end();
    recorder.endRun();
    const [session, run, skill, hook, tool] = [
      "start_session",
      "start_run",
      "load_skill notes",
      "execute_hook guard",
      "execute_tool Bash",
    ].map((name) => named(spans(), name));
    expect(run?.parentSpanContext).toBeUndefined();
    expect(run?.spanContext().traceId).not.toBe(session?.spanContext().traceId);
    expect(skill?.parentSpanContext?.spanId).toBe(run?.spanContext().spanId);
    expect(tool?.parentSpanContext?.spanId).toBe(run?.spanContext().spanId);
    expect(hook?.parentSpanContext?.spanId).toBe(tool?.spanContext().spanId);
  });

  test("outside a run, facts stand under the session's first one", () => {
    const { recorder, spans } = record();
    recorder.startRun();
    recorder.endRun();
    recorder.skill({ name: "late", status: "loaded", reasonCode: "always_active" });
    expect(named(spans(), "load_skill late").parentSpanContext?.spanId).toBe(named(spans(), "start_session").spanContext().spanId);
  });
});

describe("reasons", () => {
  test.each([
    [{ decision: "ran", outcome: "completed" }, "matched"],
    [{ decision: "ran", outcome: "failed" }, "hook_failed"],
    [{ decision: "vetoed", outcome: "timed_out" }, "hook_timed_out"],
    [{ decision: "vetoed", outcome: "completed", reason: "no" }, "vetoed_by_hook"],
    [{ decision: "vetoed", outcome: "completed" }, "no_reason_given"],
    [{ decision: "asked", outcome: "completed", reason: "sure?" }, "asked_by_hook"],
    [{ decision: "skipped" }, "not_matched"],
    [{ decision: "skipped", reasonCode: "safe_mode" }, "safe_mode"],
  ] as const)("of a dispatch %j has the code %s", (verdict, code) => {
    const { recorder, spans } = record();
    recorder.hook({ name: "guard", event: "PreToolUse", ...verdict });
    expect(named(spans(), "execute_hook guard").attributes["activation.reason_code"]).toBe(code);
  });

  test("are redacted and cut before they are kept or sent, and home is written ~", () => {
    const { recorder, session, spans } = record();
    recorder.skill({
      name: "notes",
      status: "skipped",
      reasonCode: "load_error",
      reason: `password=hunter2 ${"x".repeat(2000)}`,
      sourcePath: `${process.env["HOME"]}/s/SKILL.md`,
    });
    const span = named(spans(), "load_skill notes").attributes;
    expect(span["activation.reason"]).toMatch(/^password=\[redacted\] x+…$/);
    expect(String(span["activation.reason"])).toHaveLength(1024);
    expect(span["activation.source.path"]).toBe("~/s/SKILL.md");
    expect(JSON.stringify([...session.records()])).not.toContain("hunter2");
  });

  test("a redactor that throws withholds the text and breaks nothing", () => {
    const { recorder, spans } = record({
      redact: () => {
        throw new Error("broken");
      },
    });
    recorder.hook({ name: "guard", event: "PreToolUse", decision: "vetoed", outcome: "completed", reason: "secret" });
    expect(named(spans(), "execute_hook guard").attributes["activation.reason"]).toBe("[redacted]");
  });
});

describe("the session's last fact", () => {
  test("says how many records there were, and of what kinds that matter", async () => {
    const { recorder, session, spans, end } = record();
    recorder.hook({ name: "a", event: "PreToolUse", decision: "vetoed", outcome: "completed" });
    recorder.hook({ name: "b", event: "PreToolUse", decision: "vetoed", outcome: "failed", failMode: "closed" });
    recorder.hook({ name: "c", event: "PreToolUse", decision: "ran", outcome: "timed_out", failMode: "open" });
    recorder.skill({ name: "s", status: "skipped", reasonCode: "unreadable" });
    session.disable({ kind: "skill", name: "s" });
    session.refuse({ kind: "hook", name: "a" }, "baggage", "untrusted_carrier", "not trusted");
    recorder.endSession();
    expect(named(spans(), "end_session").attributes).toMatchObject({
      "activation.session.records": session.sequence,
      "activation.session.total.hooks_vetoed": 2,
      "activation.session.total.hooks_failed": 2,
      "activation.session.total.skills_skipped": 1,
      "activation.session.total.disables": 2,
    });
    await end();
  });
});

describe("disables", () => {
  test("asked for before the surfaces are known are recorded when they are, with how many they reach, under an earlier number", () => {
    const { recorder, session, spans } = record();
    session.disable({ kind: "skill", name: "note*" }, { origin: "flag" });
    recorder.skill({ name: "notes", status: "skipped", reasonCode: "disabled_for_session", disabledBy: "skill.note*" });
    recorder.startRun();
    const disable = named(spans(), "disable_extension").attributes;
    expect(disable).toMatchObject({
      "activation.disable.matched": 1,
      "activation.disable.origin": "flag",
      "activation.disable.accepted": true,
    });
    expect(disable["activation.sequence"]).toBeLessThan(named(spans(), "load_skill notes").attributes["activation.sequence"] as number);
  });
});

describe("wrapping a hook that is there already", () => {
  test("records what it came to, and hands on what it returned or threw", async () => {
    const { recorder, spans } = record();
    const prepared = recorder.prepareHook({ name: "audit", event: "PostToolUse" });
    expect(await recorder.runHook(prepared, { toolName: "Bash" }, async () => 42)).toBe(42);
    const boom = new RangeError("boom");
    await expect(recorder.runHook(prepared, {}, () => Promise.reject(boom))).rejects.toBe(boom);
    const thrown = (): never => {
      throw boom;
    };
    await expect(recorder.runHook(prepared, {}, thrown)).rejects.toBe(boom);
    const vetoed = await recorder.runHook(
      prepared,
      {},
      () => ({ allow: false, why: "no" }),
      (settled) =>
        settled.status === "fulfilled" && !settled.value.allow
          ? { decision: "vetoed", outcome: "completed", reason: settled.value.why }
          : { decision: "ran", outcome: "completed" },
    );
    expect(vetoed.allow).toBe(false);
    expect(
      spans()
        .filter((span) => span.name === "execute_hook audit")
        .map((span) => [
          span.attributes["activation.hook.decision"],
          span.attributes["activation.hook.outcome"],
          span.attributes["error.type"],
        ]),
    ).toEqual([
      ["ran", "completed", undefined],
      ["ran", "failed", "RangeError"],
      ["ran", "failed", "RangeError"],
      ["vetoed", "completed", undefined],
    ]);
  });
});

describe("without a tracer", () => {
  test("facts are kept in the session all the same", () => {
    const session = createSession({ agent: "bare" });
    const recorder = createRecorder(session);
    recorder.startSession();
    recorder.hook({ name: "guard", event: "PreToolUse", decision: "vetoed", outcome: "completed", reason: "no" });
    expect([...session.records()].map(({ activation, traceId }) => [activation.kind, traceId])).toEqual([
      ["session", ""],
      ["hook", ""],
    ]);
  });
});

// One step of a random agent: whatever it does, the session and its spans say the same.
const step = fc.constantFrom<(recorded: Recorded) => void>(
  ({ recorder }) => recorder.hookRegistration({ name: "g", event: "PreToolUse", state: "active", reasonCode: "always_active" }),
  ({ recorder }) =>
    recorder.hook({
      name: "g",
      event: "PreToolUse",
      decision: "ran",
      outcome: "mutated",
      mutated: ["path"],
      toolName: "Write",
      toolCallId: "c",
    }),
  ({ recorder }) => recorder.hook({ name: "g", event: "PreToolUse", decision: "skipped", reason: "no match", toolName: "Read" }),
  ({ recorder }) => recorder.skill({ name: "s", status: "loaded", reasonCode: "first_in_search_order", shadows: [], warnings: ["odd"] }),
  ({ recorder }) => recorder.skillUse({ name: "s", trigger: "implicit", reasonCode: "selected_by_model" }),
  ({ recorder }) =>
    recorder.plugin({
      name: "p",
      status: "failed",
      stage: "load",
      reasonCode: "load_error",
      missingTools: ["t"],
      errorType: "SyntaxError",
    }),
  ({ recorder }) => recorder.mcpServer({ server: "m", status: "connected", transport: "stdio", reasonCode: "always_active" }),
  ({ recorder }) => recorder.mcpTool({ server: "m", tool: "t", available: true, reasonCode: "always_active" }),
  ({ recorder }) => recorder.mcpTrust({ server: "m", change: "approved", reasonCode: "selected_explicitly" }),
  ({ recorder }) => {
    const decision = recorder.begin("policy");
    recorder.policy({ name: "p", action: "tool:t", vote: "allow", reasonCode: "allowed_by_policy" }, { context: decision.context });
    decision.end({ action: "tool:t", outcome: "allow", enforcement: "allow", reasonCode: "allowed_by_policy" });
  },
  ({ recorder }) => recorder.surface({ phase: "seal", status: "sealed", extensions: [], tools: [], reasonCode: "sealed" }),
  ({ recorder }) => recorder.diagnostic({ name: "x", severity: "ERROR", refusal: true, reasonCode: "late_tool" }),
  ({ recorder }) => recorder.beginToolCall({ toolName: "Write", toolCallId: "c" }).end("timeout"),
  ({ recorder }) => recorder.startRun("r"),
  ({ recorder }) => recorder.endRun(),
  ({ session }) => session.disable({ kind: "hook", name: "g" }),
  ({ session }) => session.enable({ kind: "hook", name: "g" }),
);

describe("whatever an agent does", () => {
  test("sequence numbers have no gap, and the session's records are what the spans say", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30, size: "max" }), (steps) => {
        const recorded = record();
        for (const act of steps) act(recorded);
        recorded.recorder.endSession();
        const fromSpans = recorded.spans().map((span) => {
          const attributes = span.attributes as Attributes;
          return {
            activation: fromAttributes(attributes)?.activation ?? toolCallFromAttributes(attributes),
            traceId: span.spanContext().traceId,
            spanId: span.spanContext().spanId,
            parentSpanId: span.parentSpanContext?.spanId,
            startTime: span.startTime,
            endTime: span.endTime,
          };
        });
        const fromSession = JSON.parse(JSON.stringify([...recorded.session.records()]));
        expect(fromSession).toEqual(JSON.parse(JSON.stringify(fromSpans)));
        const numbers = fromSession
          .map((record: { activation: { sequence?: number } }) => record.activation.sequence)
          .filter((n: unknown) => n !== undefined);
        expect(numbers.toSorted((a: number, b: number) => a - b)).toEqual(
          Array.from({ length: recorded.session.sequence }, (_, i) => i + 1),
        );
      }),
      { numRuns: 150 },
    );
  });
});
