import { PrintedLines } from "./printed-lines.ts";
import { isObject, listFrom, textFrom, type JsonObject } from "../values/json-value.ts";

/**
 * Finds the text that log systems keep inside of JSON of their own: a program that prints its traces to the standard output
 * has them there. Only shapes that are known are opened: text in any other document is spoken of, and not a record.
 */
export class Envelopes {
  /** Docker cuts a line into entries of 16 KiB, of which only the last ends with a line feed. */
  readonly #begun = new Map<string, string>();
  readonly #printed = new PrintedLines();

  /** The texts in a document, whole ones; undefined where it is no envelope. `missing` says that it holds one no longer, and why. */
  open(value: unknown, missing: (why: string) => void): Iterable<string> | undefined {
    const lines = this.#linesIn(value, missing);
    return lines === undefined ? undefined : this.#printed.texts(streamOf(value), lines);
  }

  #linesIn(value: unknown, missing: (why: string) => void): readonly string[] | undefined {
    if (!isObject(value)) return undefined;
    const { log, stream, topic, payload, data } = value;
    if (typeof log === "string" && typeof stream === "string") return this.#ofDocker(log, stream);
    if (typeof payload === "string" && typeof topic === "string") return [payload];
    if (JOURNAL_KEYS.some((key) => key in value)) return ofJournal(value, missing);
    if (isObject(data) && data["resultType"] === "streams") return ofLoki(data);
    if (isInsights(value)) return ofInsights(value);
    const events = listFrom(value["events"] ?? value["logEvents"]).filter(isObject);
    return isEvent(events[0]) ? events.map((event) => textFrom(event["message"]) ?? "") : undefined;
  }

  /** The texts that were begun and never ended. */
  end(): readonly string[] {
    const texts = [...this.#begun].flatMap(([stream, line]) => (line === "" ? [] : [...this.#printed.texts(stream, [line])]));
    return [...texts, ...this.#printed.end()];
  }

  #ofDocker(log: string, stream: string): readonly string[] {
    const line = (this.#begun.get(stream) ?? "") + log;
    const isWhole = line.endsWith("\n") || line.length > LONGEST_LINE;
    this.#begun.set(stream, isWhole ? "" : line);
    return isWhole ? [line] : [];
  }
}

/** Where lines of several programs, or of two streams of one, come in turns, which of them this is of. */
function streamOf(value: unknown): string {
  const { stream, _PID: process } = isObject(value) ? value : {};
  return textFrom(stream) ?? textFrom(process) ?? "";
}

/** In characters: what is longer is given as it is, and will be no JSON. */
const LONGEST_LINE = 1 << 27;

/** Fields that every entry of systemd's journal has (systemd.journal-fields). */
const JOURNAL_KEYS = ["__CURSOR", "__REALTIME_TIMESTAMP"];

function ofJournal({ MESSAGE: message }: JsonObject, missing: (why: string) => void): readonly string[] {
  if (message === null) missing("journalctl has left out a long message; export with journalctl --all -o json");
  // What is no UTF-8, or holds a control character, it writes as bytes.
  return [Array.isArray(message) ? Buffer.from(message.map(Number)).toString() : (textFrom(message) ?? "")];
}

/** `/loki/api/v1/query_range`: lines behind their times, of which the newest comes first where nothing else was asked for. */
function ofLoki(data: JsonObject): readonly string[] {
  const streams = listFrom(data["result"]).filter(isObject);
  return streams.flatMap((stream) => {
    const entries = listFrom(stream["values"]).map(listFrom);
    const [newest, oldest] = [entries[0], entries.at(-1)].map((entry) => textFrom(entry?.[0]) ?? "");
    const inOrder = newest!.length === oldest!.length && newest! > oldest! ? entries.toReversed() : entries;
    return inOrder.map((entry) => textFrom(entry[1]) ?? "");
  });
}

/** CloudWatch Logs: `get-log-events`, `filter-log-events`, and what a subscription delivers. */
function isEvent(event: JsonObject | undefined): boolean {
  return typeof event?.["message"] === "string" && typeof event["timestamp"] === "number";
}

/** An answer of CloudWatch Logs Insights (`get-query-results`): rows of fields, of which one is the line. */
function isInsights(value: JsonObject): boolean {
  const [field] = listFrom(listFrom(value["results"])[0]);
  return isObject(field) && typeof field["field"] === "string" && typeof field["value"] === "string";
}

function ofInsights(value: JsonObject): readonly string[] {
  const fields = listFrom(value["results"]).flatMap(listFrom).filter(isObject);
  return fields.flatMap(({ field, value: text }) => (field === "@message" && typeof text === "string" ? [text] : []));
}

/** A text from where on it can be JSON; undefined where there is no such place. */
export function jsonIn(line: string): string | undefined {
  const text = line.trim();
  if (/^\[?\s*\{/.test(text)) return text;
  const begin = [text.indexOf('{"resource'), text.indexOf('{"')].find((at) => at >= 0);
  return begin === undefined ? undefined : text.slice(begin);
}

/** Whether a text that is no JSON was to be one with spans in it: a log record can have ids, or a start, but not both. */
export function wasToHaveSpans(text: string): boolean {
  return /"resource_?[sS]pans"|"SpanContext"/.test(text) || (/"span_?[iI]d"/.test(text) && /"start_?[tT]ime/.test(text));
}
