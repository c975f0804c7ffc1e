import { bareObject } from "../values/bare-object.ts";
import type { Documents } from "../content/documents.ts";
import { ENDED_EARLY } from "./failure.ts";
import { fieldsOf, valueOf } from "./fields.ts";
import { headerOf, isType, type Dialect, type Header } from "./header.ts";
import { decodeRow, withoutColumns } from "./row.ts";

export interface RowOptions {
  readonly query: { readonly logs?: boolean | undefined };
  /** Only the rows that can matter are decoded. false decodes all. */
  readonly cuts?: boolean | undefined;
}

/** A row as it stands in a text. */
export interface TextRow {
  /** Without its line's end. A view: gone when the call returns. */
  readonly bytes: Buffer;
  readonly fields: number;
  readonly position: string;
  /** Whether something of what is looked for stands in it. */
  readonly mayMatter: boolean;
  readonly mayBeHeader: boolean;
  /** It stands at the end of the text, without a line feed. */
  readonly isLast: boolean;
}

/** Takes the rows of a text one after the other; what they hold goes to the documents. */
export class TableRows {
  readonly #dialect: Dialect;
  readonly #documents: Documents;
  readonly #options: RowOptions;
  #header: Header | undefined;
  #isBehindHeader = false;

  constructor(dialect: Dialect, documents: Documents, options: RowOptions) {
    this.#dialect = dialect;
    this.#documents = documents;
    this.#options = options;
  }

  row(row: TextRow): void {
    if (row.mayBeHeader && this.#takeHeader(row)) return;
    const header = this.#header;
    if (header === undefined) return;
    const isBehindHeader = this.#isBehindHeader;
    this.#isBehindHeader = false;
    if (this.#dialect.name === "json" ? !isList(row.bytes) : row.fields !== header.columns.length) {
      if (!this.#isBehindNuls(row)) this.#wrong(row, header);
      return;
    }
    // Of a last row without a line feed, what is looked for can be cut off.
    if (!isBehindHeader && !row.isLast && !this.#isWanted(row, header)) this.#count(header);
    else this.#decode(row, header, isBehindHeader);
  }

  /** Another header can follow: exports one behind the other, of either table. */
  #takeHeader({ bytes, position }: TextRow): boolean {
    const header = headerOf(bytes.toString());
    if (header?.dialect.name !== this.#dialect.name) return false;
    this.#header = header;
    this.#isBehindHeader = true;
    const trouble = withoutColumns(header.table, (column) => header.columns.includes(column));
    if (trouble !== undefined) this.#documents.note("invalid_record", trouble, position);
    return true;
  }

  #isWanted({ mayMatter }: TextRow, { table }: Header): boolean {
    if (table === "otel_logs") return this.#options.query.logs === true;
    return mayMatter || this.#options.cuts === false;
  }

  #count({ table }: Header): void {
    if (table === "otel_logs") this.#documents.logs++;
    else this.#documents.countSpans(1);
  }

  #decode(row: TextRow, header: Header, isBehindHeader: boolean): void {
    const fields = fieldsOf(row.bytes.toString(), this.#dialect);
    if (fields?.length !== header.columns.length) {
      this.#wrong({ ...row, fields: fields?.length ?? 1 }, header);
      return;
    }
    const values = bareObject<unknown>();
    for (const [index, column] of header.columns.entries()) values[column] = valueOf(fields[index], column, this.#dialect);
    if (isBehindHeader && isType(values["TraceId"])) return;
    const record = decodeRow(values, header.table, this.#documents.origin(row.position));
    if (record === undefined) return;
    if (record.type === "span") this.#documents.countSpans(1);
    this.#documents.record(record);
  }

  /** A crash of the machine leaves NUL bytes in the place of a row's end: behind them another one begins. */
  #isBehindNuls(row: TextRow): boolean {
    const last = row.bytes.lastIndexOf(0);
    if (this.#dialect.name !== "tsv" || last < 0) return false;
    const first = row.bytes.indexOf(0);
    this.#documents.nulBytes(last - first + 1);
    this.#documents.note("truncated_record", "a row ends in NUL bytes", row.position);
    const bytes = row.bytes.subarray(last + 1);
    this.row({ ...row, bytes, fields: bytes.reduce((count, byte) => (byte === TAB ? count + 1 : count), 1) });
    return true;
  }

  /** A row that has not the fields that its header names. */
  #wrong(row: TextRow, { columns }: Header): void {
    const documents = this.#documents;
    if (row.bytes.includes("DB::Exception")) {
      documents.note("partial_answer", ENDED_EARLY, row.position);
    } else if (row.isLast) {
      documents.note("truncated_record", "a row is cut off at the end of the input", row.position);
    } else {
      const what = row.fields === 1 ? "text that is no row" : `a row of ${row.fields} fields below a header of ${columns.length}`;
      documents.note("invalid_record", `${what} was passed over`, row.position);
    }
  }
}

/** As far as it can be told without parsing it. */
function isList(bytes: Buffer): boolean {
  return bytes[0] === OPEN_LIST && bytes.at(-1) === CLOSE_LIST;
}

const TAB = 0x09;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
