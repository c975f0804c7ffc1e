import { integerFrom } from "../values/integer.ts";
import { textFrom, type JsonObject } from "../values/json-value.ts";

/** Behind which row the next page begins. */
export interface Cursor {
  /** Nanoseconds since the epoch. */
  readonly at: string;
  readonly trace: string;
  /** What tells rows of a time and a trace apart: a span's id, or more. */
  readonly row: string;
}

/** Remembers what was given, so that reading can begin again behind it. */
export class Place {
  #cursor: Cursor;
  #current: Cursor;
  /** Rows with the current key that were given, and that are still to be passed over. */
  #given = 0;
  #skip = 0;

  constructor(start: Cursor) {
    this.#cursor = start;
    this.#current = start;
  }

  get cursor(): Cursor {
    return this.#cursor;
  }

  /** Notes a row; whether it was given before the body broke off. */
  wasGiven(row: JsonObject): boolean {
    const key = keyOf(row);
    if (key.at !== this.#current.at || key.trace !== this.#current.trace || key.row !== this.#current.row) {
      this.#cursor = this.#current;
      this.#current = key;
      this.#given = 0;
      this.#skip = 0;
    }
    if (this.#skip > 0) {
      this.#skip -= 1;
      return true;
    }
    this.#given += 1;
    return false;
  }

  /** Whether a row comes behind the cursor, as every row does that was asked for; in ClickHouse's order, by bytes. */
  isAhead(row: JsonObject): boolean {
    const { at, trace, row: key } = keyOf(row);
    const [now, then] = [BigInt(at), BigInt(this.#cursor.at)];
    if (now !== then) return now > then;
    const order = Buffer.compare(Buffer.from(trace), Buffer.from(this.#cursor.trace));
    return order === 0 ? Buffer.compare(Buffer.from(key), Buffer.from(this.#cursor.row)) > 0 : order > 0;
  }

  /** A page ended, and with it (`WITH TIES`) every row of the current key. */
  endPage(): void {
    this.#cursor = this.#current;
    this.#given = 0;
    this.#skip = 0;
  }

  beginAgain(): void {
    this.#skip = this.#given;
  }
}

function keyOf(row: JsonObject): Cursor {
  return {
    at: String(integerFrom(row["TimestampNano"]) ?? 0n),
    trace: textFrom(row["TraceId"]) ?? "",
    row: textFrom(row["RowKey"] ?? row["SpanId"]) ?? "",
  };
}
