import { json, serve, text, type LoopbackRequest, type LoopbackServer } from "../http/loopback.ts";

/** A span that a simulated Jaeger holds. */
export interface StoredSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly start: bigint;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Which of Jaeger's interfaces are served, and how well. */
export interface Interfaces {
  /** API v3: `finds` by attributes, passes them over as Jaeger did up to 2.13, refuses them as 1.35 did, or is not there. */
  readonly v3: "finds" | "passes over" | "refuses" | "absent";
  readonly legacy: boolean;
}

/**
 * Answers as Jaeger's query service does: the shapes are those recorded in test/fixtures/recorded/jaeger-2.13.0, a path
 * that is not served gives the page of the UI, a search without a result is 404 in API v3.
 */
export async function serveJaeger(spans: readonly StoredSpan[], interfaces: Interfaces): Promise<LoopbackServer> {
  return serve(({ path, query }, response) => {
    if (path.startsWith("/api/v3/") && interfaces.v3 !== "absent") {
      if (path === "/api/v3/services") return json(response, { services: servicesOf(spans) });
      if (interfaces.v3 === "refuses" && query.has("query.attributes")) return json(response, REFUSAL, 400);
      const byId = /^\/api\/v3\/traces\/([0-9a-f]{32})$/.exec(path)?.[1];
      const found =
        byId === undefined ? search(spans, v3Search(query, interfaces.v3 === "finds")) : spans.filter(({ traceId }) => traceId === byId);
      if (found.length === 0) return json(response, { error: { httpCode: 404, message: "No traces found" } }, 404);
      return json(response, { result: { resourceSpans: found.map(otlp) } });
    }
    if (path === "/api/services" && interfaces.legacy)
      return json(response, { data: servicesOf(spans), total: 1, limit: 0, offset: 0, errors: null });
    if (path === "/api/traces" && interfaces.legacy) {
      const byTrace = grouped(search(spans, legacySearch(query)));
      const data = [...byTrace].map(([traceID, inTrace]) => ({ traceID, spans: inTrace.map(legacy), processes: {}, warnings: null }));
      return json(response, { data, total: 0, limit: 0, offset: 0, errors: null });
    }
    return text(response, "<!DOCTYPE html><html>Jaeger UI</html>", 200, { "content-type": "text/html" });
  });
}

/** As in test/fixtures/recorded/jaeger-1.35.0. */
const REFUSAL = { error: "more than one value provided for key … in map Attributes", code: 3, message: "more than one value provided …" };

interface Search {
  readonly service: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly from: bigint;
  readonly to: bigint;
  readonly limit: number;
}

function v3Search(query: LoopbackRequest["query"], finds: boolean): Search {
  // Each version knows one of the two spellings.
  const read = (camel: string, snake: string): string => query.get(`query.${finds ? camel : snake}`) ?? "";
  return {
    service: read("serviceName", "service_name"),
    attributes: finds ? (JSON.parse(query.get("query.attributes") ?? "{}") as Record<string, string>) : {},
    from: nanos(read("startTimeMin", "start_time_min")),
    to: nanos(read("startTimeMax", "start_time_max")),
    limit: Number(read("searchDepth", "num_traces")),
  };
}

function legacySearch(query: LoopbackRequest["query"]): Search {
  return {
    service: query.get("service") ?? "",
    attributes: JSON.parse(query.get("tags") ?? "{}") as Record<string, string>,
    from: BigInt(query.get("start") ?? 0) * 1000n,
    to: BigInt(query.get("end") ?? 0) * 1000n + 1000n,
    limit: Number(query.get("limit")),
  };
}

function nanos(rfc3339: string): bigint {
  const [, seconds = "", fraction = ""] = /^(.*)\.(\d{9})Z$/.exec(rfc3339) ?? [];
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(fraction);
}

/** Whole traces, as many as the limit lets through, of which one span is what is looked for. */
function search(spans: readonly StoredSpan[], { service, attributes, from, to, limit }: Search): readonly StoredSpan[] {
  const matches = spans.filter(
    (span) =>
      span.service === service &&
      span.start >= from &&
      span.start < to &&
      Object.entries(attributes).every(([key, value]) => span.attributes[key] === value),
  );
  const traceIds = new Set([...new Set(matches.map(({ traceId }) => traceId))].slice(0, limit));
  return spans.filter(({ traceId }) => traceIds.has(traceId));
}

function servicesOf(spans: readonly StoredSpan[]): readonly string[] {
  return [...new Set(spans.map(({ service }) => service))];
}

function grouped(spans: readonly StoredSpan[]): Map<string, StoredSpan[]> {
  const groups = new Map<string, StoredSpan[]>();
  for (const span of spans) groups.set(span.traceId, [...(groups.get(span.traceId) ?? []), span]);
  return groups;
}

function otlp({ service, traceId, spanId, start, attributes }: StoredSpan): unknown {
  const list = (values: Readonly<Record<string, string>>): unknown =>
    Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));
  const span = {
    traceId,
    spanId,
    name: "execute_hook guard",
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start),
    attributes: list(attributes),
  };
  return {
    resource: { attributes: list({ "service.name": service }) },
    scopeSpans: [{ scope: { name: "extension-activation" }, spans: [span] }],
  };
}

function legacy({ traceId, spanId, start, attributes }: StoredSpan): unknown {
  const tags = Object.entries(attributes).map(([key, value]) => ({ key, type: "string", value }));
  return {
    traceID: traceId,
    spanID: spanId,
    operationName: "execute_hook guard",
    references: [],
    startTime: Number(start / 1000n),
    duration: 0,
    tags,
    logs: [],
  };
}
