import type { DocumentFormat, DocumentOrigin } from "../content/document.ts";
import { isObject, listFrom, textFrom, type JsonObject } from "../values/json-value.ts";
import { decodeResourceSpans } from "../otlp/json.ts";
import { placeIn } from "../values/place.ts";
import type { SpanRecord } from "../span.ts";
import { timeFromMicros } from "../values/time.ts";
import { decodeLegacyTrace, isLegacyTrace } from "./legacy.ts";
import { isInstantNote, originalEnd } from "./original-end.ts";
import { OF_JAEGER, translatedBack, without } from "./translated.ts";

/**
 * Jaeger's answers and downloads: its own JSON (`/api/traces`, the UI's "Trace JSON"), and API v3, which wraps
 * OTLP/JSON in `result`, as one object, a list, or objects one after another.
 */
export const jaeger: DocumentFormat = {
  name: "jaeger",
  recognises(value) {
    const first = Array.isArray(value) ? value[0] : value;
    return isLegacyTrace(first) || isWrapped(first) || isLegacyAnswer(first) || isError(first) || isSummary(first);
  },
  *decode(value, origin) {
    const documents = Array.isArray(value) ? value : [value];
    const many = documents.length > 1;
    let number = 0;
    for (const document of documents) {
      number += 1;
      if (isLegacyTrace(document)) yield* decodeTraces([document], many ? number : undefined, origin);
      else if (number > 1 && isStreamedError(document)) warnOfError(document["error"], `answer ${number}`, origin, "partial_answer");
      else yield* decodeAnswer(document, placeIn(origin, many ? `answer ${number}` : ""), origin);
    }
  },
};

function* decodeAnswer(answer: unknown, position: string, origin: DocumentOrigin): Iterable<SpanRecord> {
  if (isLegacyAnswer(answer)) {
    const code = listFrom(answer["data"]).length > 0 ? "partial_answer" : "backend_error";
    for (const error of listFrom(answer["errors"])) warnOfError(error, position, origin, code);
    yield* decodeTraces(listFrom(answer["data"]), 1, origin);
  } else if (isWrapped(answer)) {
    // The gateway of API v3 puts an error that comes in the middle of a stream beside what it sent before.
    if ("error" in answer) warnOfError(answer["error"], position, origin, "partial_answer");
    const result = answer["result"];
    for (const part of Array.isArray(result) ? result : [result]) {
      if (isObject(part) && "error" in part) warnOfError(part["error"], position, origin, "partial_answer");
      else yield* asSent(decodeResourceSpans(isObject(part) ? part["resourceSpans"] : undefined, { ...origin, position }), origin);
    }
  } else if (isError(answer)) warnOfError(answer["error"], position, origin);
  else if (isSummary(answer))
    origin.warn("summary_only", "Jaeger's summaries name traces and hold no spans; save the traces themselves", position);
  else origin.warn("invalid_record", "neither a trace nor an answer of Jaeger; it was left out", position);
}

function* decodeTraces(traces: readonly unknown[], firstNumber: number | undefined, origin: DocumentOrigin): Iterable<SpanRecord> {
  const noted = new Set<string>();
  for (const [index, trace] of traces.entries()) {
    const place = firstNumber === undefined ? "" : `trace ${firstNumber + index}`;
    if (!isObject(trace)) {
      origin.warn("invalid_record", "a trace that is no object was left out", placeIn(origin, place));
      continue;
    }
    noteWarnings(trace, placeIn(origin, place), noted, origin);
    yield* decodeLegacyTrace(trace, place, origin);
  }
}

/** At most so many different notes of Jaeger are passed on from one document. */
const MAX_NOTES = 20;

/** What Jaeger itself found wrong with a trace, each sentence once. */
function noteWarnings(trace: JsonObject, position: string, noted: Set<string>, origin: DocumentOrigin): void {
  for (const holder of [trace, ...listFrom(trace["spans"]).filter(isObject)]) {
    for (const warning of listFrom(holder["warnings"])) {
      if (typeof warning !== "string" || noted.has(warning) || noted.size >= MAX_NOTES) continue;
      if (isInstantNote(warning, timeFromMicros(holder["startTime"]), 1000)) continue;
      noted.add(warning);
      origin.warn("backend_note", `Jaeger notes: ${warning}`, position);
    }
  }
}

/** Jaeger's API v3 gives its notes as an attribute of the span, which the span itself never had. */
const NOTES_ATTRIBUTE = "@jaeger@warnings";

function* asSent(records: Iterable<SpanRecord>, origin: DocumentOrigin): Iterable<SpanRecord> {
  const noted = new Set<string>();
  for (const given of records) {
    const record = translatedBack(given);
    if (!Object.keys(record.attributes).some((key) => OF_JAEGER.has(key))) {
      yield record;
      continue;
    }
    const attributes = without(OF_JAEGER, record.attributes);
    const notes = listFrom(record.attributes[NOTES_ATTRIBUTE]).filter((note) => typeof note === "string");
    const warnings = notes.filter((note) => !isInstantNote(note, record.startTime));
    noteWarnings({ warnings }, record.position, noted, origin);
    const endTime = notes.map(originalEnd).find((end) => end !== undefined) ?? record.endTime;
    yield { ...record, attributes, endTime };
  }
}

function warnOfError(
  error: unknown,
  position: string,
  origin: DocumentOrigin,
  code: "backend_error" | "partial_answer" = "backend_error",
): void {
  const details = isObject(error) ? error : {};
  const message = textFrom(details["message"]) ?? textFrom(details["msg"]) ?? (typeof error === "string" ? error : "without a message");
  const status = details["httpCode"] ?? details["http_code"] ?? details["code"] ?? details["grpcCode"];
  const shown = typeof status === "number" && status > 0 ? ` ${status}` : "";
  origin.warn(code, `Jaeger answered with an error${shown}: ${message}`, position);
}

function isWrapped(value: unknown): value is JsonObject {
  return isObject(value) && (isOtlp(value["result"]) || (Array.isArray(value["result"]) && isOtlp(value["result"][0])));
}

function isOtlp(value: unknown): boolean {
  return isObject(value) && (Array.isArray(value["resourceSpans"]) || Object.keys(value).length === 0);
}

/** `{"data": […], "total": …, "errors": …}` */
function isLegacyAnswer(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const data = value["data"];
  if (Array.isArray(data) && data.length > 0) return isLegacyTrace(data[0]);
  return (data === null || Array.isArray(data)) && "errors" in value && "total" in value;
}

/** `{"error": {"httpCode": 404, "message": "…"}}` */
function isError(value: unknown): value is JsonObject {
  if (!isObject(value) || !isObject(value["error"])) return false;
  return typeof value["error"]["message"] === "string" && ("httpCode" in value["error"] || "grpcCode" in value["error"]);
}

/** Behind a first answer: `{"error": …}`, which the gateways of the versions write each in their own way. */
function isStreamedError(value: unknown): value is JsonObject {
  return isObject(value) && "error" in value && !("result" in value);
}

function isSummary(value: unknown): value is JsonObject {
  return isObject(value) && Array.isArray(value["summaries"]);
}
