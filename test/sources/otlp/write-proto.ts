import type { AnyValue, HrTime, SpanAttributes, SpanRecord } from "../../../src/sources/span.ts";
import { byScope } from "../run.ts";

/**
 * OTLP's protobuf encoding, made of the records that a reader is to give. `order` can put the fields of every message in
 * another order, and add some: the wire format allows both.
 */
export function protoMessage(spans: readonly SpanRecord[], order: (fields: Buffer[]) => Buffer[] = (fields) => fields): Buffer {
  const message = (field: number, ...fields: Buffer[]): Buffer => bytes(field, Buffer.concat(order(fields)));
  const value = (field: number, given: AnyValue): Buffer => {
    if (typeof given === "string") return message(field, bytes(1, given));
    if (typeof given === "boolean") return message(field, varint(2, given ? 1n : 0n));
    if (typeof given === "bigint") return message(field, varint(3, BigInt.asUintN(64, given)));
    if (typeof given === "number") {
      return message(field, Number.isSafeInteger(given) ? varint(3, BigInt.asUintN(64, BigInt(given))) : double(4, given));
    }
    if (given === null) return message(field);
    // The order of a list is the list's own, so that it stays.
    if (Array.isArray(given)) return message(field, bytes(5, Buffer.concat((given as readonly AnyValue[]).map((item) => value(1, item)))));
    return message(field, bytes(6, Buffer.concat(pairs(1, given as SpanAttributes))));
  };
  const pairs = (field: number, attributes: SpanAttributes): Buffer[] =>
    Object.entries(attributes).map(([key, given]) => message(field, bytes(1, key), value(2, given)));
  const spanOf = (span: SpanRecord): Buffer =>
    message(
      2,
      bytes(1, Buffer.from(span.traceId, "hex")),
      bytes(2, Buffer.from(span.spanId, "hex")),
      ...(span.parentSpanId === undefined ? [] : [bytes(4, Buffer.from(span.parentSpanId, "hex"))]),
      bytes(5, span.name),
      varint(6, 1n),
      fixed64(7, nanos(span.startTime)),
      fixed64(8, nanos(span.endTime)),
      ...pairs(9, span.attributes),
      varint(10, BigInt(span.droppedAttributes)),
      ...span.events.map(({ name, attributes }) => message(11, fixed64(1, nanos(span.endTime)), bytes(2, name), ...pairs(3, attributes))),
      message(13, bytes(1, Buffer.from(span.traceId, "hex")), bytes(2, Buffer.from("00f067aa0ba902b7", "hex"))),
      message(15, ...(span.status.message === undefined ? [] : [bytes(2, span.status.message)]), varint(3, STATUS[span.status.code])),
    );
  const scopes = [...byScope(spans)].map(([scope, members]) =>
    message(2, message(1, bytes(1, scope), bytes(2, "1.0.0")), bytes(3, "https://schema.example.com"), ...members.map(spanOf)),
  );
  return Buffer.concat([message(1, message(1, ...pairs(1, { "service.name": "demo" })), ...scopes)]);
}

const STATUS = { unset: 0n, ok: 1n, error: 2n } as const;

export function bytes(field: number, content: Buffer | string): Buffer {
  const buffer = Buffer.from(content as string);
  return Buffer.concat([digits(BigInt(8 * field + 2)), digits(BigInt(buffer.length)), buffer]);
}

export function varint(field: number, value: bigint): Buffer {
  return Buffer.concat([digits(BigInt(8 * field)), digits(value)]);
}

export function fixed64(field: number, value: bigint): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(value);
  return Buffer.concat([digits(BigInt(8 * field + 1)), buffer]);
}

function double(field: number, value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleLE(value);
  return Buffer.concat([digits(BigInt(8 * field + 1)), buffer]);
}

/** A message behind its length, as the Collector's file exporter writes it. */
export function framed(...messages: readonly Buffer[]): Buffer {
  return Buffer.concat(
    messages.flatMap((message) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(message.length);
      return [length, message];
    }),
  );
}

function digits(value: bigint): Buffer {
  const out: number[] = [];
  let rest = value;
  while (rest > 127n) {
    out.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return Buffer.from([...out, Number(rest)]);
}

function nanos([seconds, nanoseconds]: HrTime): bigint {
  return BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds);
}
