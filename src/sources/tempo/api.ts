import type { DocumentOrigin } from "../content/document.ts";
import { tryParseJson } from "../json/parse.ts";
import { AnswerTooLarge, type HttpClient } from "../http/client.ts";
import type { TimeWindow } from "../http/windows.ts";
import { traceIdFrom } from "../values/identifier.ts";
import { isObject, listFrom, type JsonObject } from "../values/json-value.ts";
import type { SpanRecord } from "../span.ts";
import { tempo } from "./format.ts";

const SECOND = 1_000_000_000n;

/** What a search found; `full` where it may have found more than it says. */
export interface TempoSearch {
  readonly traceIds: readonly string[];
  readonly full: boolean;
}

/** Tempo's query frontend (HTTP API of Tempo 2.x and 3.x). */
export class TempoApi {
  readonly #client: HttpClient;
  readonly #origin: DocumentOrigin;
  #version: 1 | 2 = 2;
  /** As many traces as a search may ask for (`max_result_limit`), once Tempo has said it. */
  #most = Number.POSITIVE_INFINITY;

  constructor(client: HttpClient, origin: DocumentOrigin) {
    this.#client = client;
    this.#origin = origin;
  }

  /** Traces with a span that `query` selects, in a time of whole seconds. A time longer than Tempo allows counts as full. */
  async search(query: string, window: TimeWindow, wanted: number): Promise<TempoSearch> {
    const limit = Math.min(wanted, this.#most);
    const answer = await this.#client.get("/api/search", {
      q: query,
      start: String(window.from / SECOND),
      end: String(window.to / SECOND),
      limit: String(limit),
      // One span a trace is enough: the traces themselves are asked for.
      spss: "1",
    });
    if (answer.status === 400 && /\bexceeds\b/.test(answer.body) && /\brange\b/.test(answer.body)) return { traceIds: [], full: true };
    const most = answer.status === 400 ? Number(/\bexceeds max limit (\d{1,9})\b/.exec(answer.body)?.[1]) : Number.NaN;
    if (most > 0 && most < limit) {
      this.#most = most;
      return this.search(query, window, wanted);
    }
    const value = tryParseJson(answer.body);
    // protobuf's JSON leaves out a list that is empty.
    const isAnswer = isObject(value) && (value["traces"] === undefined ? "metrics" in value : Array.isArray(value["traces"]));
    if (answer.status !== 200 || !isAnswer) throw this.#client.refused(answer);
    const traces = listFrom(value["traces"]);
    const traceIds = traces.map((trace) => (isObject(trace) ? traceIdFrom(trace["traceID"]) : undefined)).filter((id) => id !== undefined);
    if (traceIds.length < traces.length) this.#origin.warn("invalid_record", "Tempo names a trace without its id; it was left out");
    const full = traces.length >= limit;
    if (!full) this.#warnIfUnfinished(value);
    return { traceIds, full };
  }

  /** All spans of a trace; what is missing of it is said. */
  async trace(id: string): Promise<readonly SpanRecord[]> {
    const position = `trace ${id}`;
    const origin: DocumentOrigin = { ...this.#origin, position, warn: (code, message) => this.#origin.warn(code, message, position) };
    try {
      const value = await this.#ask(id);
      if (value !== undefined) {
        const spans = [...tempo.decode(value, origin)].filter((record) => record.type === "span");
        if (spans.length === 0) origin.warn("partial_answer", "Tempo found this trace and gives no span of it");
        return spans;
      }
      origin.warn("partial_answer", "Tempo found this trace and does not give it; it may just have been removed");
    } catch (error) {
      if (!(error instanceof AnswerTooLarge)) throw error;
      origin.warn("limit_reached", "this trace is too large to be read in one answer, and Tempo gives no other; it was left out");
    }
    return [];
  }

  /** Tempo before 2.7 serves only the first version, which says nothing of what it leaves out. */
  async #ask(id: string): Promise<unknown> {
    for (const version of this.#version === 2 ? ([2, 1] as const) : ([1] as const)) {
      const answer = await this.#client.get(version === 2 ? `/api/v2/traces/${id}` : `/api/traces/${id}`);
      if (answer.status === 404) continue;
      const value = tryParseJson(answer.body);
      // A trace beyond `max_bytes_per_trace` is refused (first version: 422).
      if (answer.status === 413 || answer.status === 422) throw new AnswerTooLarge(`trace ${id}`);
      if (answer.status !== 200 || !isObject(value)) throw this.#client.refused(answer);
      this.#version = version;
      return value;
    }
    return undefined;
  }

  #warnIfUnfinished(answer: JsonObject): void {
    const metrics = isObject(answer["metrics"]) ? answer["metrics"] : {};
    const [completed, total] = [Number(metrics["completedJobs"] ?? 0), Number(metrics["totalJobs"] ?? 0)];
    if (answer["status"] !== "PARTIAL" && !(completed < total)) return;
    this.#origin.warn("partial_answer", `Tempo searched only a part of its blocks (${completed} of ${total} jobs)`);
  }
}
