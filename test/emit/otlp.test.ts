import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { ExportResultCode } from "@opentelemetry/core";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-node";
import { BatchProcessor } from "../../src/emit/batch-processor.ts";
import { endpointProblem, otlpIsConfigured } from "../../src/emit/otlp.ts";
import { buildProgram, run, type Finished } from "../helpers/program.ts";

let agent: string;
let server: Server | undefined;

beforeAll(async () => {
  agent = await buildProgram(new URL("programs/agent.ts", import.meta.url));
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function collector(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const runAgent = async (env: Record<string, string>, ...args: string[]): Promise<Finished> =>
  await run(agent, args, { env: { ...process.env, ACTIVATION_JOURNAL: "off", ...env } });

/** What a machine with other work may add to the promised second. */
const SLACK_MS = 1000;

/** How long the process lived on once the agent in it was done, in milliseconds. */
function lingered({ stdout }: Finished): number {
  return Number(/^lingered (\d+) ms$/m.exec(stdout)?.[1] ?? Infinity);
}

describe("a collector that answers", () => {
  test("gets every span of a burst that is larger than OpenTelemetry's queue, with the headers that were set", async () => {
    let spans = 0;
    const headers = new Set<string | undefined>();
    const url = await collector((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const raw = Buffer.concat(chunks);
        const body = JSON.parse((request.headers["content-encoding"] === "gzip" ? gunzipSync(raw) : raw).toString("utf8"));
        spans += body.resourceSpans[0].scopeSpans[0].spans.length;
        headers.add(`${request.url} ${String(request.headers["x-team"])} ${request.headers["content-encoding"]}`);
        response.setHeader("content-type", "application/json").end("{}");
      });
    });
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: "x-team=blue", OTEL_EXPORTER_OTLP_COMPRESSION: "gzip" };
    const finished = await runAgent(env, "properly", "10000", "15000");
    expect(finished).toMatchObject({ code: 0, stderr: "" });
    expect(finished.stdout).toContain("sent true");
    expect(spans).toBe(10_006);
    expect([...headers]).toEqual(["/v1/traces blue gzip"]);
  });
});

/** Every kind of collector that is no use: what it does with a request. */
const USELESS = {
  "hangs up": (_: IncomingMessage, response: ServerResponse) => response.destroy(),
  "never answers": () => {},
  "is overloaded": (_: IncomingMessage, response: ServerResponse) => response.writeHead(503, { "retry-after": "30" }).end(),
  refuses: (_: IncomingMessage, response: ServerResponse) => response.writeHead(401).end(),
  "begins an answer and stops": (_: IncomingMessage, response: ServerResponse) => void response.writeHead(200).write("{"),
};

describe("a collector that is no use costs the agent nothing, and its exit at most a second", () => {
  test.each(Object.entries(USELESS))("one that %s", async (_, answer) => {
    const url = await collector(answer);
    const finished = await runAgent({ OTEL_EXPORTER_OTLP_ENDPOINT: url }, "properly");
    expect(finished.code).toBe(0);
    // Exactly one: what was not sent is never passed over, and an agent's user is not told twice.
    expect(finished.stderr.match(/ActivationWarning/g)).toHaveLength(1);
    expect(lingered(finished)).toBeLessThan(1000 + SLACK_MS);
  });

  test("one that is not there: one warning that says what becomes of the spans", async () => {
    const url = await collector(() => {});
    server?.close();
    const finished = await runAgent({ OTEL_EXPORTER_OTLP_ENDPOINT: url }, "properly", "5000");
    expect(finished.code).toBe(0);
    expect(finished.stderr.match(/ActivationWarning/g)).toHaveLength(1);
    expect(finished.stderr).toContain("could not be sent over OTLP");
    expect(lingered(finished)).toBeLessThan(1000 + SLACK_MS);
  });

  test("one that is not there, where the environment gives an export half a minute", async () => {
    const url = await collector(() => {});
    server?.close();
    const finished = await runAgent({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_TIMEOUT: "30000" }, "properly");
    expect(finished.code).toBe(0);
    expect(lingered(finished)).toBeLessThan(1000 + SLACK_MS);
  });

  test("no value of a time or a size in the environment is told to the agent's user", async () => {
    const url = await collector((_, response) => response.writeHead(200).end("{}"));
    for (const odd of ["1e99", "99999999999", "-1", "0", "soon"]) {
      const env = { OTEL_EXPORTER_OTLP_TIMEOUT: odd, OTEL_BSP_SCHEDULE_DELAY: odd, OTEL_BSP_MAX_QUEUE_SIZE: odd };
      expect(await runAgent({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...env }, "properly")).toMatchObject({ code: 0, stderr: "" });
    }
  });

  test("one that never answers does not hold up an agent that just ends", async () => {
    const url = await collector(() => {});
    const finished = await runAgent({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: "1" }, "falling-off", "3000");
    expect(finished.code).toBe(0);
    expect(lingered(finished)).toBeLessThan(1000 + SLACK_MS);
  });
});

describe("what was not sent", () => {
  const spans = (count: number): ReadableSpan[] => Array.from({ length: count }, (_, at) => ({ name: `s${at}` }) as ReadableSpan);
  const processor = (fails: () => boolean, sent: string[] = []): BatchProcessor => {
    const exporter: SpanExporter = {
      export: (batch, done) => {
        if (!fails()) sent.push(...batch.map(({ name }) => name));
        done(fails() ? { code: ExportResultCode.FAILED, error: new Error("down") } : { code: ExportResultCode.SUCCESS });
      },
      async shutdown() {},
    };
    return new BatchProcessor(exporter, { queueSize: 10, batchSize: 2, delayMs: 60_000 }, () => {});
  };

  test("by a flush waits for the next, in its order", async () => {
    let down = true;
    const sent: string[] = [];
    const batches = processor(() => down, sent);
    for (const span of spans(9)) batches.onEnd(span);
    await expect(batches.forceFlush()).rejects.toThrow("down");
    expect(batches.unsent).toBe(9);
    down = false;
    await batches.forceFlush();
    expect({ sent, unsent: batches.unsent }).toEqual({ sent: spans(9).map(({ name }) => name), unsent: 0 });
  });

  test("is counted, also what found no room", () => {
    const batches = processor(() => true);
    for (const span of spans(25)) batches.onEnd(span);
    expect(batches.unsent).toBe(25);
  });
});

describe("where the environment says that spans go", () => {
  test.each(["not a url", "localhost:4318", "grpc://x:4317", "unix:///tmp/x", "http://[::1"])(
    "%s is no place: nothing is sent anywhere else, and that is said once",
    async (endpoint) => {
      expect(endpointProblem({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toContain(JSON.stringify(endpoint));
      expect(endpointProblem({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://x" })).toBeUndefined();
    },
  );

  test("is told without the password in it", async () => {
    const finished = await runAgent({ OTEL_EXPORTER_OTLP_ENDPOINT: "htp://me:hunter22@x" }, "properly");
    expect(finished.code).toBe(0);
    expect(finished.stderr.match(/ActivationWarning/g)).toHaveLength(1);
    expect(finished.stderr).toContain("OTEL_EXPORTER_OTLP_ENDPOINT is");
    expect(finished.stderr).not.toContain("hunter22");
  });
});

describe("whether the environment asks for OTLP", () => {
  test.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:4318/v1/traces" }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: " " }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://x", OTEL_SDK_DISABLED: "true" }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://x", OTEL_SDK_DISABLED: "maybe" }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://x", OTEL_TRACES_EXPORTER: "none" }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://x", OTEL_TRACES_EXPORTER: "console, otlp" }, true],
  ])("%j: %s", (env, asked) => {
    expect(otlpIsConfigured(env)).toBe(asked);
  });
});
