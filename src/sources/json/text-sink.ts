import type { SliceSink } from "../otlp/span-slices.ts";
import type { ObjectText } from "./outline.ts";

/** A document before it is made a string of. */
export interface DocumentText extends ObjectText {
  /** Whether something stands in it without which no span is wanted. */
  readonly mayMatter: () => boolean;
}

/** What is found in a stream of JSON texts is given to this. */
export interface TextSink {
  /**
   * A whole document. `line` counts from 1. A guess is a line out of what is left of a document that is broken: it may
   * be a document of its own, or nothing.
   */
  document(text: string, line: number, isGuess?: boolean): void;
  /** A whole document as it stands in the stream. What is kept of it MUST be copied: it is gone when the call returns. */
  documentIn(document: DocumentText, line: number): void;
  /** A document of OTLP traces begins, of which only what matters will be given. */
  slices(line: number): SliceSink;
  /** So many spans were passed by in it. */
  countSpans(count: number): void;
  warn(code: TextTrouble, line: number, message: string): void;
  /** NUL bytes between documents. */
  nulBytes(count: number): void;
  /** Text between documents that is no part of one, such as the lines of a program's log. */
  otherText(line: number): void;
  /** Between documents stands that a database failed: what it was still to write is missing. */
  databaseError(line: number): void;
  /** Nothing comes any more. */
  end(): void;
}

export const TEXT_TROUBLES = ["truncated_record", "invalid_record", "record_too_large"] as const;
export type TextTrouble = (typeof TEXT_TROUBLES)[number];
