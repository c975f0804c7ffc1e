import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import type { Agent as HttpAgent, AgentOptions } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";
import { BatchProcessor } from "./batch-processor.ts";
import { redactCredentials } from "./redact.ts";
import type { Warn } from "./warn.ts";
import { setTimeout } from "./real-time.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * How long one export may take, in milliseconds, unless `OTEL_EXPORTER_OTLP_TIMEOUT` says otherwise. Far below
 * OpenTelemetry's 10 s: the exporter waits to try again under a timer that keeps a process alive, and a collector
 * that is gone must not cost an agent more than a second at its exit. The journal has what was not sent.
 */
const EXPORT_TIMEOUT_MS = 1000;

/** A burst of registrations in one tick is larger than OpenTelemetry's default queue of 2,048, which drops the rest unsaid. */
const QUEUE_SIZE = 16_384;

/** Whether the environment asks for OTLP, as OpenTelemetry's specification has it ("OTLP Exporter", "General SDK Configuration"). */
export function otlpIsConfigured(env: Environment = process.env): boolean {
  if (env["OTEL_SDK_DISABLED"]?.trim().toLowerCase() === "true") return false;
  const exporters = env["OTEL_TRACES_EXPORTER"]?.split(",").map((name) => name.trim());
  if (exporters !== undefined && exporters.join() !== "" && !exporters.includes("otlp")) return false;
  return endpointName(env) !== undefined;
}

/** The variable that says where spans go. */
function endpointName(env: Environment): string | undefined {
  return ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"].find((name) => (env[name] ?? "").trim() !== "");
}

/**
 * Why spans cannot be sent to where the environment says; undefined where they can, or it says nothing. OpenTelemetry's
 * exporter sends them to `localhost:4318` in place of what is no URL, to whoever listens there.
 */
export function endpointProblem(env: Environment = process.env): string | undefined {
  const name = endpointName(env);
  const url = name === undefined ? undefined : env[name]?.trim();
  if (url === undefined || (/^https?:\/\//i.test(url) && URL.canParse(url))) return undefined;
  return `${name} is ${JSON.stringify(redactCredentials(url))}, which is no URL that begins with http:// or https://`;
}

/** A processor that sends spans in batches over OTLP/HTTP (JSON), to where the `OTEL_EXPORTER_OTLP_…` variables say. */
export function otlpProcessor(warn: Warn, env: Environment = process.env): BatchProcessor {
  const timeout = env["OTEL_EXPORTER_OTLP_TRACES_TIMEOUT"] ?? env["OTEL_EXPORTER_OTLP_TIMEOUT"];
  const protocol = env["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] ?? env["OTEL_EXPORTER_OTLP_PROTOCOL"];
  const exporter = new OTLPTraceExporter({
    timeoutMillis: positive(timeout) ?? EXPORT_TIMEOUT_MS,
    httpAgentOptions: unreferencedAgent,
  });
  unreferenceRetries(exporter);
  const options = {
    queueSize: positive(env["OTEL_BSP_MAX_QUEUE_SIZE"]) ?? QUEUE_SIZE,
    batchSize: positive(env["OTEL_BSP_MAX_EXPORT_BATCH_SIZE"]) ?? 512,
    delayMs: positive(env["OTEL_BSP_SCHEDULE_DELAY"]) ?? 1000,
    advice: protocol?.trim() === "grpc" ? "it goes over HTTP, whatever OTEL_EXPORTER_OTLP_PROTOCOL says: give it the HTTP port" : undefined,
  };
  return new BatchProcessor(exporter, options, warn);
}

/** The longest timer of Node.js: a longer one fires at once, and Node.js warns of it. */
const MOST_TIMER_MS = 2 ** 31 - 1;

function positive(text: string | undefined): number | undefined {
  const number = Number(text);
  return text !== undefined && Number.isSafeInteger(number) && number > 0 ? Math.min(number, MOST_TIMER_MS) : undefined;
}

// Names of the SDK's own.
/* oxlint-disable no-underscore-dangle */
interface Retrying {
  _transport?: { send(data: Uint8Array, timeoutMs: number): Promise<unknown> };
  retry?: (data: Uint8Array, timeoutMs: number, inMs: number) => Promise<unknown>;
}

/**
 * The exporter waits to try again under a timer that keeps the process alive: where the environment allows an export
 * its usual 10 s, an agent whose collector is gone took 10 s to end (otlp-exporter-base 0.223.1). Nothing public
 * reaches that timer; where a later version has it elsewhere, nothing is changed, and a test says so.
 */
function unreferenceRetries(exporter: OTLPTraceExporter): void {
  const retrying = (exporter as unknown as { readonly _delegate?: { readonly _transport?: Retrying } })._delegate?._transport;
  const transport = retrying?._transport;
  if (retrying?.retry === undefined || transport === undefined) return;
  retrying.retry = async (data, timeoutMs, inMs) => {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, Math.min(inMs, MOST_TIMER_MS)).unref();
    });
    return await transport.send(data, timeoutMs);
  };
}
/* oxlint-enable no-underscore-dangle */

/** Connections that do not keep the process alive: an agent that is done ends, whatever the collector does. */
async function unreferencedAgent(protocol: string): Promise<HttpAgent | HttpsAgent> {
  const { Agent } = (protocol === "https:" ? await import("node:https") : await import("node:http")) as typeof import("node:http");
  class UnreferencedAgent extends Agent {
    override createConnection(options: AgentOptions, callback?: (error: Error | null, stream: Duplex) => void): Duplex | null | undefined {
      const socket = super.createConnection(options, callback);
      if (socket !== null && socket !== undefined && "unref" in socket) (socket as Duplex & { unref(): void }).unref();
      return socket;
    }
  }
  return new UnreferencedAgent({ keepAlive: true, maxSockets: 4 });
}
