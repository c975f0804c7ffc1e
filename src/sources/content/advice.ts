import { adviceOnArchive } from "./archives.ts";
import { adviceOnForeign } from "./foreign.ts";

/**
 * What these bytes, the first of what nobody could read, are instead of traces, and what to do; undefined where that
 * cannot be told. Goes behind the name of a source.
 */
export function adviceOnContent(head: Buffer): string | undefined {
  const text = head.toString("utf8");
  return adviceOnArchive(head) ?? adviceOnForeign(text) ?? adviceOnNothing(text) ?? adviceOnBase64(text);
}

function adviceOnNothing(text: string): string | undefined {
  return NOTHING.find(({ isOne }) => isOne.test(text))?.advice;
}

/** What holds no traces of anybody. */
const NOTHING: readonly { readonly isOne: RegExp; readonly advice: string }[] = [
  { isOne: /^\0+$/, advice: "holds nothing but NUL bytes: what stood there was lost when the machine or the program ended" },
  { isOne: /^\s*(?:\[\s*\]|\{\s*\}|null)\s*$/, advice: "is an empty JSON document: whoever wrote it had no spans" },
  { isOne: /^\s*<(?:!doctype\s+html|html)\b/i, advice: "is an HTML page, perhaps that of a login, in place of the traces" },
];

function adviceOnBase64(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/\r\n]{16,}={0,2}$/.test(text.trimEnd())) return undefined;
  const begin = Buffer.from(text.slice(0, 64), "base64");
  const isKnown = begin[0] === 0x7b || begin[0] === 0x5b || begin[0] === 0x0a || (begin[0] === 0x1f && begin[1] === 0x8b);
  return isKnown ? "is base64; try: base64 -d <file> | explain activation -" : undefined;
}
