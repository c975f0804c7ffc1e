import type { DocumentOrigin } from "../content/document.ts";
import type { HttpClient } from "../http/client.ts";
import { tryParseJson } from "../json/parse.ts";
import { isObject, listFrom } from "../values/json-value.ts";
import { traceIdsOf, type FoundTraces, type JaegerApi, type TraceSearch } from "./api.ts";
import { jaeger } from "./format.ts";

/**
 * The interface of Jaeger's UI, `/api/…`, served by 1.x and 2.x: finds by attributes in every version, but gives times
 * in microseconds and lists as text.
 */
export class LegacyApi implements JaegerApi {
  readonly #client: HttpClient;
  readonly #origin: DocumentOrigin;

  constructor(client: HttpClient, origin: DocumentOrigin) {
    this.#client = client;
    this.#origin = origin;
  }

  async services(): Promise<readonly string[] | undefined> {
    const answer = await this.#client.get("/api/services");
    const value = tryParseJson(answer.body);
    if (answer.status !== 200 || !isObject(value) || !("data" in value)) return undefined;
    return listFrom(value["data"]).filter((name) => typeof name === "string");
  }

  async search(search: TraceSearch): Promise<FoundTraces> {
    const answer = await this.#client.get("/api/traces", {
      service: search.service,
      ...(Object.keys(search.attributes).length > 0 && { tags: JSON.stringify(search.attributes) }),
      start: String(search.window.from / 1000n),
      // Included here, and cut off to whole microseconds.
      end: String(search.window.to / 1000n),
      limit: String(search.limit),
      // As stored: the UI's own view shifts times where clocks seem to differ.
      raw: "true",
    });
    const value = tryParseJson(answer.body);
    if (answer.status === 404 && isObject(value) && "errors" in value) return { spans: [], traces: 0 };
    if (answer.status !== 200 || !jaeger.recognises(value)) throw this.#client.refused(answer);
    const spans = [...jaeger.decode(value, this.#origin)].filter((record) => record.type === "span");
    return { spans, traces: traceIdsOf(spans).size };
  }
}
