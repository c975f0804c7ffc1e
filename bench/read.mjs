// How fast files are read, against the plain tools on the same machine, in one run: whole processes, files in the page cache.
//
//   node bench/read.mjs [--megabytes N] [--rounds N] [--large] [--directory DIR] [--dist DIR]
//
// Needs dist/ (npm run build). Of the rounds the quickest counts: what else the machine does only adds. Makes its data in a temporary directory, and deletes it. --large also reads four times as
// much, whose peak memory must be no higher. Exit code 1 where a ratio is above its limit.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { generate } from "./generate.mjs";

const { values: options } = parseArgs({
  options: {
    megabytes: { type: "string", default: "1024" },
    rounds: { type: "string", default: "5" },
    large: { type: "boolean", default: false },
    directory: { type: "string" },
    dist: { type: "string", default: "dist" },
  },
});

const sources = pathToFileURL(resolve(fileURLToPath(new URL("..", import.meta.url)), options.dist, "sources.js"));
if (!existsSync(sources)) {
  process.stderr.write(`${options.dist} is not there: run \`npm run build\` first\n`);
  process.exit(2);
}

const directory = options.directory ?? mkdtempSync(join(tmpdir(), "bench-read-"));
const program = join(directory, "program.mjs");
const lines = join(directory, "traces.jsonl");
const frames = join(directory, "traces.bin");
const rows = join(directory, "rows.jsonl");
const packed = join(directory, "traces.jsonl.gz");

/** What is measured: this program, on a file. It prints how many activations it found, and its peak memory. */
const PROGRAM = `
const [how, file] = process.argv.slice(2);
let activations = 0;
if (how === "ours") {
  const { openSource } = await import(${JSON.stringify(sources.href)});
  const source = await openSource(file);
  for await (const record of source.read({ query: {}, onWarning: console.error, onSummary: () => {} })) {
    if (record.attributes["activation.kind"] !== undefined) activations++;
  }
} else if (how === "rows") {
  const { createReadStream } = await import("node:fs");
  const { createInterface } = await import("node:readline");
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    if (JSON.parse(line).SpanAttributes["activation.kind"] !== undefined) activations++;
} else if (how === "lines") {
  const { createReadStream } = await import("node:fs");
  const { createInterface } = await import("node:readline");
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    for (const { scopeSpans } of JSON.parse(line).resourceSpans)
      for (const { spans } of scopeSpans)
        for (const { attributes } of spans) if (attributes.some(({ key }) => key === "activation.kind")) activations++;
  }
} else {
  const { closeSync, openSync, readSync } = await import("node:fs");
  const buffer = Buffer.allocUnsafe(1 << 20);
  const descriptor = openSync(file, "r");
  while (readSync(descriptor, buffer, 0, buffer.length, null) > 0);
  closeSync(descriptor);
}
console.log(JSON.stringify({ activations, peak: await peak() }));

/** In MB. What getrusage says of a new process can be its parent's: where the system tells of this one alone, that counts. */
async function peak() {
  const { readFileSync } = await import("node:fs");
  try {
    return Number(/^VmHWM:\\s*(\\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}
`;

const node = (how) => (file) => [process.execPath, [program, how, file]];
const shell = (command) => (file) => ["sh", ["-c", `${command} '${file}' > /dev/null`]];

/** Milliseconds of a whole process, and what it printed. */
function run([command, args]) {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  const took = performance.now() - began;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${stderr}`);
  return { took, ...(stdout.startsWith("{") ? JSON.parse(stdout) : {}) };
}

/** Runs several ways in turn, so that what else the machine does falls on all of them. */
function compare(ways, rounds) {
  const runs = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) for (const [name, way] of Object.entries(ways)) runs[name].push(run(way));
  return Object.fromEntries(
    Object.entries(runs).map(([name, all]) => [
      name,
      {
        took: Math.min(...all.map(({ took }) => took)),
        peak: Math.max(...all.map(({ peak = 0 }) => peak)),
        activations: all[0].activations,
      },
    ]),
  );
}

let failed = false;

function judge(what, value, limit, unit = "", how = "") {
  const isMet = value <= limit;
  failed ||= !isMet;
  process.stdout.write(`${isMet ? "ok  " : "MISS"} ${what}: ${value.toFixed(2)}${unit} (at most ${limit}${unit})${how}\n`);
}

/** How long one took, as a multiple of the other. */
function judgeTime(what, { took }, { took: yardstick }, limit) {
  judge(what, took / yardstick, limit, "", `, ${took.toFixed(0)} ms to ${yardstick.toFixed(0)} ms`);
}

function check(found, expected) {
  if (found !== expected) throw new Error(`found ${found} activations, and there are ${expected}`);
}

try {
  const megabytes = Number(options.megabytes);
  const isThere = existsSync(join(directory, "counts.json")) && existsSync(rows);
  const counts = isThere ? JSON.parse(readFileSync(join(directory, "counts.json"), "utf8")) : await generate(directory, megabytes);
  writeFileSync(program, PROGRAM);
  const rounds = Number(options.rounds);
  process.stdout.write(
    `${(counts.bytes / 1e6).toFixed(0)} MB, ${counts.spans} spans, ${counts.activations} activations; Node ${process.version}\n`,
  );

  const json = compare({ cat: shell("cat")(lines), ours: node("ours")(lines) }, rounds);
  check(json.ours.activations, counts.activations);
  judgeTime("OTLP/JSON, times cat", json.ours, json.cat, 8);
  judge("OTLP/JSON, peak memory", json.ours.peak, 120, " MB");

  const parsed = compare({ lines: node("lines")(lines), ours: node("ours")(lines) }, Math.min(rounds, 3));
  check(parsed.lines.activations, counts.activations);
  judgeTime("OTLP/JSON, share of readline and JSON.parse", parsed.ours, parsed.lines, 0.1);

  const proto = compare({ raw: node("raw")(frames), ours: node("ours")(frames) }, rounds);
  check(proto.ours.activations, counts.activations);
  judgeTime("framed protobuf, times Node's raw read", proto.ours, proto.raw, 3);
  judge("framed protobuf, peak memory", proto.ours.peak, 120, " MB");

  const clickhouse = compare({ rows: node("rows")(rows), ours: node("ours")(rows) }, Math.min(rounds, 3));
  check(clickhouse.rows.activations, counts.rows.activations);
  check(clickhouse.ours.activations, counts.rows.activations);
  judgeTime("ClickHouse's JSONEachRow, share of readline and JSON.parse", clickhouse.ours, clickhouse.rows, 0.7);
  judge("ClickHouse's JSONEachRow, peak memory", clickhouse.ours.peak, 120, " MB");

  const gzip = compare({ gzip: shell("gzip -dc")(packed), ours: node("ours")(packed) }, Math.min(rounds, 3));
  check(gzip.ours.activations, counts.activations);
  judgeTime("gzip, times gzip -dc", gzip.ours, gzip.gzip, 0.5);
  judge("gzip, peak memory", gzip.ours.peak, 128, " MB");

  if (options.large) {
    const larger = join(directory, "larger");
    try {
      const { activations } = await generate(larger, 4 * megabytes, { isPacked: false });
      const { ours } = compare({ ours: node("ours")(join(larger, "traces.jsonl")) }, 1);
      check(ours.activations, activations);
      judge(`OTLP/JSON of ${4 * megabytes} MB, peak memory`, ours.peak, 120, " MB");
    } finally {
      rmSync(larger, { recursive: true, force: true });
    }
  }
} finally {
  if (options.directory === undefined) rmSync(directory, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
