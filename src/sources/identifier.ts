/**
 * Trace and span ids in one spelling: lower-case hex of full width.
 *
 * OTLP/JSON and Jaeger write hex in any case, some without leading zeros; Tempo writes base64. Zeros alone are
 * no id (W3C Trace Context, section 3.2.2).
 */

const FULL_HEX = /^[0-9a-f]+$/;
const ANY_HEX = /^[0-9a-fA-F]+$/;
const BASE64 = /^[A-Za-z0-9+/_-]+={1,2}$/;

/** 32 lower-case hex digits; undefined where the value is no trace id. */
export function traceIdFrom(value: unknown): string | undefined {
  return idFrom(value, 32);
}

/** 16 lower-case hex digits; undefined where the value is no span id, as for the parent of a root. */
export function spanIdFrom(value: unknown): string | undefined {
  return idFrom(value, 16);
}

function idFrom(value: unknown, digits: 16 | 32): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const hex = value.length === digits && FULL_HEX.test(value) ? value : spelledOtherwise(value, digits);
  return hex === undefined || ZEROS.test(hex) ? undefined : hex;
}

const ZEROS = /^0+$/;

function spelledOtherwise(value: string, digits: number): string | undefined {
  if (value.length <= digits && ANY_HEX.test(value)) return value.toLowerCase().padStart(digits, "0");
  // 16 and 8 bytes both leave a rest in base64, so the padding tells it from hex.
  if (value.length !== Math.ceil(digits / 6) * 4 || !BASE64.test(value)) return undefined;
  const hex = Buffer.from(value, "base64").toString("hex");
  return hex.length === digits ? hex : undefined;
}
