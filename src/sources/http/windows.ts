/** Time as nanoseconds since the epoch: from, up to but not including. */
export interface TimeWindow {
  readonly from: bigint;
  readonly to: bigint;
}

/** How the answer to a window was. */
export interface WindowAnswer {
  /** It held as much as an answer can: there may be more. */
  readonly full: boolean;
  /** It had something that no window before it had. */
  readonly isNew: boolean;
}

/** So many full answers without anything new do not come of halving alone, which is at an end after half as many. */
const MOST_IN_VAIN = 64;

/**
 * Reads windows of time through an interface that has a limit and no cursor: a window whose answer is full is read
 * again in halves, down to `smallest`. Then `onFull` is told, since what it holds beyond the limit cannot be reached.
 * What `read` has yielded before, it has to leave out itself. Where one full answer after the other brings nothing new,
 * time is not what decides on them: `onVain` is told, and the rest is not read.
 */
export async function* walkWindows<T>(
  windows: readonly TimeWindow[],
  smallest: bigint,
  read: (window: TimeWindow) => AsyncGenerator<T, WindowAnswer>,
  onFull: (window: TimeWindow) => void,
  onVain: () => void,
): AsyncGenerator<T, void> {
  const open = windows.toReversed();
  let inVain = 0;
  // Not told of before it is known that time decides on the answers.
  let stillFull: TimeWindow[] = [];
  const tell = (): void => {
    stillFull.forEach(onFull);
    stillFull = [];
  };
  for (let window = open.pop(); window !== undefined; window = open.pop()) {
    const { full, isNew } = yield* read(window);
    inVain = full && !isNew ? inVain + 1 : 0;
    if (inVain === 0) tell();
    if (inVain >= MOST_IN_VAIN) return onVain();
    if (!full) continue;
    const middle = (window.from + window.to) / 2n;
    if (window.to - window.from < smallest * 2n) stillFull.push(window);
    else open.push({ from: middle, to: window.to }, { from: window.from, to: middle });
  }
  tell();
}

/** The range in pieces of at most `longest`, the oldest first. */
export function splitRange(range: TimeWindow, longest: bigint): readonly TimeWindow[] {
  const windows: TimeWindow[] = [];
  for (let from = range.from; from < range.to; from += longest) {
    windows.push({ from, to: from + longest < range.to ? from + longest : range.to });
  }
  return windows;
}
