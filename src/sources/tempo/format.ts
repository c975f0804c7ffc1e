import { haveNumericTimes } from "../otlp/batches.ts";
import type { DocumentFormat, DocumentOrigin } from "../content/document.ts";
import { isObject, textFrom, type JsonObject } from "../values/json-value.ts";
import { decodeResourceSpans } from "../otlp/json.ts";

/**
 * Tempo's answers to a trace by id: `{"batches": […]}` of `/api/traces/{id}`, `{"trace": {…}, "status": …}` of
 * `/api/v2/traces/{id}`. Inside is OTLP/JSON with ids in base64 and enums by name.
 */
export const tempo: DocumentFormat = {
  name: "tempo",
  recognises(value) {
    return isObject(value) && (isV1(value) || isV2(value) || isSearch(value));
  },
  *decode(value, origin) {
    if (!isObject(value)) return;
    if (isSearch(value)) origin.warn("summary_only", SEARCH_ANSWER);
    else yield* decodeResourceSpans(resourceSpansOf(value), origin);
    if (!isV1(value)) warnIfPartial(value, origin);
  },
};

const SEARCH_ANSWER =
  "a search answer of Tempo names traces and holds only parts of their spans; save the traces themselves (/api/v2/traces/<id>), or read tempo+http://…";

/** Tempo leaves out what exceeds its limits and says so in the body, with status 200. */
function warnIfPartial(answer: JsonObject, origin: DocumentOrigin): void {
  if (answer["status"] !== "PARTIAL" && answer["status"] !== 1) return;
  const message = textFrom(answer["message"]) ?? "";
  origin.warn("partial_answer", `Tempo gave only a part of the trace${message === "" ? "" : `: ${message}`}`);
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
