/**
 * Trace and span ids in one spelling: lower-case hex of full width.
 *
 * OTLP/JSON and Jaeger write hex in any case, some without leading zeros; Tempo writes base64. Zeros alone are
 * no id (W3C Trace Context, section 3.2.2). Beside these, what writers and tools in between are known to make of ids is
 * undone where only one id can be meant.
 */

const ANY_HEX = /^[0-9a-fA-F]+$/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** 32 lower-case hex digits; undefined where the value is no trace id. */
export function traceIdFrom(value: unknown): string | undefined {
  return idFrom(value, 32);
}

/** 16 lower-case hex digits; undefined where the value is no span id, as for the parent of a root. */
export function spanIdFrom(value: unknown): string | undefined {
  return idFrom(value, 16);
}

function idFrom(value: unknown, digits: 16 | 32): string | undefined {
  const text = typeof value === "string" ? value : hexOfBytes(value, digits);
  if (text === undefined || text === "") return undefined;
  if (text.length === digits && isPlain(text)) return text;
  const hex = spelledOtherwise(text, digits);
  return hex === undefined || ZEROS.test(hex) ? undefined : hex;
}

/** Whether it is as ids are to be: lower-case hex, and not zeros alone. Quicker than an expression, and asked of three ids a span. */
function isPlain(text: string): boolean {
  let isZero = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!(code >= 0x30 && code <= 0x39) && !(code >= 0x61 && code <= 0x66)) return false;
    isZero &&= code === 0x30;
  }
  return !isZero;
}

const ZEROS = /^0+$/;

function spelledOtherwise(value: string, digits: number): string | undefined {
  // `0x` stands before the ids that Python's console exporter prints; a UUID is 16 bytes too.
  const plain = value.startsWith("0x") ? value.slice(2) : UUID.test(value) ? value.replaceAll("-", "") : value;
  if (plain === "") return undefined;
  if (ANY_HEX.test(plain)) {
    if (plain.length <= digits) return plain.toLowerCase().padStart(digits, "0");
    return plain.length === (digits / 2) * 3 ? takenForBase64(plain) : undefined;
  }
  return plain === value && BASE64.test(value) ? fromBase64(value, digits) : undefined;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Of 16 or 8 bytes, or of their hex digits as text, which a writer makes that takes the digits for bytes. */
function fromBase64(value: string, digits: number): string | undefined {
  const bytes = Buffer.from(value, "base64");
  if (bytes.length === digits / 2) return bytes.toString("hex");
  const text = bytes.toString("latin1");
  return bytes.length === digits && ANY_HEX.test(text) ? text.toLowerCase() : undefined;
}

/** The id whose digits a reader took for base64 (which every four of them are), and wrote as the hex of what came out. */
function takenForBase64(hex: string): string | undefined {
  const text = Buffer.from(hex, "hex").toString("base64");
  return ANY_HEX.test(text) ? text.toLowerCase() : undefined;
}

/** Bytes as JSON has them: a list of numbers, alone or in what Node.js writes of a buffer. */
function hexOfBytes(value: unknown, digits: number): string | undefined {
  const list: unknown = Array.isArray(value) ? value : (value as { readonly data?: unknown } | null | undefined)?.data;
  if (!Array.isArray(list) || list.length !== digits / 2) return undefined;
  const isBytes = list.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255);
  return isBytes ? Buffer.from(list as number[]).toString("hex") : undefined;
}
