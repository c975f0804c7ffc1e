import { bareObject } from "../values/bare-object.ts";
import { unescaped } from "./escapes.ts";

/**
 * ClickHouse's text forms of values that are not plain, as `TSV`, `CSV` and the `JSONStrings…` formats write them:
 * `{'key':'value'}` for a map, `['a','b']` for a list, `(1,'a')` for a tuple. Strings in them stand in single quotes with
 * backslash escapes.
 */

/** Deeper than any column of spans or logs; a literal comes from a stranger. */
const MAX_DEPTH = 32;

/**
 * What a literal says: text, numbers, booleans, null, lists (tuples too) and bare objects. undefined where the text is no literal, or
 * more than one. Of a key that comes twice the last value counts, as in JSON.
 */
export function parseLiteral(text: string): unknown {
  try {
    return new LiteralReader(text).whole();
  } catch (error) {
    if (error instanceof NoLiteral) return undefined;
    throw error;
  }
}

class NoLiteral extends Error {
  override readonly name = "NoLiteral";
}

class LiteralReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): unknown {
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) throw new NoLiteral();
    return value;
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new NoLiteral();
    this.#space();
    switch (this.#text.charAt(this.#at)) {
      case "'":
        return this.#quoted();
      case "{":
        return this.#map(depth);
      case "[":
        return this.#list("]", depth);
      case "(":
        return this.#list(")", depth);
      default:
        return this.#bare();
    }
  }

  #map(depth: number): object {
    const entries = bareObject<unknown>();
    this.#at++;
    if (this.#takes("}")) return entries;
    do {
      const key = this.#key();
      if (!this.#takes(":")) throw new NoLiteral();
      entries[key] = this.#value(depth + 1);
    } while (this.#takes(","));
    if (!this.#takes("}")) throw new NoLiteral();
    return entries;
  }

  /** Text; of a map whose keys are numbers, what stands there. */
  #key(): string {
    this.#space();
    return this.#text[this.#at] === "'" ? this.#quoted() : this.#word();
  }

  #list(close: string, depth: number): unknown[] {
    const items: unknown[] = [];
    this.#at++;
    if (this.#takes(close)) return items;
    do items.push(this.#value(depth + 1));
    while (this.#takes(","));
    if (!this.#takes(close)) throw new NoLiteral();
    return items;
  }

  /** A quote inside is escaped by a backslash, or doubled where ClickHouse is told to write it as SQL does. */
  #quoted(): string {
    const text = this.#text;
    let read = "";
    let from = this.#at + 1;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) {
        read += unescaped(text.slice(from, at));
        this.#at = at + 1;
        if (text.charCodeAt(at + 1) !== QUOTE) return read;
        read += "'";
        at++;
        from = at + 1;
      }
    }
    throw new NoLiteral();
  }

  #bare(): unknown {
    const word = this.#word();
    if (WORDS.has(word)) return WORDS.get(word);
    const number = Number(word);
    if (Number.isNaN(number)) return word;
    return /^-?\d+$/.test(word) && !Number.isSafeInteger(number) ? BigInt(word) : number;
  }

  #word(): string {
    BARE.lastIndex = this.#at;
    const word = BARE.exec(this.#text)?.[0];
    if (word === undefined) throw new NoLiteral();
    this.#at += word.length;
    return word;
  }

  #takes(character: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #space(): void {
    while (this.#text[this.#at] === " ") this.#at++;
  }
}

const QUOTE = 0x27;
const BACKSLASH = 0x5c;
const BARE = /[\w.+-]+/y;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["NULL", null],
  ["true", true],
  ["false", false],
]);
