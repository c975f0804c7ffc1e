import { closedBehindRecords } from "./cut-off.ts";
import { itemsOf } from "./items.ts";
import type { TextSink } from "./text-sink.ts";

/** What opens as a document and was never closed. */
export interface Broken {
  readonly text: string;
  /** The line where it opens. */
  readonly line: number;
  /** In what way it is broken, for people. */
  readonly how: string;
}

/** Says of a broken document that it is one, and gives the whole documents that it holds. */
export function recover({ text, line, how }: Broken, sink: Pick<TextSink, "document" | "otherText" | "warn">): void {
  const isOther = isText(text);
  if (isOther) sink.otherText(line);
  else sink.warn("truncated_record", line, `the record ${how}`);
  if (text.startsWith("[") && !isOther) {
    for (const item of itemsOf(text)) sink.document(item.text, line + item.lines, true);
    return;
  }
  const hasLines = recoverLines({ text, line, how }, isOther, sink);
  const closed = hasLines || isOther ? undefined : closedBehindRecords(text);
  if (closed !== undefined) sink.document(closed, line, true);
}

/** What was cut off, or was only a bracket in some text, has swallowed the documents on the lines behind it. false where there are none. */
function recoverLines({ text, line }: Broken, isText: boolean, sink: Pick<TextSink, "document" | "warn">): boolean {
  let hasLines = false;
  for (const [index, row] of text.split("\n").entries()) {
    const from = row.startsWith("{") ? 0 : row.indexOf(BEGIN);
    if (from < 0 || (index === 0 && !isText)) continue;
    const items = [...itemsOf(`[${row.slice(from)}`)];
    if (items.length === 0 && row.startsWith(BEGIN, from))
      sink.warn("truncated_record", line + index, "the record ends before it is closed");
    for (const item of items) sink.document(item.text, line + index, true);
    hasLines ||= items.length > 0;
  }
  return hasLines;
}

/** Whether it opens as no JSON does: with a word in brackets, or the colour of a program's log. */
export function isText(begin: string): boolean {
  return TEXT.test(begin);
}

const TEXT = /^(?:\[[\d;]*m|[[{]\s*[^\s"{[\]}\-\dtfn])/;

/** How a document of OTLP begins, also where it is a part of one. */
const BEGIN = '{"resource';
