// What recording costs: one dispatch of a hook, against the same written by hand with the OpenTelemetry API.
import { context, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { createRecorder, createSession } from "../dist/index.js";
import { startSession } from "../dist/sdk.js";
import { compare, line } from "./measure.mjs";

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

const facts = {
  name: "guard-shell",
  event: "PreToolUse",
  matcher: "shell.*",
  matcherSyntax: "glob",
  failMode: "closed",
  sourcePath: ".agent/settings.json",
  sourceScope: "project",
};
const calls = { handled: 0 };
const handler = () => {
  calls.handled++;
};

// By hand, with as many attributes as the recorder writes.
const tracer = new NodeTracerProvider().getTracer("by-hand");
const inToolCall = trace.setSpan(ROOT_CONTEXT, tracer.startSpan("execute_tool shell.exec"));
let sequence = 0;
function byHand() {
  const span = tracer.startSpan("execute_hook guard-shell", undefined, inToolCall);
  context.with(trace.setSpan(inToolCall, span), handler);
  span.setAttributes({
    "activation.kind": "hook",
    "activation.emitter": "e-1",
    "session.id": "s-1",
    "activation.name": facts.name,
    "gen_ai.agent.name": "demo",
    "activation.source.path": facts.sourcePath,
    "activation.source.scope": facts.sourceScope,
    "activation.hook.event": facts.event,
    "activation.hook.fail_mode": facts.failMode,
    "activation.hook.matcher": facts.matcher,
    "activation.hook.matcher_syntax": facts.matcherSyntax,
    "activation.reason_code": "matched",
    "activation.reason": "selected for shell.exec",
    "activation.hook.decision": "ran",
    "activation.hook.outcome": "completed",
    "activation.hook.mutated": [],
    "activation.sequence": ++sequence,
    "activation.run.id": "r-1",
    "activation.tool.name": "shell.exec",
    "activation.tool.call_id": "call_1",
  });
  span.end();
}

function bareSpan() {
  const span = tracer.startSpan("bare", undefined, ROOT_CONTEXT);
  span.setAttributes({ a: "1", b: "2", c: "3", d: "4", e: "5", f: "6", g: "7", h: "8", i: "9", j: "10" });
  span.end();
}

/** As a host does it: the disable check, the dispatch under the tool call's span, the handler. */
function dispatcher(recorder) {
  recorder.startRun("r-1");
  const where = { context: recorder.beginToolCall({ toolName: "shell.exec", toolCallId: "call_1" }).context };
  const prepared = recorder.prepareHook(facts);
  const surface = recorder.session.addSurface({ kind: "hook", name: facts.name });
  const target = { toolName: "shell.exec", toolCallId: "call_1" };
  return () => {
    if (recorder.session.disabledBy(surface) !== undefined) return;
    const dispatch = recorder.beginHook(prepared, target, where);
    dispatch.run(handler);
    dispatch.end({ decision: "ran", outcome: "completed", reason: "selected for shell.exec" });
  };
}

const traced = dispatcher(startSession({ agent: "demo", journal: false, otlp: false }).recorder);
const untraced = dispatcher(createRecorder(createSession({ agent: "demo" })));

const attributes = { traced: 0, byHand: 20 };
{
  const seen = [];
  const { recorder } = startSession({
    agent: "demo",
    journal: false,
    otlp: false,
    spanProcessors: [{ onStart() {}, onEnd: (span) => seen.push(span), forceFlush: async () => {}, shutdown: async () => {} }],
  });
  dispatcher(recorder)();
  attributes.traced = Object.keys(seen.at(-1).attributes).length;
}

const dispatch = await compare({ byHand, traced });
const twoReads = () => performance.now() - performance.now();
const bare = await compare({ bareSpan, untraced, twoReads });
console.log(`a recorded dispatch writes ${attributes.traced} attributes, the one by hand ${attributes.byHand}`);
line("recorded dispatch", dispatch.traced.ratio, "a dispatch written by hand", 1.1);
line("recorded dispatch, no SDK", bare.untraced.ratio, "a bare span of 10 attributes", 0.05);
line("… of which its begin and end, two reads of the clock", bare.twoReads.ratio, "a bare span of 10 attributes");
