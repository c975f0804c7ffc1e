/** Rows that say the same, together, in the order of their first. */
export function grouped<Row>(rows: readonly Row[], statement: (row: Row) => readonly unknown[]): readonly (readonly [Row, ...Row[]])[] {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = JSON.stringify(statement(row));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}
