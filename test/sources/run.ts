import type { SpanRecord } from "../../src/sources/span.ts";
import { attributes, emitter } from "../helpers/spans.ts";

/** The spans of one run: three activations, a tool call, and two spans that no reader wants, of two scopes. */
export const RUN: readonly SpanRecord[] = makeRun();

/** Those that a source has to give. */
export const WANTED: readonly SpanRecord[] = RUN.filter(
  (span) => "activation.kind" in span.attributes || span.attributes["gen_ai.operation.name"] === "execute_tool",
);

function makeRun(): SpanRecord[] {
  const agent = emitter();
  agent.start();
  agent.write(
    "hook",
    {
      name: "guard-shell",
      event: "PreToolUse",
      decision: "vetoed",
      reason: 'writes "outside" \\ the workspace — ünïcode',
      mutated: ["path", "mode"],
    },
    {
      durationMs: 3.000_007,
      status: { code: "error", message: "hook crashed" },
      attributes: { score: 0.75, big: 9_223_372_036_854_775_807n, none: null },
    },
  );
  const call = agent.call("shell.exec", { toolCallId: "call_1" });
  const chat = agent.raw(
    "chat",
    { "gen_ai.operation.name": "chat", "gen_ai.input.messages": 'a span has {"key":"activation.kind"} or "execute_tool" in it' },
    { events: [{ name: "exception", attributes: attributes({ "exception.message": "broken" }) }] },
  );
  const http = agent.raw("GET", { "http.request.method": "GET", nested: attributes({ "activation.kind": "hook" }) }, { parent: null });
  agent.end();
  const foreign = new Set([call, chat, http]);
  const others = [...foreign].map((span) => ({ ...span, scope: "demo-agent" }));
  return [...agent.spans.filter((span) => !foreign.has(span)), ...others];
}

/** Spans by the name of their scope. */
export function byScope(spans: readonly SpanRecord[]): ReadonlyMap<string, readonly SpanRecord[]> {
  const scopes = new Map<string, SpanRecord[]>();
  for (const span of spans) scopes.set(span.scope, [...(scopes.get(span.scope) ?? []), span]);
  return scopes;
}
