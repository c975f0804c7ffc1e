import type { DocumentText, TextSink, TextTrouble } from "../json/text-sink.ts";
import { parseJson, tryParseJson } from "../json/parse.ts";
import type { SliceSink } from "../otlp/span-slices.ts";
import { decodeSpan, otlpJson } from "../otlp/json.ts";
import type { DocumentFormat, DocumentOrigin } from "./document.ts";
import { CLICKHOUSE, ENDED_EARLY } from "../clickhouse/failure.ts";
import { doubtsOf } from "../doubts.ts";
import { Envelopes, jsonIn, wasToHaveSpans } from "./envelope.ts";
import { Formats } from "./formats.ts";
import { KnownRows, type Row } from "./known-rows.ts";
import type { Query } from "../source.ts";
import type { LogRecord, SpanRecord } from "../span.ts";
import { isWanted } from "../wanted.ts";
import type { Warnings } from "../warnings.ts";

interface WaitingDocument {
  readonly text: string;
  readonly line: number;
  readonly isGuess: boolean;
  /** Set where it can be the first row of its kind. */
  readonly first?: Row | undefined;
}

/** What was read of one file or stream, and what is ready to be given on. */
export class Documents implements TextSink {
  spans = 0;
  logs = 0;
  /** NUL bytes passed over. */
  nuls = 0;
  #format: string | undefined;
  #hasOtherText = false;
  /** The line of an error of which it is not known yet whether the rows are from who wrote it. */
  #databaseError: number | undefined;
  #isDatabaseErrorNoted = false;
  /** Whether any document was of it: which one is the first of a step is nobody's promise. */
  #hasClickhouse = false;
  #isAtEnd = false;
  readonly #envelopes = new Envelopes();
  readonly #source: string;
  readonly #warnings: Warnings;
  readonly #formats = new Formats();
  readonly #ready: (SpanRecord | LogRecord)[] = [];
  /** Documents whose format is not looked up yet. */
  readonly #waiting: WaitingDocument[] = [];
  readonly #rows = new KnownRows();
  /** How often something was noted. */
  #notes = 0;

  readonly #query: Pick<Query, "logs" | "others">;

  constructor(source: string, warnings: Warnings, query: Pick<Query, "logs" | "others">) {
    this.#source = source;
    this.#warnings = warnings;
    this.#query = query;
  }

  /** The format of the first document of a known one. */
  get format(): string | undefined {
    return this.#format;
  }

  recognised(format: string): void {
    this.#hasClickhouse ||= format === CLICKHOUSE;
    if (this.#format !== undefined) return;
    this.#format = format;
    this.#warnings.release();
  }

  document(text: string, line: number, isGuess = false): void {
    this.#waiting.push({ text, line, isGuess });
  }

  documentIn({ bytes, closes, mayMatter }: DocumentText, line: number): void {
    const type = this.#rows.typeOf({ bytes, closes });
    if (type === "log" && this.#query.logs !== true) this.logs++;
    else if (type === "span" && !mayMatter()) this.spans++;
    else {
      const text = bytes.toString();
      this.#waiting.push({ text, line, isGuess: false, first: type === undefined ? { text, length: bytes.length, closes } : undefined });
    }
  }

  slices(line: number): SliceSink {
    this.recognised(otlpJson.name);
    const origin = this.origin(`line ${line}`);
    return {
      span: ({ text, attributes }, scope) =>
        this.#slice(text, origin, (value) => {
          const record = decodeSpan(value, scope, origin, attributes);
          if (record !== undefined) this.record(record);
        }),
      logs: (text) =>
        this.#slice(text, origin, (value) => {
          for (const record of otlpJson.decode({ resourceLogs: value }, origin)) this.record(record);
        }),
      invalid: () => origin.warn("invalid_record", "a scope that is not JSON was passed over", origin.position),
    };
  }

  countSpans(count: number): void {
    this.spans += count;
  }

  warn(code: TextTrouble, line: number, message: string): void {
    this.note(code, message, `line ${line}`);
  }

  nulBytes(count: number): void {
    this.nuls += count;
  }

  end(): void {
    this.#isAtEnd = true;
  }

  otherText(line: number): void {
    if (this.#hasOtherText) return;
    this.#hasOtherText = true;
    this.note("other_text", "text that is no record was passed over, here and wherever else there is some", `line ${line}`);
  }

  databaseError(line: number): void {
    this.#databaseError ??= line;
  }

  note(code: string, message: string, position: string): void {
    this.#notes++;
    this.#warnings.add(code, message, position);
  }

  /** A record that was decoded elsewhere. Spans are counted by who decodes them. */
  record(record: SpanRecord | LogRecord): void {
    if (record.type === "log") this.logs++;
    if (!this.#wants(record)) return;
    this.#doubt(record);
    this.#ready.push(record);
  }

  /** What was found since the last call, a list or a document at a time. */
  async *take(): AsyncGenerator<Iterable<SpanRecord | LogRecord>> {
    for (const { text, line, isGuess, first } of this.#waiting.splice(0)) {
      if (this.#ready.length > 0) yield this.#ready.splice(0);
      const position = `line ${line}`;
      const value = this.#parse(text, line, isGuess);
      if (value === undefined) continue;
      const format = await this.#formats.find(value);
      if (format !== undefined) {
        yield this.#decode(format, value, position, first);
      } else {
        const texts = this.#envelopes.open(value, (why) => this.note("truncated_record", why, position));
        if (texts !== undefined) yield* this.#inTexts(texts, position);
        else if (!isGuess) this.note("unknown_format", "a JSON document of no known trace format was passed over", position);
      }
    }
    this.#noteDatabaseError();
    if (this.#isAtEnd) yield* this.#inTexts(this.#envelopes.end(), "");
    // Also where there is nothing: a step was done.
    yield this.#ready.splice(0);
  }

  /** The lines of a program's log can have such an error as well, which says nothing of its traces. */
  #noteDatabaseError(): void {
    if (this.#databaseError === undefined || this.#isDatabaseErrorNoted || !this.#hasClickhouse) return;
    this.#isDatabaseErrorNoted = true;
    this.note("partial_answer", ENDED_EARLY, `line ${this.#databaseError}`);
  }

  *#decode(format: DocumentFormat, value: unknown, position: string, first?: Row): Generator<SpanRecord | LogRecord> {
    this.recognised(format.name);
    const notes = this.#notes;
    let count = 0;
    let type: "span" | "log" = "span";
    for (const record of format.decode(value, this.origin(position))) {
      count++;
      type = record.type;
      if (type === "span") this.spans++;
      else this.logs++;
      if (!this.#wants(record)) continue;
      this.#doubt(record);
      yield record;
    }
    if (first !== undefined && format.row !== undefined && count === 1 && this.#notes === notes) this.#rows.learn(first, format.row, type);
  }

  /** What log systems keep as text: traces that were printed, and everything else that was. */
  async *#inTexts(texts: Iterable<string>, position: string): AsyncGenerator<Iterable<SpanRecord | LogRecord>> {
    for (const printed of texts) {
      const text = jsonIn(printed);
      const value = text === undefined ? undefined : tryParseJson(text);
      const format = await this.#formats.find(value);
      if (format !== undefined) yield this.#decode(format, value, position);
      else if (value === undefined && text !== undefined && wasToHaveSpans(text))
        this.note("truncated_record", "a record that stands as text in another is cut off", position);
    }
  }

  #doubt(record: SpanRecord | LogRecord): void {
    if (record.type === "span") for (const [code, message] of doubtsOf(record)) this.note(code, message, record.position);
  }

  #wants(record: SpanRecord | LogRecord): boolean {
    const { logs, others } = this.#query;
    return record.type === "span" ? others === true || isWanted(record) : logs === true;
  }

  #parse(text: string, line: number, isGuess: boolean): unknown {
    try {
      return parseJson(text);
    } catch (error) {
      if (isGuess) return undefined;
      // No record is without a string: it is the brackets of some text.
      if (!text.includes('"')) this.otherText(line);
      else this.note("invalid_record", `a record that is not JSON was passed over (${reasonOf(error)})`, `line ${line}`);
      return undefined;
    }
  }

  #slice(text: string, origin: DocumentOrigin, decode: (value: unknown) => void): void {
    try {
      decode(parseJson(text));
    } catch (error) {
      origin.warn("invalid_record", `a span that is not JSON was passed over (${reasonOf(error)})`, origin.position);
    }
  }

  /** Where records of this place say that they are from. */
  origin(position: string): DocumentOrigin {
    return { source: this.#source, position, warn: (code, message, at) => this.note(code, message, at ?? position) };
  }
}

/** The parser's own words repeat a piece of the text, which is not ours to show. */
function reasonOf(error: unknown): string {
  return error instanceof RangeError ? "it nests too deep" : "syntax error";
}
