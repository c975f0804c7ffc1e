import type { DocumentOrigin } from "../content/document.ts";
import { workAhead } from "../http/ahead.ts";
import { parseStreamed } from "../http/answer.ts";
import { tryParseJson } from "../json/parse.ts";
import type { HttpAnswer, HttpClient } from "../http/client.ts";
import { isObject, listFrom } from "../values/json-value.ts";
import type { SpanRecord } from "../span.ts";
import { traceIdsOf, type FoundTraces, type JaegerApi, type TraceSearch } from "./api.ts";
import { jaeger } from "./format.ts";
import { LegacyApi } from "./legacy-api.ts";

/** Requests for single traces that are under way at once. */
const WIDTH = 4;

/**
 * Jaeger's API v3 over HTTP: OTLP/JSON, exact to the nanosecond, lists as lists.
 *
 * Its gateway learnt to find by attributes only in the course of 2.x; before, it passed them over without a word, and
 * that of early 1.x refuses them. Where an answer shows that, the older interface finds the traces and v3 gives them.
 */
export class V3Api implements JaegerApi {
  readonly #client: HttpClient;
  readonly #origin: DocumentOrigin;
  readonly #legacy: LegacyApi;
  #findsBy: "attributes" | "legacy" | "nothing" = "attributes";

  constructor(client: HttpClient, origin: DocumentOrigin) {
    this.#client = client;
    this.#origin = origin;
    this.#legacy = new LegacyApi(client, origin);
  }

  async services(): Promise<readonly string[] | undefined> {
    const answer = await this.#client.get("/api/v3/services");
    const value = tryParseJson(answer.body);
    if (answer.status !== 200 || !isObject(value)) return undefined;
    // protobuf's JSON leaves out a list that is empty.
    return Array.isArray(value["services"]) || Object.keys(value).length === 0
      ? listFrom(value["services"]).filter((name) => typeof name === "string")
      : undefined;
  }

  async search(search: TraceSearch): Promise<FoundTraces> {
    if (this.#findsBy === "legacy") return this.#searchByLegacy(search);
    const answer = await this.#client.get("/api/v3/traces", parametersOf(search));
    const isRefused = answer.status === 400 && Object.keys(search.attributes).length > 0;
    const found = isRefused ? undefined : this.#decode(answer);
    if (found !== undefined && (this.#findsBy === "nothing" || allHave(found.spans, search.attributes))) return found;
    this.#findsBy = (await this.#legacy.services()) === undefined ? "nothing" : "legacy";
    if (this.#findsBy === "legacy") return this.#searchByLegacy(search);
    return found ?? this.#decode(answer);
  }

  async #searchByLegacy(search: TraceSearch): Promise<FoundTraces> {
    const found = await this.#legacy.search(search);
    const spans: SpanRecord[] = [];
    for await (const trace of workAhead(traceIdsOf(found.spans), WIDTH, async (id) => this.#trace(id))) {
      for (const span of trace.spans) spans.push(span);
    }
    return { spans, traces: found.traces };
  }

  async #trace(id: string): Promise<FoundTraces> {
    const trace = this.#decode(await this.#client.get(`/api/v3/traces/${id}`, { rawTraces: "true", raw_traces: "true" }));
    if (trace.traces === 0) this.#origin.warn("partial_answer", "Jaeger found this trace and then no longer had it", `trace ${id}`);
    return trace;
  }

  #decode(answer: HttpAnswer): FoundTraces {
    // The gateway streams: a result, or several, each on a line, and an error behind them where it failed meanwhile.
    const { values, isCut } = parseStreamed(answer.body);
    const [first] = values;
    // "No traces found"; the 404 of something between Jaeger and us says nothing of traces.
    if (answer.status === 404 && isObject(first) && "error" in first) return { spans: [], traces: 0 };
    if (answer.status !== 200 || !jaeger.recognises(first)) throw this.#client.refused(answer);
    if (isCut) this.#origin.warn("partial_answer", "Jaeger's answer breaks off; what came of it was read");
    const spans = [...jaeger.decode(values.length === 1 ? first : values, this.#origin)].filter((record) => record.type === "span");
    return { spans, traces: traceIdsOf(spans).size };
  }
}

/** Under the names of today and of earlier versions, which each pass over the other's. */
function parametersOf(search: TraceSearch): Record<string, string> {
  const from = rfc3339(search.window.from);
  const to = rfc3339(search.window.to);
  const limit = String(search.limit);
  return {
    "query.serviceName": search.service,
    "query.service_name": search.service,
    "query.startTimeMin": from,
    "query.start_time_min": from,
    "query.startTimeMax": to,
    "query.start_time_max": to,
    "query.searchDepth": limit,
    "query.search_depth": limit,
    "query.num_traces": limit,
    "query.rawTraces": "true",
    "query.raw_traces": "true",
    ...(Object.keys(search.attributes).length > 0 && { "query.attributes": JSON.stringify(search.attributes) }),
  };
}

/** RFC 3339 in UTC with nanoseconds. */
function rfc3339(nanos: bigint): string {
  const seconds = new Date(Number(nanos / 1_000_000_000n) * 1000).toISOString().slice(0, 19);
  return `${seconds}.${String(nanos % 1_000_000_000n).padStart(9, "0")}Z`;
}

/** Whether every trace has a span with the attributes that were asked for. */
function allHave(spans: readonly SpanRecord[], attributes: Readonly<Record<string, string>>): boolean {
  const wanted = Object.entries(attributes);
  const having = spans.filter((span) => wanted.every(([key, value]) => span.attributes[key] === value));
  return traceIdsOf(having).size === traceIdsOf(spans).size;
}
