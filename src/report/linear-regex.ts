/**
 * Regular expressions of matchers, evaluated in time linear in the text.
 *
 * A pattern out of a trace is never given to the engine's own backtracking matcher. The part of ECMAScript's syntax
 * that describes a regular language is compiled into a nondeterministic automaton whose states all advance together
 * (K. Thompson, "Regular Expression Search Algorithm", CACM 11(6), 1968): characters, `.`, classes, `\d \w \s` and their opposites,
 * `^` and `$`, groups, `|`, `? * +` and their lazy forms, small `{m,n}`. Anything else (look-around,
 * back-references, `\b`, flags) is not compiled.
 */
export interface LinearRegex {
  /** Whether the pattern is found anywhere in the text, as `RegExp.prototype.test` does. */
  test(text: string): boolean;
  /** Whether the pattern matches the text as a whole. */
  matches(text: string): boolean;
}

/** undefined where the pattern is not understood, or too big. */
export function linearRegex(pattern: string): LinearRegex | undefined {
  try {
    const automaton = new Compiler(pattern).compile();
    return { test: (text) => run(automaton, text, true), matches: (text) => run(automaton, text, false) };
  } catch (error) {
    if (error instanceof NotLinear) return undefined;
    throw error;
  }
}

const MOST_STATES = 2048;
const DEEPEST_GROUP = 64;

class NotLinear extends Error {
  override readonly name = "NotLinear";
}

type CharacterTest = (code: number) => boolean;

/** A state that reads one character, asserts a place, or splits without reading. The last state of the automaton accepts. */
type State =
  | { readonly type: "character"; readonly test: CharacterTest; next: number }
  | { readonly type: "start" | "end"; next: number }
  | { readonly type: "split"; next: number; other: number };

interface Automaton {
  readonly states: readonly State[];
  readonly start: number;
  readonly accept: number;
}

/** A piece of the automaton: where it begins, and the places that still have to be pointed somewhere. */
interface Piece {
  readonly start: number;
  readonly open: readonly { readonly state: number; readonly other: boolean }[];
}

class Compiler {
  readonly #pattern: string;
  readonly #states: State[] = [];
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  compile(): Automaton {
    const whole = this.#alternatives(0);
    if (this.#at < this.#pattern.length) throw new NotLinear();
    const accept = this.#states.length;
    this.#point(whole, accept);
    return { states: this.#states, start: whole.start, accept };
  }

  #alternatives(depth: number): Piece {
    if (depth > DEEPEST_GROUP) throw new NotLinear();
    let piece = this.#sequence(depth);
    while (this.#pattern[this.#at] === "|") {
      this.#at += 1;
      const next = this.#sequence(depth);
      const start = this.#add({ type: "split", next: piece.start, other: next.start });
      piece = { start, open: [...piece.open, ...next.open] };
    }
    return piece;
  }

  #sequence(depth: number): Piece {
    let piece = this.#nothing();
    while (this.#at < this.#pattern.length && this.#pattern[this.#at] !== "|" && this.#pattern[this.#at] !== ")") {
      const next = this.#quantified(depth);
      this.#point(piece, next.start);
      piece = { start: piece.start, open: next.open };
    }
    return piece;
  }

  #quantified(depth: number): Piece {
    const begin = this.#at;
    const atom = this.#atom(depth);
    const quantifier = this.#quantifier();
    if (quantifier === undefined) return atom;
    const state = this.#states[atom.start];
    if (state?.type === "start" || state?.type === "end") throw new NotLinear();
    const [least, most] = quantifier;
    const after = this.#at;
    // Every repetition is a copy of its own, compiled from the same piece of the pattern.
    const copy = (): Piece => {
      this.#at = begin;
      const piece = this.#atom(depth);
      this.#at = after;
      return piece;
    };
    let unused: Piece | undefined = atom;
    const take = (): Piece => {
      const piece = unused ?? copy();
      unused = undefined;
      return piece;
    };
    let whole = this.#nothing();
    const append = (piece: Piece): void => {
      this.#point(whole, piece.start);
      whole = { start: whole.start, open: piece.open };
    };
    for (let count = 0; count < least; count += 1) append(take());
    if (most === Infinity) append(this.#repeated(take()));
    else for (let count = least; count < most; count += 1) append(this.#optional(take()));
    return whole;
  }

  #quantifier(): readonly [number, number] | undefined {
    const sign = this.#pattern[this.#at];
    const bounds = SIGNS.get(sign ?? "") ?? this.#braces();
    if (bounds === undefined) return undefined;
    if (SIGNS.has(sign ?? "")) this.#at += 1;
    if (this.#pattern[this.#at] === "?") this.#at += 1;
    if (SIGNS.has(this.#pattern[this.#at] ?? "")) throw new NotLinear();
    return bounds;
  }

  #braces(): readonly [number, number] | undefined {
    if (this.#pattern[this.#at] !== "{") return undefined;
    const braces = /^\{(\d{1,3})(,(\d{0,3}))?\}/.exec(this.#pattern.slice(this.#at, this.#at + 10));
    if (braces === null) throw new NotLinear();
    this.#at += braces[0].length;
    const least = Number(braces[1]);
    const most = braces[2] === undefined ? least : braces[3] === "" ? Infinity : Number(braces[3]);
    if (most < least) throw new NotLinear();
    return [least, most];
  }

  #repeated(piece: Piece): Piece {
    const split = this.#add({ type: "split", next: piece.start, other: -1 });
    this.#point(piece, split);
    return { start: split, open: [{ state: split, other: true }] };
  }

  #optional(piece: Piece): Piece {
    const split = this.#add({ type: "split", next: piece.start, other: -1 });
    return { start: split, open: [...piece.open, { state: split, other: true }] };
  }

  #atom(depth: number): Piece {
    const character = this.#pattern[this.#at];
    this.#at += 1;
    switch (character) {
      case "(":
        return this.#group(depth);
      case "[":
        return this.#reads(this.#characterClass());
      case ".":
        return this.#reads((code) => !LINE_ENDS.has(code));
      case "^":
        return this.#piece({ type: "start", next: -1 });
      case "$":
        return this.#piece({ type: "end", next: -1 });
      case "\\":
        return this.#reads(this.#escape());
      case undefined:
      case "*":
      case "+":
      case "?":
      case "{":
      case "}":
      case "]":
        throw new NotLinear();
      default: {
        const code = character.charCodeAt(0);
        return this.#reads((other) => other === code);
      }
    }
  }

  #group(depth: number): Piece {
    if (this.#pattern[this.#at] === "?") {
      if (this.#pattern[this.#at + 1] !== ":") throw new NotLinear();
      this.#at += 2;
    }
    const piece = this.#alternatives(depth + 1);
    if (this.#pattern[this.#at] !== ")") throw new NotLinear();
    this.#at += 1;
    return piece;
  }

  #escape(): CharacterTest {
    const character = this.#pattern[this.#at] ?? "";
    this.#at += 1;
    const known = CLASSES.get(character);
    if (known !== undefined) return known;
    const control = CONTROLS.get(character);
    if (control !== undefined) return (code) => code === control;
    // Letters and digits that are left have a meaning of their own, or will have one.
    if (character === "" || /[0-9A-Za-z]/.test(character)) throw new NotLinear();
    const code = character.charCodeAt(0);
    return (other) => other === code;
  }

  #characterClass(): CharacterTest {
    const negated = this.#pattern[this.#at] === "^";
    if (negated) this.#at += 1;
    const tests: CharacterTest[] = [];
    for (;;) {
      const character = this.#pattern[this.#at];
      if (character === undefined) throw new NotLinear();
      this.#at += 1;
      if (character === "]") break;
      if (character === "\\") {
        tests.push(this.#escape());
        if (this.#pattern[this.#at] === "-" && this.#pattern[this.#at + 1] !== "]") throw new NotLinear();
        continue;
      }
      tests.push(this.#range(character.charCodeAt(0)));
    }
    return negated ? (code) => !tests.some((test) => test(code)) : (code) => tests.some((test) => test(code));
  }

  #range(first: number): CharacterTest {
    const end = this.#pattern[this.#at + 1];
    if (this.#pattern[this.#at] !== "-" || end === undefined || end === "]") return (code) => code === first;
    if (end === "\\") throw new NotLinear();
    const last = end.charCodeAt(0);
    if (last < first) throw new NotLinear();
    this.#at += 2;
    return (code) => code >= first && code <= last;
  }

  #reads(test: CharacterTest): Piece {
    return this.#piece({ type: "character", test, next: -1 });
  }

  #nothing(): Piece {
    const state = this.#add({ type: "split", next: -1, other: -1 });
    return { start: state, open: [{ state, other: false }] };
  }

  #piece(state: State): Piece {
    const index = this.#add(state);
    return { start: index, open: [{ state: index, other: false }] };
  }

  #add(state: State): number {
    if (this.#states.length >= MOST_STATES) throw new NotLinear();
    return this.#states.push(state) - 1;
  }

  #point(piece: Piece, target: number): void {
    for (const { state, other } of piece.open) {
      const open = this.#states[state] as State;
      if (other && open.type === "split") open.other = target;
      else open.next = target;
    }
  }
}

const SIGNS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["*", [0, Infinity]],
  ["+", [1, Infinity]],
  ["?", [0, 1]],
]);

const LINE_ENDS: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x2028, 0x2029]);

const isDigit: CharacterTest = (code) => code >= 0x30 && code <= 0x39;
const isWord: CharacterTest = (code) => isDigit(code) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f;
const isSpace: CharacterTest = (code) => /\s/.test(String.fromCharCode(code));

const CLASSES: ReadonlyMap<string, CharacterTest> = new Map([
  ["d", isDigit],
  ["D", (code: number) => !isDigit(code)],
  ["w", isWord],
  ["W", (code: number) => !isWord(code)],
  ["s", isSpace],
  ["S", (code: number) => !isSpace(code)],
]);

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ["t", 0x09],
  ["n", 0x0a],
  ["v", 0x0b],
  ["f", 0x0c],
  ["r", 0x0d],
]);

/** Advances every state that the text so far can have reached, one character after the other. */
function run(automaton: Automaton, text: string, anywhere: boolean): boolean {
  const { states, start, accept } = automaton;
  let current = new Set<number>();
  for (let at = 0; at <= text.length; at += 1) {
    if (at === 0 || anywhere) reach(states, current, start, at, text.length);
    if (current.has(accept) && (anywhere || at === text.length)) return true;
    if (at === text.length) break;
    const next = new Set<number>();
    const code = text.charCodeAt(at);
    for (const index of current) {
      const state = states[index];
      if (state?.type === "character" && state.test(code)) reach(states, next, state.next, at + 1, text.length);
    }
    current = next;
  }
  return false;
}

/** Adds a state and all that follow it without reading. */
function reach(states: readonly State[], reached: Set<number>, from: number, at: number, length: number): void {
  const open = [from];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (reached.has(index)) continue;
    reached.add(index);
    const state = states[index];
    if (state === undefined || state.type === "character") continue;
    if (state.type === "split") {
      open.push(state.next);
      if (state.other >= 0) open.push(state.other);
    } else if (at === (state.type === "start" ? 0 : length)) {
      open.push(state.next);
    }
  }
}
