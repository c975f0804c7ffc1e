import type { Column, Table } from "../page/page.ts";
import type { Style } from "./style.ts";
import { type Line, wrap } from "./wrap.ts";

const GAP = 2;
/** What a column that wraps is not made narrower than, nor than its longest word. */
const NARROWEST = 10;

/** A table in columns where it fits, each row as a few labelled lines where it does not. */
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

function* records({ columns: titles, rows }: Table, columns: number | undefined, style: Style): Iterable<string> {
  const label = Math.max(...titles.map(({ title }) => title.length));
  for (const [i, row] of rows.entries()) {
    if (i > 0) yield "";
    for (const [x, cell] of row.entries()) {
      if (cell.length === 0) continue;
      const { text, paint } = style.quiet(titles[x]?.title ?? "");
      const lines = wrap(cell, columns === undefined ? undefined : columns - label - GAP, style);
      for (const [y, line] of lines.entries())
        yield (y === 0 ? paint(text) + " ".repeat(label - text.length + GAP) : " ".repeat(label + GAP)) + line.text;
    }
  }
}

function pad(line: Line | undefined, width: number, column: Column | undefined): string {
  const space = " ".repeat(Math.max(0, width - (line?.columns ?? 0)));
  return column?.align === "right" ? space + (line?.text ?? "") : (line?.text ?? "") + space;
}
