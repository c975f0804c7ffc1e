import { bareObject } from "../values/bare-object.ts";
import type { AnyValue, SpanAttributes } from "../span.ts";
import { MAX_DEPTH } from "../values/json-value.ts";
import { bytesField, WIRE, type Fields } from "./wire.ts";

/** `AnyValue` and `KeyValue` of OTLP's protobuf encoding (opentelemetry-proto 1.x, common.proto). */

/** The `KeyValue`s in one field of a message. */
export function readAttributes(message: Fields, field: number, attributes: Record<string, AnyValue>): void {
  while (message.next()) if (message.field === field && message.type === WIRE.bytes) readAttribute(message, attributes, 0);
}

/** The `KeyValue` in the field that the cursor is at. */
export function readAttribute(pair: Fields, attributes: Record<string, AnyValue>, depth = 0): void {
  if (depth < MAX_DEPTH && pair.readTextPair(attributes)) return;
  let key = "";
  let value: AnyValue = null;
  for (pair.enter(); pair.next();) {
    if (pair.type !== WIRE.bytes) continue;
    if (pair.field === 1) key = pair.text;
    else if (pair.field === 2) value = valueFrom(pair, depth);
  }
  attributes[key] = value;
}

/** The `AnyValue` in the field that the cursor is at; of a `oneof` the last one holds. */
export function valueFrom(value: Fields, depth = 0): AnyValue {
  let result: AnyValue = null;
  if (depth >= MAX_DEPTH) return result;
  for (value.enter(); value.next();) {
    switch (8 * value.field + value.type) {
      case bytesField(1):
        result = value.text;
        break;
      case 8 * 2 + WIRE.varint:
        result = value.number !== 0;
        break;
      case 8 * 3 + WIRE.varint:
        result = value.int64;
        break;
      case 8 * 4 + WIRE.fixed64:
        result = value.double;
        break;
      case bytesField(5):
        result = listFrom(value, depth + 1);
        break;
      case bytesField(6):
        result = mapFrom(value, depth + 1);
        break;
      case bytesField(7):
        result = value.base64;
        break;
      default:
    }
  }
  return result;
}

function listFrom(list: Fields, depth: number): AnyValue[] {
  const values: AnyValue[] = [];
  for (list.enter(); list.next();) if (list.field === 1 && list.type === WIRE.bytes) values.push(valueFrom(list, depth));
  return values;
}

function mapFrom(map: Fields, depth: number): SpanAttributes {
  const entries = bareObject<AnyValue>();
  for (map.enter(); map.next();) if (map.field === 1 && map.type === WIRE.bytes) readAttribute(map, entries, depth);
  return entries;
}
