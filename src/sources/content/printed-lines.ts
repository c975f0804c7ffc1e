/**
 * Puts together the documents that a program printed indented over many lines, as consoles for people do, where a log system has
 * made a record of each line. Every other line is given as it is, also between those of a document.
 */
export class PrintedLines {
  /** What was begun, by the stream that it comes on; what was begun first is the first. */
  readonly #begun = new Map<string, Begun>();
  /** How many characters that is. */
  #length = 0;

  /** The texts that are whole with these lines. */
  *texts(stream: string, lines: readonly string[]): Iterable<string> {
    for (const line of lines.flatMap((text) => (text.trimEnd().includes("\n") && !isWhole(text) ? text.split("\n") : [text]))) {
      const begun = this.#begun.get(stream);
      if (begun !== undefined && INDENTED.test(line)) {
        begun.lines.push(line);
        begun.length += line.length;
        this.#length += line.length;
        yield* this.#tooMuch();
      } else if (begun !== undefined && CLOSING.test(line)) {
        this.#take(stream, begun);
        yield [...begun.lines, line].join("\n");
      } else {
        const opening = OPENING.exec(line)?.[1];
        if (opening === undefined) yield line;
        else {
          if (begun !== undefined) yield this.#take(stream, begun);
          this.#begun.set(stream, { lines: [opening], length: 0 });
          yield* this.#tooMuch();
        }
      }
    }
  }

  /** What was begun and never ended. */
  end(): readonly string[] {
    return [...this.#begun].map(([stream, begun]) => this.#take(stream, begun));
  }

  /** What was begun first, as it is, as long as more is held than is to be. */
  *#tooMuch(): Iterable<string> {
    for (const [stream, begun] of this.#begun) {
      if (this.#length <= LONGEST && this.#begun.size <= MOST_STREAMS) return;
      yield this.#take(stream, begun);
    }
  }

  #take(stream: string, begun: Begun): string {
    this.#begun.delete(stream);
    this.#length -= begun.length;
    return begun.lines.join("\n");
  }
}

interface Begun {
  readonly lines: string[];
  length: number;
}

/** In characters, on all streams: what is longer is nothing that was printed for people. */
const LONGEST = 1 << 24;

/** On so many streams programs print at once. */
const MOST_STREAMS = 1 << 10;

/** Alone on its line, or behind what a logger puts before it. */
const OPENING = /(?:^|\s)(\{|\[|\[\{)\s*$/;
const CLOSING = /^[}\]]+,?\s*$/;
const INDENTED = /^\s/;

/** A text of many lines that is one document needs no putting together. */
function isWhole(text: string): boolean {
  return /^\s*(?:\{|\[\s*\{)/.test(text);
}
