/** What has headers behind methods: `Headers` of fetch, a `Map`. */
export interface HeadersLike {
  get(name: string): unknown;
  set(name: string, value: string): unknown;
  delete(name: string): unknown;
}

/** What a session can travel in: HTTP headers, the `params._meta` of an MCP message, an environment. */
export type Carrier = HeadersLike | Record<string, unknown>;

/** Beyond this a field is not read at all: eight times what W3C Baggage allows. */
const MOST = 65_536;

/** The text of a field, whatever the case of its name; several of one name are joined as HTTP joins them. */
export interface Field {
  readonly text: string;
  /** It was too long to be read. */
  readonly oversized: boolean;
}

/** Reads a field of a carrier. Never throws: what is no text, or cannot be had, is not there. */
export function readField(carrier: unknown, name: string): Field {
  let texts: readonly string[];
  try {
    texts =
      isHeaders(carrier) && !(carrier instanceof Map)
        ? strings(carrier.get(name))
        : fields(carrier, name).flatMap(([, value]) => strings(value));
  } catch {
    return { text: "", oversized: false };
  }
  const text = texts.join(",");
  return text.length > MOST ? { text: "", oversized: true } : { text, oversized: false };
}

/**
 * Sets a field, or takes it away where the text is empty; other spellings of the name are folded into it.
 * @throws {TypeError} where nothing can be set in it: an array, what is frozen
 */
export function writeField(carrier: Carrier, name: string, text: string): void {
  if (Array.isArray(carrier))
    throw new TypeError("an array is no carrier: what is set in it reaches nobody; give an object, a Map or Headers");
  if (isHeaders(carrier)) {
    // A Map tells cases apart, as Headers do not: its other spellings go, so that one is left.
    if (carrier instanceof Map) for (const key of spellings(carrier.keys(), name)) carrier.delete(key);
    if (text === "") carrier.delete(name);
    else carrier.set(name, text);
    return;
  }
  const [first = name, ...others] = fields(carrier, name).map(([key]) => key);
  for (const other of others) delete carrier[other];
  if (text === "") delete carrier[first];
  else carrier[first] = text;
}

/** Reads a field and takes it away, in whatever case its name is written. */
export function takeField(carrier: Record<string, unknown>, name: string): string {
  const { text } = readField(carrier, name);
  for (const [key] of fields(carrier, name)) delete carrier[key];
  return text;
}

function isHeaders(carrier: unknown): carrier is HeadersLike {
  return isObject(carrier) && typeof carrier["get"] === "function" && typeof carrier["set"] === "function";
}

/** The fields of that name in whatever case, with their values. */
function fields(carrier: unknown, name: string): [string, unknown][] {
  if (carrier instanceof Map) return spellings(carrier.keys(), name).map((key) => [key, carrier.get(key)]);
  return isObject(carrier) ? spellings(Object.keys(carrier), name).map((key) => [key, carrier[key]]) : [];
}

function spellings(keys: Iterable<unknown>, name: string): string[] {
  const isOne = (key: unknown): key is string => typeof key === "string" && key.length === name.length && key.toLowerCase() === name;
  return Array.from(keys).filter(isOne);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function strings(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
