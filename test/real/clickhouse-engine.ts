import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A Python that has the package `chdb`: ClickHouse's engine without its server. */
const PYTHON = process.env["CLICKHOUSE_PYTHON"] ?? "python3";

export const isAbsent: boolean = spawnSync(PYTHON, ["-c", "import chdb"], { stdio: "ignore" }).status !== 0;
if (isAbsent) console.warn("ClickHouse is skipped: `pip install chdb`, and name that Python in CLICKHOUSE_PYTHON");

/** The table as the Collector's exporter makes it (clickhouseexporter), but for codecs, indexes and TTL; attributes by its option `json`. */
export const tracesTable = (name: string, attributes: string): string => `
  CREATE TABLE otel.${name} (
    Timestamp DateTime64(9), TraceId String, SpanId String, ParentSpanId String, TraceState String,
    SpanName LowCardinality(String), SpanKind LowCardinality(String), ServiceName LowCardinality(String),
    ResourceAttributes ${attributes}, ScopeName String, ScopeVersion String, SpanAttributes ${attributes},
    Duration UInt64, StatusCode LowCardinality(String), StatusMessage String,
    Events Nested (Timestamp DateTime64(9), Name LowCardinality(String), Attributes ${attributes}),
    Links Nested (TraceId String, SpanId String, TraceState String, Attributes ${attributes})
  ) ENGINE = MergeTree() PARTITION BY toDate(Timestamp) ORDER BY (ServiceName, SpanName, toDateTime(Timestamp))`;

/** The logs table of the same exporter. */
export const logsTable = (name: string, attributes: string): string => `
  CREATE TABLE otel.${name} (
    Timestamp DateTime64(9), TimestampTime DateTime DEFAULT toDateTime(Timestamp), TraceId String, SpanId String, TraceFlags UInt8,
    SeverityText LowCardinality(String), SeverityNumber UInt8, ServiceName LowCardinality(String), Body String,
    ResourceSchemaUrl LowCardinality(String), ResourceAttributes ${attributes}, ScopeSchemaUrl LowCardinality(String),
    ScopeName String, ScopeVersion LowCardinality(String), ScopeAttributes ${attributes}, LogAttributes ${attributes}, EventName String
  ) ENGINE = MergeTree() PARTITION BY toDate(TimestampTime) ORDER BY (ServiceName, TimestampTime, Timestamp)`;

/** The engine in a Python process, asked one question at a time. */
export class Engine {
  readonly #process: ChildProcess;
  readonly #waiting: ((line: string) => void)[] = [];

  constructor() {
    const child = spawn(PYTHON, [fileURLToPath(new URL("./clickhouse-engine.py", import.meta.url))], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    createInterface({ input: child.stdout }).on("line", (line) => this.#waiting.shift()?.(line));
    child.on("exit", () => {
      for (const answer of this.#waiting.splice(0)) answer('{"error":"the engine has ended"}');
    });
    this.#process = child;
  }

  async ask(
    query: string,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly body?: string; readonly error?: string }> {
    const answer = new Promise<string>((resolve) => this.#waiting.push(resolve));
    this.#process.stdin?.write(`${JSON.stringify({ query, parameters })}\n`);
    return JSON.parse(await answer) as { body?: string; error?: string };
  }

  async stop(): Promise<void> {
    this.#process.stdin?.end();
    if (this.#process.exitCode === null) await once(this.#process, "exit");
  }
}
