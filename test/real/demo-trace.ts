/** OTLP/JSON of a small made-up session whose values are the hard ones, in three export requests: what the recordings are made of. */

type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | readonly Value[]
  | { readonly double: number }
  | { readonly [key: string]: Value };

/** With leading zeros, that a store can lose; and the second run's. */
const TRACE_ID = "00000000000000005b8efff798038103";
const SECOND_TRACE_ID = "5b8efff798038103d269b633813fc60c";
/** 2026-01-05T09:00:00Z, in nanoseconds. */
const START = 1_767_603_600_000_000_000n;

const SESSION = { "session.id": "s-demo", "activation.emitter": "e-demo", "activation.run.id": "r-demo", "gen_ai.agent.name": "demo" };

const FIRST = [
  span(1, undefined, "start_session", 1n, 1n, {
    "activation.kind": "session",
    "activation.sequence": 1n,
    ...SESSION,
    "activation.session.phase": "started",
    "activation.schema_version": "1",
    "activation.session.workspace.path": "~/project",
    "activation.session.workspace.trusted": true,
  }),
  // Lists: of several, with a comma in one, and known to be empty.
  span(2, 1, "register_plugin acme-tools", 200n, 90_000n, {
    "activation.kind": "plugin",
    "activation.sequence": 2n,
    ...SESSION,
    "activation.name": "acme-tools",
    "activation.plugin.status": "registered",
    "activation.plugin.registered.commands": ["ship", "a, b"],
    "activation.plugin.registered.tools": [],
    "activation.provenance.signed": false,
  }),
];

const SECOND = [
  // An ordinary tool call, and two facts about it: 80 ns apart, an instant, a failure with its exception.
  span(3, 1, "execute_tool shell.exec", 100_000n, 400_000n, {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "shell.exec",
    "gen_ai.tool.call.id": "call_1",
    "session.id": "s-demo",
  }),
  {
    ...span(4, 3, "execute_hook guard-shell", 100_080n, 200_000n, {
      "activation.kind": "hook",
      "activation.sequence": 3n,
      ...SESSION,
      "activation.name": "guard-shell",
      "activation.reason_code": "vetoed_by_hook",
      "activation.reason": "writes outside the workspace",
      "activation.hook.event": "PreToolUse",
      "activation.hook.decision": "vetoed",
      "activation.hook.outcome": "completed",
      "activation.hook.mutated": [],
      "activation.hook.timeout_ms": 5000n,
      "activation.tool.name": "shell.exec",
      "activation.tool.call_id": "call_1",
      "process.exit.code": 2n,
    }),
    links: [{ traceId: "5b8efff7980381035b8efff798038103", spanId: "00000000000000aa" }],
  },
  span(5, 3, "execute_hook audit", 100_160n, 100_160n, {
    "activation.kind": "hook",
    "activation.sequence": 4n,
    ...SESSION,
    "activation.name": "audit",
    "activation.reason_code": "not_matched",
    "activation.hook.event": "PreToolUse",
    "activation.hook.decision": "skipped",
    "activation.tool.name": "shell.exec",
  }),
  {
    ...span(6, 3, "execute_hook notify", 250_000n, 260_000n, {
      "activation.kind": "hook",
      "activation.sequence": 5n,
      ...SESSION,
      "activation.name": "notify",
      "activation.reason_code": "hook_failed",
      "activation.hook.event": "PostToolUse",
      "activation.hook.decision": "ran",
      "activation.hook.outcome": "failed",
      "error.type": "ENOENT",
    }),
    status: { code: 2, message: "no such program" },
    events: [
      {
        timeUnixNano: `${START + 255_000n}`,
        name: "exception",
        attributes: attributes({ "exception.type": "Error", "exception.message": "no such program" }),
      },
    ],
    droppedAttributesCount: 2,
  },
  // A kind that nobody knows, with a value of every type that OTLP has.
  span(7, 1, "future_fact", 300_000n, 310_000n, {
    "activation.kind": "future_kind",
    "activation.sequence": 6n,
    ...SESSION,
    "activation.name": "everything",
    "demo.control": "a\u001b[31m\u0000<&>\u2028é😀",
    "demo.int64": 9_223_372_036_854_775_807n,
    "demo.double": { double: 1 },
    "demo.fraction": { double: 0.1 },
    "demo.false": false,
    "demo.empty": "",
    "demo.nothing": null,
    "demo.bytes": new Uint8Array([1, 2, 3]),
    "demo.map": { a: 1n, b: ["x"] },
    "demo.mixed": ["x", 1n, true],
  }),
];

// Another trace, in an answer with the first.
const THIRD = [
  span(8, undefined, "use_skill release-notes", 600_000n, 600_000n, {
    "activation.kind": "skill_use",
    "activation.sequence": 7n,
    ...SESSION,
    "activation.run.id": "r-demo-2",
    "activation.name": "release-notes",
    "activation.reason_code": "selected_by_model",
    "activation.skill.trigger": "implicit",
  }),
  span(9, 8, "end_session", 700_000n, 700_000n, {
    "activation.kind": "session",
    "activation.sequence": 8n,
    ...SESSION,
    "activation.run.id": "r-demo-2",
    "activation.session.phase": "ended",
    "activation.session.records": 8n,
    "activation.session.total.hooks_vetoed": 1n,
    "activation.session.total.hooks_failed": 1n,
    "activation.session.total.skills_skipped": 0n,
    "activation.session.total.disables": 0n,
  }),
];

export const DEMO_TRACE_ID: string = TRACE_ID;
export const DEMO_BODIES: readonly string[] = [FIRST, SECOND, THIRD].map(body);

function body(spans: readonly object[]): string {
  const resource = { attributes: attributes({ "service.name": "demo-agent" }) };
  return JSON.stringify({
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "extension-activation", version: "0.1.0" }, spans }] }],
  });
}

function span(id: number, parent: number | undefined, name: string, start: bigint, end: bigint, values: Record<string, Value>): object {
  return {
    traceId: id < 8 ? TRACE_ID : SECOND_TRACE_ID,
    spanId: spanId(id),
    ...(parent === undefined ? {} : { parentSpanId: spanId(parent) }),
    name,
    kind: 1,
    startTimeUnixNano: `${START + start}`,
    endTimeUnixNano: `${START + end}`,
    attributes: attributes(values),
  };
}

function spanId(id: number): string {
  return id.toString(16).padStart(16, "0");
}

function attributes(values: Readonly<Record<string, Value>>): object[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: Value): object {
  if (value === null) return {};
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number" || typeof value === "bigint") return { intValue: `${value}` };
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  if ("double" in value) return { doubleValue: value.double };
  return { kvlistValue: { values: attributes(value as Record<string, Value>) } };
}
