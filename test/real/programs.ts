import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pathOf, PROGRAMS } from "../../scripts/real-programs.mjs";
import { freePorts, startProcess, temporaryFolder, type RunningProcess } from "./process.ts";

export { PROGRAMS, temporaryFolder };

export const COLLECTOR: string = pathOf(PROGRAMS.collector);
export const JAEGER: string = pathOf(PROGRAMS.jaeger);
const JAEGER_V1: string = pathOf(PROGRAMS.jaegerV1);

/** A program was not built because Go is absent: `node scripts/real-programs.mjs` has said so. */
export const noCollector: boolean = !existsSync(COLLECTOR);
export const noJaeger: boolean = !existsSync(JAEGER) || !existsSync(JAEGER_V1);

export const COLLECTOR_CONFIGS = ["file", "file-proto", "file-zstd", "collector"] as const;
/** The stores of Jaeger 2, for each of which there is a configuration. */
export const JAEGER_STORES = ["memory", "badger"] as const;
/** Jaeger 2 with these stores, and Jaeger 1, which has no configuration but its flags. */
export const JAEGERS = ["memory", "badger", "1.x"] as const;
export type JaegerKind = (typeof JAEGERS)[number];

export interface Collector extends RunningProcess {
  /** Where OTLP over HTTP is taken: `http://127.0.0.1:…`; traces at `/v1/traces`. */
  readonly url: string;
  /** `host:port` for OTLP over gRPC. */
  readonly grpc: string;
  /** The folder of the file that it writes. */
  readonly folder: string;
  /** The file that it writes. */
  readonly file: string;
}

export interface Jaeger extends RunningProcess {
  /** Where OTLP over HTTP is taken. */
  readonly url: string;
  /** `host:port` for OTLP over gRPC. */
  readonly grpc: string;
  /** Where it is asked: `http://127.0.0.1:…`. */
  readonly query: string;
}

export interface CollectorOptions {
  /** Where its files go: a new folder, where none is given. */
  readonly folder?: string;
  /** The Jaeger that `collector.yaml` feeds: `host:port` of OTLP over gRPC. */
  readonly jaeger?: string;
  /** Further arguments, such as `--set=…` or `--feature-gates=…`. */
  readonly args?: readonly string[];
}

/** Starts the Collector with one of the configurations of collector-config/, on free ports of loopback. */
export async function startCollector(config: (typeof COLLECTOR_CONFIGS)[number], options: CollectorOptions = {}): Promise<Collector> {
  const folder = options.folder ?? temporaryFolder();
  const [grpc, http, metrics] = await freePorts(3);
  const file = join(folder, "traces");
  const started = await startProcess(
    COLLECTOR,
    ["--config", configPath(config), ...(options.args ?? [])],
    {
      COLLECTOR_GRPC_PORT: `${grpc}`,
      COLLECTOR_HTTP_PORT: `${http}`,
      COLLECTOR_METRICS_PORT: `${metrics}`,
      COLLECTOR_FILE: file,
      COLLECTOR_QUEUE: join(folder, "queue"),
      ...(options.jaeger === undefined ? {} : { JAEGER_ENDPOINT: options.jaeger }),
    },
    folder,
  );
  return { ...started, url: `http://127.0.0.1:${http}`, grpc: `127.0.0.1:${grpc}`, folder, file };
}

/** Starts Jaeger 2 with one of its two stores, or Jaeger 1, which keeps its spans in memory, on free ports of loopback. */
export async function startJaeger(kind: JaegerKind, folder: string = temporaryFolder()): Promise<Jaeger> {
  const [grpc = 0, http = 0, query = 0, queryGrpc = 0, health = 0, metrics = 0] = await freePorts(6);
  const ports = { grpc, http, query, queryGrpc, health, metrics };
  const started = await (kind === "1.x" ? startJaegerV1(ports, folder) : startJaegerV2(kind, ports, folder));
  return { ...started, url: `http://127.0.0.1:${http}`, grpc: `127.0.0.1:${grpc}`, query: `http://127.0.0.1:${query}` };
}

type Ports = Readonly<Record<"grpc" | "http" | "query" | "queryGrpc" | "health" | "metrics", number>>;

function startJaegerV2(store: (typeof JAEGER_STORES)[number], ports: Ports, folder: string): Promise<RunningProcess> {
  return startProcess(
    JAEGER,
    ["--config", configPath(`jaeger-${store}`)],
    {
      JAEGER_OTLP_GRPC_PORT: `${ports.grpc}`,
      JAEGER_OTLP_HTTP_PORT: `${ports.http}`,
      JAEGER_QUERY_PORT: `${ports.query}`,
      JAEGER_QUERY_GRPC_PORT: `${ports.queryGrpc}`,
      JAEGER_HEALTH_PORT: `${ports.health}`,
      JAEGER_METRICS_PORT: `${ports.metrics}`,
      JAEGER_BADGER: join(folder, "badger"),
    },
    folder,
  );
}

/** All its parts in one program, with what nobody here asks for on ports of the system's choice. */
function startJaegerV1(ports: Ports, folder: string): Promise<RunningProcess> {
  const addresses = {
    "collector.otlp.grpc": ports.grpc,
    "collector.otlp.http": ports.http,
    "collector.grpc-server": 0,
    "collector.http-server": 0,
    "query.http-server": ports.query,
    "query.grpc-server": ports.queryGrpc,
    "admin.http": ports.health,
  };
  const args = Object.entries(addresses).map(([part, port]) => `--${part}.host-port=127.0.0.1:${port}`);
  return startProcess(JAEGER_V1, args, { SPAN_STORAGE_TYPE: "memory" }, folder, '"status":"ready"');
}

/** Sends an OTLP/JSON body; throws when it is not taken whole. */
export async function sendTraces(url: string, body: string): Promise<void> {
  const response = await fetch(`${url}/v1/traces`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const answer = await response.text();
  if (response.status !== 200 || answer !== '{"partialSuccess":{}}') throw new Error(`${url} answered ${response.status}: ${answer}`);
}

export function configPath(config: string): string {
  return fileURLToPath(new URL(`../../collector-config/${config}.yaml`, import.meta.url));
}
