import { bareObject } from "../values/bare-object.ts";
import type { DocumentOrigin } from "../content/document.ts";
import type { LogRecord } from "../span.ts";
import { flatAttributes } from "../values/attributes.ts";
import { spanIdFrom, traceIdFrom } from "../values/identifier.ts";
import { anyValueFrom, isObject, listFrom, nameOf, objectFrom, textFrom, type JsonObject } from "../values/json-value.ts";
import { timeFromPair } from "../values/time.ts";

/** Whether it is a log record that the SDK for JavaScript finished. */
export function isFinishedLog(value: unknown): value is JsonObject {
  return isObject(value) && Array.isArray(value["hrTime"]) && isObject(value["attributes"]);
}

/** A finished log record. A private field has its name behind an underscore, and a resource its attributes as pairs. */
export function decodeFinishedLog(log: JsonObject, { source, position }: DocumentOrigin): LogRecord {
  const context = isObject(log["spanContext"]) ? log["spanContext"] : log;
  return {
    type: "log",
    traceId: traceIdFrom(context["traceId"]),
    spanId: spanIdFrom(context["spanId"]),
    time: timeFromPair(log["hrTime"]),
    eventName: textFrom(log["eventName"]) ?? textFrom(log["_eventName"]),
    body: anyValueFrom(log["body"] ?? log["_body"]),
    attributes: flatAttributes(objectFrom(log["attributes"])),
    resource: flatAttributes(attributesOf(objectFrom(log["resource"]))),
    scope: nameOf(log["instrumentationScope"]),
    source,
    position,
  };
}

function attributesOf(resource: JsonObject): JsonObject {
  if (isObject(resource["attributes"])) return resource["attributes"];
  const attributes = bareObject<unknown>();
  for (const pair of listFrom(resource["_rawAttributes"])) {
    const [key, value] = listFrom(pair);
    if (typeof key === "string") attributes[key] = value;
  }
  return attributes;
}
