import { haveNumericTimes } from "../otlp/batches.ts";
import type { DocumentFormat, DocumentOrigin } from "../content/document.ts";
import { isObject, textFrom, type JsonObject } from "../values/json-value.ts";
import type { SpanRecord } from "../span.ts";
import { placeIn } from "../values/place.ts";
import { decodeResourceSpans } from "../otlp/json.ts";

/**
 * Tempo's answers to a trace by id: `{"batches": […]}` of `/api/traces/{id}`, `{"trace": {…}, "status": …}` of
 * `/api/v2/traces/{id}`, also several in a list. Inside is OTLP/JSON with ids in base64 and enums by name.
 */
export const tempo: DocumentFormat = {
  name: "tempo",
  recognises(value) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return isObject(first) && (isV1(first) || isV2(first) || isSearch(first));
  },
  *decode(value, origin) {
    if (!Array.isArray(value)) return yield* decodeAnswer(value, origin);
    for (const [index, answer] of (value as readonly unknown[]).entries()) {
      yield* decodeAnswer(answer, { ...origin, position: placeIn(origin, `answer ${index + 1}`) });
    }
  },
};

function* decodeAnswer(answer: unknown, origin: DocumentOrigin): Iterable<SpanRecord> {
  if (!isObject(answer)) return origin.warn("invalid_record", "an answer that is no object was left out", origin.position);
  if (isSearch(answer)) origin.warn("summary_only", SEARCH_ANSWER, origin.position);
  else yield* decodeResourceSpans(resourceSpansOf(answer), origin);
  if (!isV1(answer)) warnIfPartial(answer, origin);
}

const SEARCH_ANSWER =
  "a search answer of Tempo names traces and holds only parts of their spans; save the traces themselves (/api/v2/traces/<id>), or read tempo+http://…";

/** Tempo leaves out what exceeds its limits and says so in the body, with status 200. */
function warnIfPartial(answer: JsonObject, origin: DocumentOrigin): void {
  if (answer["status"] !== "PARTIAL" && answer["status"] !== 1) return;
  const message = textFrom(answer["message"]) ?? "";
  origin.warn("partial_answer", `Tempo gave only a part of the trace${message === "" ? "" : `: ${message}`}`, origin.position);
}

function resourceSpansOf(answer: JsonObject): unknown {
  const trace = isObject(answer["trace"]) ? answer["trace"] : answer;
  return trace["resourceSpans"] ?? trace["batches"] ?? [];
}

function isV1(value: JsonObject): boolean {
  return Array.isArray(value["batches"]) && !haveNumericTimes(value["batches"]);
}

function isV2(value: JsonObject): boolean {
  const trace = value["trace"];
  if (!isObject(trace)) return false;
  return Array.isArray(trace["resourceSpans"]) || Array.isArray(trace["batches"]) || "metrics" in value || "status" in value;
}

function isSearch(value: JsonObject): boolean {
  if (!Array.isArray(value["traces"])) return false;
  const first: unknown = value["traces"][0];
  return first === undefined ? "metrics" in value : isObject(first) && typeof first["traceID"] === "string";
}
