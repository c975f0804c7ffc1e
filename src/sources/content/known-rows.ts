import type { RowKeys } from "./document.ts";
import { spanIdFrom, traceIdFrom } from "../values/identifier.ts";
import { outlineOf, VALUE, type ObjectText, type Outline } from "../json/outline.ts";
import { Outlines } from "../json/outlines.ts";

/** What a document of a known outline is. */
type Kind = { readonly type: "log" } | { readonly type: "span"; readonly traceId: number; readonly spanId: number };

/** A document that was made a string of. */
export interface Row {
  readonly text: string;
  /** Of its bytes. */
  readonly length: number;
  readonly closes: readonly number[];
}

/** How many documents without an outline to remember are looked at before it is given up. */
const MAX_REFUSALS = 1000;

/**
 * Files of a span a document, such as a row a line: a document with the same keys in the same order, and values of the same
 * types, as one that was decoded is of the same format and table. What it holds need not be known to count it.
 */
export class KnownRows {
  readonly #outlines = new Outlines<Kind>();
  #isEmpty = true;
  #refusals = 0;

  /** Remembers a document that was decoded to one record, and of which there was nothing to say. */
  learn({ text, length, closes }: Row, keys: RowKeys, type: "span" | "log"): void {
    if (this.#refusals >= MAX_REFUSALS) return;
    const bytes = Buffer.from(text);
    // Where bytes were no UTF-8, the text may lie elsewhere.
    const outline = bytes.length === length ? outlineOf({ bytes, closes }) : undefined;
    const kind = outline === undefined ? undefined : kindOf(outline, keys, type);
    if (outline === undefined || kind === undefined) this.#refusals++;
    else {
      this.#outlines.add(outline, kind);
      this.#isEmpty = false;
    }
  }

  /** What record parsing the document would give; undefined where that is not known. */
  typeOf(document: ObjectText): "span" | "log" | undefined {
    if (this.#isEmpty) return undefined;
    const kind = this.#outlines.find(document);
    if (kind?.type !== "span") return kind?.type;
    const traceId = traceIdFrom(this.#outlines.text(document.bytes, kind.traceId));
    const spanId = spanIdFrom(this.#outlines.text(document.bytes, kind.spanId));
    return traceId !== undefined && spanId !== undefined ? "span" : undefined;
  }
}

function kindOf({ members }: Outline, keys: RowKeys, type: "span" | "log"): Kind | undefined {
  // What else a format is told by lies in the values of keys that are not its own.
  if (members.some((member) => member.type >= VALUE.object && !keys.nests(member.key))) return undefined;
  if (type === "log") return { type };
  const [traceId, ...otherTraceIds] = placesOf(members, keys.traceId);
  const [spanId, ...otherSpanIds] = placesOf(members, keys.spanId);
  if (traceId === undefined || spanId === undefined || otherTraceIds.length + otherSpanIds.length > 0) return undefined;
  const areTexts = members[traceId]?.type === VALUE.text && members[spanId]?.type === VALUE.text;
  return areTexts ? { type, traceId, spanId } : undefined;
}

function placesOf(members: Outline["members"], keys: readonly string[]): readonly number[] {
  return members.flatMap(({ key }, index) => (keys.includes(key) ? [index] : []));
}
