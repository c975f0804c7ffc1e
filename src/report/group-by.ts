/** Items by key, in the order in which the keys first occur; an item whose key is null is in no group. */
export function groupBy<T>(items: Iterable<T>, key: (item: T) => string | null): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const of = key(item);
    if (of === null) continue;
    const group = groups.get(of);
    if (group === undefined) groups.set(of, [item]);
    else group.push(item);
  }
  return groups;
}
