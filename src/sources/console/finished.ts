import type { DocumentFormat } from "../content/document.ts";
import { isObject } from "../values/json-value.ts";
import { placed } from "../values/place.ts";
import { decodeFinishedLog, isFinishedLog } from "./finished-log.ts";
import { decodeFinishedSpan, isFinishedSpan } from "./finished-span.ts";

/**
 * What the OpenTelemetry SDK for JavaScript finished, written as JSON: spans, and where a program writes everything to one file,
 * as GitHub Copilot and Gemini CLI do, log records and metrics beside them, which are passed over. One, or a list of them.
 */
export const finishedRecords: DocumentFormat = {
  name: "memory",
  recognises(value) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return isFinishedSpan(first) || isFinishedLog(first) || isMetric(first);
  },
  *decode(value, origin) {
    for (const [item, place] of placed(Array.isArray(value) ? value : [value], origin)) {
      if (isMetric(item)) continue;
      const record = isFinishedLog(item) ? decodeFinishedLog(item, place) : decodeFinishedSpan(item, place);
      if (record !== undefined) yield record;
    }
  },
};

function isMetric(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value["dataPoints"])) return false;
  return isObject(value["descriptor"]) || (value["type"] === "metric" && typeof value["name"] === "string");
}
