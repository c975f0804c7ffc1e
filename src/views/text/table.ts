import { type Column, type Table, type Text, quiet, say } from "../page/page.ts";
import type { Style } from "./style.ts";
import { type Line, wrap } from "./wrap.ts";

const GAP = 2;
/** What stands between two cells of a row that is no line of a table. */
const BETWEEN = "; ";
/** What a column that wraps is not made narrower than, nor than its longest word. */
const NARROWEST = 10;

/** A table in columns where it fits, each row as a few lines with labels where it does not. */
export function* tableLines(table: Table, columns: number | undefined, style: Style): Iterable<string> {
  const cells = [table.columns.map(({ title }) => title), ...table.rows];
  const widest = (i: number, limit: number | undefined): number =>
    cells.reduce((most, row) => wrap(row[i] ?? "", limit, style).reduce((most, line) => Math.max(most, line.columns), most), 0);
  const natural = table.columns.map((_, i) => widest(i, undefined));
  const least = table.columns.map((column, i) => (column.wraps ? Math.max(NARROWEST, widest(i, 1)) : Infinity));
  const widths = columns === undefined ? natural : fit(natural, least, columns);
  if (widths === undefined) return yield* records(table, columns, style);
  const head = table.columns.map(({ title }) => [{ quiet: title }]);
  for (const row of [head, ...table.rows]) {
    const wrapped = row.map((cell, i) => wrap(cell, widths[i], style));
    const height = Math.max(...wrapped.map((lines) => lines.length));
    for (let y = 0; y < height; y++)
      yield wrapped
        .map((lines, x) => pad(lines[y], widths[x] ?? 0, table.columns[x]))
        .join(" ".repeat(GAP))
        .trimEnd();
  }
}

/** The widths of the columns; undefined where the table does not fit. The widest gives first: the narrow ones stay on one line. */
function fit(natural: readonly number[], least: readonly number[], columns: number): readonly number[] | undefined {
  const widths = [...natural];
  let over = widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1)) - columns;
  for (; over > 0; over--) {
    let widest = -1;
    for (const [i, width] of widths.entries()) if (width > (least[i] ?? Infinity) && width > (widths[widest] ?? 0)) widest = i;
    if (widest < 0) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** What stands in the first column, and under it the rest, each behind its column's title: on as few lines as it takes. */
function* records({ columns: titles, rows }: Table, columns: number | undefined, style: Style): Iterable<string> {
  const inner = columns === undefined ? undefined : columns - GAP;
  for (const [first = "", ...rest] of rows) {
    for (const line of wrap(first, columns, style)) yield line.text;
    const cells = rest.flatMap((cell, x) => (cell.length === 0 ? [] : [say`${quiet(`${titles[x + 1]?.title ?? ""}:`)} ${cell}`]));
    for (const line of packed(cells, inner, style)) yield " ".repeat(GAP) + line.text;
  }
}

/** Cells one behind the other; one that does not fit on the line begins the next. */
function packed(cells: readonly Text[], columns: number | undefined, style: Style): readonly Line[] {
  const lines: Line[] = [];
  for (const cell of cells) {
    const last = lines.at(-1);
    const whole = wrap(cell, undefined, style)[0] ?? { text: "", columns: 0 };
    if (last === undefined || (columns !== undefined && last.columns + BETWEEN.length + whole.columns > columns)) {
      lines.push(...(columns === undefined || whole.columns <= columns ? [whole] : wrap(cell, columns, style)));
    } else {
      lines[lines.length - 1] = { text: last.text + BETWEEN + whole.text, columns: last.columns + BETWEEN.length + whole.columns };
    }
  }
  return lines;
}

function pad(line: Line | undefined, width: number, column: Column | undefined): string {
  const space = " ".repeat(Math.max(0, width - (line?.columns ?? 0)));
  return column?.align === "right" ? space + (line?.text ?? "") : (line?.text ?? "") + space;
}
