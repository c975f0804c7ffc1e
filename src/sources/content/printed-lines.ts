/**
 * Puts together the documents that a program printed indented over many lines, as consoles for people do, where a log system has
 * made a record of each line. Every other line is given as it is, also between those of a document.
 */
export class PrintedLines {
  /** What was begun, by the stream that it comes on. */
  readonly #begun = new Map<string, Begun>();

  /** The texts that are whole with these lines. */
  *texts(stream: string, lines: readonly string[]): Iterable<string> {
    for (const line of lines.flatMap((text) => (text.trimEnd().includes("\n") && !isWhole(text) ? text.split("\n") : [text]))) {
      const begun = this.#begun.get(stream);
      if (begun !== undefined && INDENTED.test(line) && begun.length + line.length < LONGEST) {
        begun.lines.push(line);
        begun.length += line.length;
      } else if (begun !== undefined && CLOSING.test(line)) {
        this.#begun.delete(stream);
        yield [...begun.lines, line].join("\n");
      } else {
        const opening = OPENING.exec(line)?.[1];
        if (opening === undefined) yield line;
        else {
          if (begun !== undefined) yield textOf(begun);
          this.#begun.set(stream, { lines: [opening], length: 0 });
        }
      }
    }
  }

  /** What was begun and never ended. */
  end(): readonly string[] {
    return [...this.#begun.values()].map(textOf);
  }
}

interface Begun {
  readonly lines: string[];
  length: number;
}

/** In characters: what is longer is nothing that was printed for people. */
const LONGEST = 1 << 24;

/** Alone on its line, or behind what a logger puts before it. */
const OPENING = /(?:^|\s)(\{|\[|\[\{)\s*$/;
const CLOSING = /^[}\]]+,?\s*$/;
const INDENTED = /^\s/;

/** A text of many lines that is one document needs no putting together. */
function isWhole(text: string): boolean {
  return /^\s*(?:\{|\[\s*\{)/.test(text);
}

function textOf({ lines }: Begun): string {
  return lines.join("\n");
}
