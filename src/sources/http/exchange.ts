/** The backend sent nothing for as long as is waited. */
export class TimedOut extends Error {
  override readonly name = "TimedOut";
}

/** One request and its answer under a clock that starts anew with every chunk. */
export class Exchange {
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #timeout: number;
  #timer: NodeJS.Timeout;

  constructor(timeout: number, signals: readonly AbortSignal[]) {
    this.#timeout = timeout;
    this.signal = AbortSignal.any([this.#controller.signal, ...signals]);
    this.#timer = this.#start();
  }

  async *chunks(response: Response): AsyncIterable<Uint8Array> {
    try {
      if (response.body === null) return;
      const reader = response.body.getReader();
      try {
        while (true) {
          this.#restart();
          const { done, value } = await reader.read();
          if (done) return;
          // The consumer's time is not the backend's.
          clearTimeout(this.#timer);
          yield value as Uint8Array;
        }
      } finally {
        await reader.cancel().catch(() => undefined);
      }
    } finally {
      clearTimeout(this.#timer);
    }
  }

  /** Nothing more is wanted of it. */
  end(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }

  #restart(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  #start(): NodeJS.Timeout {
    const timer = setTimeout(() => this.#controller.abort(new TimedOut("no byte in time")), this.#timeout);
    // The connection keeps the process alive; what is left of the time must not.
    return timer.unref();
  }
}
