import { isObject, listFrom, textFrom, type JsonObject } from "../values/json-value.ts";

/**
 * Finds the text that log systems keep inside of JSON of their own: a program that prints its traces to the standard output
 * has them there. Only shapes that are known are opened: text in any other document is spoken of, and not a record.
 */
export class Envelopes {
  /** Docker cuts a line into entries of 16 KiB, of which only the last ends with a line feed. */
  readonly #begun = new Map<string, string>();

  /** The lines in a document; undefined where it is no envelope. `missing` says that it holds one no longer, and why. */
  open(value: unknown, missing: (why: string) => void): readonly string[] | undefined {
    if (!isObject(value)) return undefined;
    const { log, stream, topic, payload, data } = value;
    if (typeof log === "string" && typeof stream === "string") return this.#ofDocker(log, stream);
    if (typeof payload === "string" && typeof topic === "string") return [payload];
    if (JOURNAL_KEYS.some((key) => key in value)) return ofJournal(value, missing);
    if (isObject(data) && data["resultType"] === "streams") return ofLoki(data);
    const events = listFrom(value["events"] ?? value["logEvents"]).filter(isObject);
    return isEvent(events[0]) ? events.map((event) => textFrom(event["message"]) ?? "") : undefined;
  }

  /** The lines that were begun and never ended. */
  end(): readonly string[] {
    return [...this.#begun.values()].filter((line) => line !== "");
  }

  #ofDocker(log: string, stream: string): readonly string[] {
    const line = (this.#begun.get(stream) ?? "") + log;
    const isWhole = line.endsWith("\n") || line.length > LONGEST_LINE;
    this.#begun.set(stream, isWhole ? "" : line);
    return isWhole ? [line] : [];
  }
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

/** `/loki/api/v1/query_range`: lines behind their times. */
function ofLoki(data: JsonObject): readonly string[] {
  const streams = listFrom(data["result"]).filter(isObject);
  return streams.flatMap((stream) => listFrom(stream["values"]).map((entry) => textFrom(listFrom(entry)[1]) ?? ""));
}

/** CloudWatch Logs: `get-log-events`, `filter-log-events`, and what a subscription delivers. */
function isEvent(event: JsonObject | undefined): boolean {
  return typeof event?.["message"] === "string" && typeof event["timestamp"] === "number";
}

/** Where in a line a document can begin; undefined where there is none. */
export function documentIn(line: string): string | undefined {
  const text = line.trim();
  if (text.startsWith("{") || text.startsWith("[{")) return text;
  const begin = text.indexOf('{"resource');
  return begin < 0 ? undefined : text.slice(begin);
}
