import type { DocumentOrigin } from "./content/document.ts";
import { flatAttributes } from "./values/attributes.ts";
import { spanIdFrom, traceIdFrom } from "./values/identifier.ts";
import { anyValueFrom, isObject, listFrom, textFrom, type JsonObject } from "./values/json-value.ts";
import type { HrTime, LogRecord } from "./span.ts";
import { NO_TIME } from "./values/time.ts";

/**
 * What stands beside the spans where a program writes everything that its OpenTelemetry SDK for JavaScript finishes to one file as
 * JSON, as GitHub Copilot and Gemini CLI do: log records, and metrics.
 */
export function isScriptRecord(value: unknown): value is JsonObject {
  return isObject(value) && (isLog(value) || isMetric(value));
}

/** The log record that it is; metrics are passed over. */
export function* decodeScriptRecord(record: JsonObject, origin: DocumentOrigin): Iterable<LogRecord> {
  if (isLog(record)) yield decodeLog(record, origin);
}

function isLog(value: JsonObject): boolean {
  return Array.isArray(value["hrTime"]) && isObject(value["attributes"]);
}

function isMetric(value: JsonObject): boolean {
  const isNamed = isObject(value["descriptor"]) || (value["type"] === "metric" && typeof value["name"] === "string");
  return isNamed && Array.isArray(value["dataPoints"]);
}

function decodeLog(log: JsonObject, { source, position }: DocumentOrigin): LogRecord {
  // A private field has the name behind an underscore, and a resource its attributes as pairs.
  const { spanContext: context, instrumentationScope: scope, resource } = log;
  return {
    type: "log",
    traceId: traceIdFrom(isObject(context) ? context["traceId"] : log["traceId"]),
    spanId: spanIdFrom(isObject(context) ? context["spanId"] : log["spanId"]),
    time: timeFrom(log["hrTime"]),
    eventName: textFrom(log["eventName"]) ?? textFrom(log["_eventName"]),
    body: anyValueFrom(log["body"] ?? log["_body"]),
    attributes: flatAttributes(isObject(log["attributes"]) ? log["attributes"] : {}),
    resource: flatAttributes(isObject(resource) ? attributesOf(resource) : {}),
    scope: isObject(scope) ? (textFrom(scope["name"]) ?? "") : "",
    source,
    position,
  };
}

function attributesOf(resource: JsonObject): JsonObject {
  if (isObject(resource["attributes"])) return resource["attributes"];
  const attributes: Record<string, unknown> = Object.create(null);
  for (const pair of listFrom(resource["_rawAttributes"])) {
    const [key, value] = listFrom(pair);
    if (typeof key === "string") attributes[key] = value;
  }
  return attributes;
}

function timeFrom(value: unknown): HrTime {
  const [seconds, nanoseconds] = listFrom(value);
  const isTime = Number.isSafeInteger(seconds) && Number.isSafeInteger(nanoseconds);
  return isTime && Number(seconds) >= 0 && Number(nanoseconds) >= 0 && Number(nanoseconds) < 1e9
    ? [Number(seconds), Number(nanoseconds)]
    : NO_TIME;
}
