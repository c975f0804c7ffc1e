/** Time as nanoseconds since the epoch: from, up to but not including. */
export interface TimeWindow {
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * Reads windows of time through an interface that has a limit and no cursor: a window whose answer is full is read
 * again in halves, down to `smallest`. Then `onFull` is told, since what it holds beyond the limit cannot be reached.
 * `read` returns whether its answer was full; what it has yielded before, it has to leave out itself.
 */
export async function* walkWindows<T>(
  windows: readonly TimeWindow[],
  smallest: bigint,
  read: (window: TimeWindow) => AsyncGenerator<T, boolean>,
  onFull: (window: TimeWindow) => void,
): AsyncGenerator<T, void> {
  const open = windows.toReversed();
  for (let window = open.pop(); window !== undefined; window = open.pop()) {
    const full = yield* read(window);
    if (!full) continue;
    const middle = (window.from + window.to) / 2n;
    if (window.to - window.from < smallest * 2n) onFull(window);
    else open.push({ from: middle, to: window.to }, { from: window.from, to: middle });
  }
}

/** The range in pieces of at most `longest`, the oldest first. */
export function splitRange(range: TimeWindow, longest: bigint): readonly TimeWindow[] {
  const windows: TimeWindow[] = [];
  for (let from = range.from; from < range.to; from += longest) {
    windows.push({ from, to: from + longest < range.to ? from + longest : range.to });
  }
  return windows;
}
