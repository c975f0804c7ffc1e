import { describe, expect, it } from "vitest";
import { recordFromSpan } from "../../src/report/from-span.ts";
import { attributes, emitter, type SpanOptions } from "../helpers/spans.ts";

const exception = { name: "exception", attributes: attributes({ "exception.type": "OSError", "exception.message": "no such file" }) };

function hook(attributes: Record<string, string>, options: SpanOptions = {}) {
  const span = emitter().raw("hook", { "activation.kind": "hook", "activation.name": "guard", ...attributes }, options);
  return recordFromSpan(span)?.activation;
}

describe("a span", () => {
  it("that states neither an activation nor a tool call gives nothing", () => {
    expect(recordFromSpan(emitter().raw("chat", { "gen_ai.operation.name": "chat" }))).toBeUndefined();
  });

  it("keeps the ids, times and place of the span, and what no field took", () => {
    const span = emitter().write(
      "hook",
      { event: "PreToolUse", decision: "ran" },
      { attributes: { "host.load": 0.5 }, droppedAttributes: 2 },
    );
    expect(recordFromSpan(span)).toMatchObject({
      traceId: span.traceId,
      spanId: span.spanId,
      startTime: span.startTime,
      extra: { "host.load": 0.5 },
      droppedAttributes: 2,
      source: "traces.jsonl",
      position: "line 1",
    });
  });

  it("of a tool call is one, with its server", () => {
    const record = recordFromSpan(emitter().call("send", { server: "mail", toolCallId: "call_1" }));
    expect(record?.activation).toMatchObject({ kind: "tool_call", toolName: "send", server: "mail", toolCallId: "call_1" });
  });

  it("of another emitter has its reason in the exception event, before the status message", () => {
    const status = { code: "error", message: "exit 1" } as const;
    expect(hook({}, { status, events: [exception] })).toMatchObject({ reason: "no such file", errorType: "OSError" });
    expect(hook({}, { status })).toMatchObject({ reason: "exit 1", errorType: "_OTHER" });
    const decided = hook({}, { status: { code: "unset", message: "not in the allowlist" } });
    expect(decided).toMatchObject({ reason: "not in the allowlist" });
    expect(decided).not.toHaveProperty("errorType");
  });

  it("that states a reason, or that there is none, is believed", () => {
    const status = { code: "error", message: "exit 1" } as const;
    expect(hook({ "activation.reason": "own" }, { status })).toMatchObject({ reason: "own" });
    for (const code of ["no_reason_given", "not_recorded"]) {
      expect(hook({ "activation.reason_code": code }, { status })).not.toHaveProperty("reason");
    }
    expect(hook({ "error.type": "timeout" }, { status })?.errorType).toBe("timeout");
  });

  it("without an error keeps no error type", () => {
    expect(hook({})?.errorType).toBeUndefined();
  });

  it("of a skill takes OpenTelemetry's own names where ours are absent, and shows them where they differ", () => {
    const agent = emitter();
    const aliases = { "gen_ai.skill.name": "notes", "gen_ai.skill.source.uri": "skills/notes/SKILL.md" };
    const foreign = recordFromSpan(agent.raw("skill", { "activation.kind": "skill", ...aliases }));
    expect(foreign?.activation).toMatchObject({ name: "notes", sourcePath: "skills/notes/SKILL.md" });
    expect(foreign?.extra).toBeUndefined();
    const differing = recordFromSpan(agent.raw("skill", { "activation.kind": "skill", "activation.name": "memo", ...aliases }));
    expect(differing?.activation).toMatchObject({ name: "memo" });
    expect(differing?.extra).toEqual({ "gen_ai.skill.name": "notes" });
  });
});
