/**
 * Does `work` for every item, up to `width` at once, and gives the results in order. At most `width` results wait for
 * the consumer; when it stops, nothing new is begun.
 */
export async function* workAhead<T, R>(items: Iterable<T>, width: number, work: (item: T) => Promise<R>): AsyncGenerator<R, void> {
  const begun: Promise<R>[] = [];
  for (const item of items) {
    const result = work(item);
    // Looked at when its turn comes; until then it must not count as unhandled.
    result.catch(() => undefined);
    begun.push(result);
    if (begun.length >= width) yield await (begun.shift() as Promise<R>);
  }
  while (begun.length > 0) yield await (begun.shift() as Promise<R>);
}
