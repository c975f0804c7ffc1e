// Makes trace files as the Collector's file exporter writes them, and as ClickHouse exports them, to measure readers with.
//
//   node bench/generate.mjs DIRECTORY [MEGABYTES=1024]
//
// traces.jsonl (one export a line), traces.bin (the same exports in protobuf, each behind its length), traces.jsonl.gz,
// rows.jsonl (a quarter as much: ClickHouse's JSONEachRow, one span a line), and counts.json: what a reader has to find. Two spans in a hundred are activations, some in every export; a few prompts speak
// of them without being one.
import { createReadStream, createWriteStream, mkdirSync, writeFileSync, writeSync, openSync, closeSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** So many different exports are made and written over and over: making them all anew would take longer than reading them. */
const EXPORTS = 96;
const ACTIVATIONS_IN_A_HUNDRED = 2;

let state = 0x9e3779b9;

/** A number from 0 to `below`, the same ones in every run (xorshift32). */
function random(below) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return Math.floor(((state >>> 0) / 2 ** 32) * below);
}

const pick = (list) => list[random(list.length)];
const hex = (digits) => Array.from({ length: digits }, () => random(16).toString(16)).join("");

const WORDS =
  'look at the failing test then read its fixture and say "why" it fails\n before anything is changed naïve 数据 C:\\temp <tag> & so on'.split(
    " ",
  );
const prose = (words) => Array.from({ length: words }, () => pick(WORDS)).join(" ");

let nanos = 1_780_000_000_000_000_000n;

function span(name, attributes) {
  nanos += BigInt(1000 + random(1_000_000));
  return {
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: hex(16),
    flags: 257,
    name,
    kind: 1 + random(3),
    startTimeUnixNano: String(nanos),
    endTimeUnixNano: String(nanos + BigInt(random(400_000_000))),
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) })),
    status: random(50) === 0 ? { message: "connection reset", code: 2 } : {},
  };
}

function anyValue(value) {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

const http = () =>
  span(pick(["GET", "POST"]), {
    "http.request.method": "GET",
    "url.full": `https://api.example.com/v1/${pick(["items", "users", "search"])}/${random(1e6)}?page=${random(99)}`,
    "server.address": "api.example.com",
    "server.port": 443,
    "http.response.status_code": pick([200, 200, 201, 404, 503]),
    "network.protocol.version": "1.1",
    "user_agent.original": "example-client/2.1 (+https://client.example.com)",
    "network.peer.address": `10.1.${random(255)}.${random(255)}`,
  });

const database = () =>
  span("SELECT orders", {
    "db.system.name": "postgresql",
    "db.namespace": "shop",
    "db.query.text": `SELECT id, state, created_at FROM orders WHERE customer = $1 AND state <> 'closed' ORDER BY created_at LIMIT ${random(200)}`,
    "db.operation.name": "SELECT",
    "server.address": "db.internal.example.com",
    "server.port": 5432,
  });

const chat = () => {
  const decoy = random(200) === 0 ? 'it prints {"key":"activation.kind"} and "execute_tool", ' : "";
  return span("chat example-large", {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "example",
    "gen_ai.request.model": "example-large",
    "gen_ai.request.temperature": 0.7,
    "gen_ai.usage.input_tokens": random(9000),
    "gen_ai.usage.output_tokens": random(2000),
    "gen_ai.input.messages": JSON.stringify([{ role: "user", parts: [{ type: "text", content: decoy + prose(60 + random(240)) }] }]),
    "gen_ai.output.messages": JSON.stringify([{ role: "assistant", parts: [{ type: "text", content: prose(40 + random(140)) }] }]),
  });
};

const activation = () => {
  const name = `guard-${random(60)}`;
  const decision = pick(["ran", "ran", "ran", "vetoed", "skipped"]);
  return span(`execute_hook ${name}`, {
    "activation.kind": "hook",
    "activation.sequence": 1 + random(1000),
    "activation.emitter": `e-${random(400)}`,
    "session.id": `s-${random(400)}`,
    "activation.run.id": "r-1",
    "activation.name": name,
    "activation.reason": "its matcher selects the tool",
    "activation.reason_code": "matched",
    "activation.hook.event": "PreToolUse",
    "activation.hook.decision": decision,
    "activation.tool.name": pick(["Bash", "Edit", "Read", "Write"]),
    "activation.source.path": `~/project/.agent/hooks/${name}.json`,
  });
};

function exportOf(spans) {
  const activations = Math.max(1, Math.round((spans * ACTIVATIONS_IN_A_HUNDRED) / 100));
  const scope = (name, make, count) => ({ scope: { name, version: "1.4.0" }, spans: Array.from({ length: count }, make) });
  const others = spans - activations;
  const scopes = [
    scope("example-http", http, Math.round(others * 0.55)),
    scope("example-database", database, Math.round(others * 0.25)),
    scope("example-chat", chat, Math.round(others * 0.2)),
  ];
  scopes.splice(random(4), 0, scope("extension-activation", activation, activations));
  const resource = { attributes: [{ key: "service.name", value: { stringValue: "example-agent" } }] };
  return {
    data: { resourceSpans: [{ resource, scopeSpans: scopes }] },
    spans: scopes.reduce((sum, { spans }) => sum + spans.length, 0),
    activations,
  };
}

// ---- the same in protobuf

function varint(number) {
  const bytes = [];
  let rest = BigInt(number);
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}

const tag = (field, type) => varint(8 * field + type);
const delimited = (field, bytes) => Buffer.concat([tag(field, 2), varint(bytes.length), bytes]);
const text = (field, value) => delimited(field, Buffer.from(value));
const message = (field, ...parts) => delimited(field, Buffer.concat(parts));

function fixed64(field, number) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(number));
  return Buffer.concat([tag(field, 1), bytes]);
}

function double(field, number) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(number);
  return Buffer.concat([tag(field, 1), bytes]);
}

function protoValue({ stringValue, boolValue, intValue, doubleValue }) {
  if (stringValue !== undefined) return text(1, stringValue);
  if (boolValue !== undefined) return Buffer.concat([tag(2, 0), varint(boolValue ? 1 : 0)]);
  return intValue === undefined ? double(4, doubleValue) : Buffer.concat([tag(3, 0), varint(intValue)]);
}

const protoAttributes = (field, attributes) =>
  Buffer.concat(attributes.map(({ key, value }) => message(field, text(1, key), delimited(2, protoValue(value)))));

const protoSpan = (span) =>
  message(
    2,
    delimited(1, Buffer.from(span.traceId, "hex")),
    delimited(2, Buffer.from(span.spanId, "hex")),
    delimited(4, Buffer.from(span.parentSpanId, "hex")),
    text(5, span.name),
    tag(6, 0),
    varint(span.kind),
    fixed64(7, span.startTimeUnixNano),
    fixed64(8, span.endTimeUnixNano),
    protoAttributes(9, span.attributes),
    span.status.code === undefined ? message(15) : message(15, text(2, span.status.message), tag(3, 0), varint(span.status.code)),
  );

const protoExport = ({ resourceSpans }) =>
  Buffer.concat(
    resourceSpans.map(({ resource, scopeSpans }) =>
      message(
        1,
        message(1, protoAttributes(1, resource.attributes)),
        ...scopeSpans.map(({ scope, spans }) =>
          message(2, message(1, text(1, scope.name), text(2, scope.version)), ...spans.map(protoSpan)),
        ),
      ),
    ),
  );

// ---- the same as ClickHouse's JSONEachRow

function timestamp(nanos) {
  const time = new Date(Number(BigInt(nanos) / 1_000_000n)).toISOString().slice(0, 19).replace("T", " ");
  return `${time}.${String(BigInt(nanos) % 1_000_000_000n).padStart(9, "0")}`;
}

const texts = (attributes) => Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));

const rowOf = (span, scope, resource) =>
  JSON.stringify({
    Timestamp: timestamp(span.startTimeUnixNano),
    TraceId: span.traceId,
    SpanId: span.spanId,
    ParentSpanId: span.parentSpanId,
    TraceState: "",
    SpanName: span.name,
    SpanKind: ["Internal", "Server", "Client"][span.kind - 1],
    ServiceName: "example-agent",
    ResourceAttributes: texts(resource.attributes),
    ScopeName: scope.name,
    ScopeVersion: scope.version,
    SpanAttributes: texts(span.attributes),
    Duration: String(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)),
    StatusCode: span.status.code === undefined ? "Unset" : "Error",
    StatusMessage: span.status.message ?? "",
    "Events.Timestamp": [],
    "Events.Name": [],
    "Events.Attributes": [],
    "Links.TraceId": [],
    "Links.SpanId": [],
    "Links.TraceState": [],
    "Links.Attributes": [],
  });

const rowsOf = ({ resourceSpans }) =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) => spans.map((span) => `${rowOf(span, scope, resource)}\n`)),
  );

function framed(bytes) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

// ---- files

/** Writes the files; returns what is in counts.json. */
export async function generate(directory, megabytes, { isPacked = true } = {}) {
  mkdirSync(directory, { recursive: true });
  const exports = Array.from({ length: EXPORTS }, () => exportOf(100 + random(400))).map(({ data, spans, activations }) => ({
    line: Buffer.from(`${JSON.stringify(data)}\n`),
    frame: framed(protoExport(data)),
    rows: Buffer.from(rowsOf(data).join("")),
    spans,
    activations,
  }));
  const counts = { bytes: 0, framedBytes: 0, lines: 0, spans: 0, activations: 0 };
  const lines = openSync(join(directory, "traces.jsonl"), "w");
  const frames = openSync(join(directory, "traces.bin"), "w");
  while (counts.bytes < megabytes * 2 ** 20) {
    const { line, frame, spans, activations } = exports[counts.lines % EXPORTS];
    writeSync(lines, line);
    writeSync(frames, frame);
    counts.bytes += line.length;
    counts.framedBytes += frame.length;
    counts.lines += 1;
    counts.spans += spans;
    counts.activations += activations;
  }
  closeSync(lines);
  closeSync(frames);
  counts.rows = writeRows(join(directory, "rows.jsonl"), exports, (megabytes / 4) * 2 ** 20);
  if (isPacked)
    await pipeline(
      createReadStream(join(directory, "traces.jsonl"), { highWaterMark: 2 ** 20 }),
      createGzip({ level: 6, chunkSize: 2 ** 20 }),
      createWriteStream(join(directory, "traces.jsonl.gz")),
    );
  writeFileSync(join(directory, "counts.json"), `${JSON.stringify(counts, null, 2)}\n`);
  return counts;
}

function writeRows(file, exports, length) {
  const counts = { bytes: 0, spans: 0, activations: 0 };
  const rows = openSync(file, "w");
  for (let index = 0; counts.bytes < length; index++) {
    const { rows: text, spans, activations } = exports[index % EXPORTS];
    writeSync(rows, text);
    counts.bytes += text.length;
    counts.spans += spans;
    counts.activations += activations;
  }
  closeSync(rows);
  return counts;
}

if (process.argv[1]?.endsWith("generate.mjs")) {
  const [directory, megabytes = "1024"] = process.argv.slice(2);
  if (directory === undefined) {
    process.stderr.write("usage: node bench/generate.mjs DIRECTORY [MEGABYTES=1024]\n");
    process.exit(2);
  }
  process.stdout.write(`${JSON.stringify(await generate(directory, Number(megabytes)))}\n`);
}
