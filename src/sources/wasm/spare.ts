/**
 * What is costly to make and was given back, for the next one who needs it. Held weakly, so that a process which needs it no more
 * gets its memory back.
 */
export class Spare<Value extends object> {
  #kept: WeakRef<Value> | undefined;

  /** Gives it away. */
  take(): Value | undefined {
    const value = this.#kept?.deref();
    this.#kept = undefined;
    return value;
  }

  keep(value: Value): void {
    this.#kept = new WeakRef(value);
  }
}
