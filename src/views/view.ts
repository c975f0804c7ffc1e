/**
 * A way to show a result.
 *
 * - It MUST be a pure function of its arguments.
 * - It MUST end every line with `\n`, and yield pieces that are safe to write one after another.
 * - It MUST show nothing of a stranger's that could steer a terminal or hide itself: see `visible.ts`.
 */
export interface View<Result> {
  render(result: Result, options: ViewOptions): Iterable<string>;
}

export interface ViewOptions {
  /** Every row, instead of the most serious ones and a count of the rest. */
  readonly all: boolean;
  /** Colours for a terminal. */
  readonly colour: boolean;
  /** Columns to fit into; undefined: as wide as the text is, nothing wrapped or cut. */
  readonly columns: number | undefined;
}
