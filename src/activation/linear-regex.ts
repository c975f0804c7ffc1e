/**
 * Regular expressions that nobody has vouched for, matched without backtracking: time is at most the length of the text
 * times the size of the expression. All states of a nondeterministic automaton advance together
 * (K. Thompson, "Regular Expression Search Algorithm", CACM 11(6), 1968).
 */
export interface LinearRegex {
  /** Whether the expression is found anywhere in the text, as `RegExp.prototype.test` does. */
  readonly test: (text: string, steps?: Steps) => boolean;
  /** Whether the expression matches the text as a whole. */
  readonly matches: (text: string, steps?: Steps) => boolean;
}

/**
 * What several expressions may take together, in steps: a state that is entered, or asked for one character. Where they are
 * given and used up, compiling and matching throw {@link OutOfSteps}.
 */
export class Steps {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  get usedUp(): boolean {
    return this.#left < 0;
  }

  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new OutOfSteps("expressions take longer together than they may");
  }
}

export class OutOfSteps extends Error {
  override readonly name = "OutOfSteps";
}

/** What reading a character of an expression takes, in steps. */
const STEPS_OF_READING = 64;

/** What a state takes that is laid out: not so much time as memory, while the expression is kept. */
const STEPS_OF_STATE = 100;

/** What it takes to go on to the next character, beside what the states take. */
const STEPS_OF_CHARACTER = 5;

/** What it takes to begin with a text, beside what the states take. */
const STEPS_OF_BEGINNING = 20;

/** How many states an expression may have; `(a{100}){100}` would have 10,000. */
const MOST_STATES = 2048;
const MOST_CHARACTERS = 10_000;
const DEEPEST_GROUP = 64;

type CharacterTest = (character: string) => boolean;

/** What reads one character, or asserts a place. */
type Atom = { readonly kind: "character"; readonly test: CharacterTest } | { readonly kind: "edge"; readonly edge: "start" | "end" };

type Node =
  | Atom
  | { readonly kind: "sequence"; readonly items: readonly Node[] }
  | { readonly kind: "choice"; readonly items: readonly Node[] }
  | { readonly kind: "repeat"; readonly item: Node; readonly least: number; readonly most: number };

/** An atom is followed by the state behind it, a split by any of those it names. Behind the last state, all is matched. */
type State = Atom | { readonly kind: "split"; readonly to: readonly number[] };

/**
 * Compiles an expression of ECMAScript's syntax without flags.
 * @throws SyntaxError where it is none, is too big, or has what no such automaton can match: back references,
 * look-around, word boundaries; named groups and flags are not taken either
 * @throws OutOfSteps where compiling takes more than is left of `steps`
 */
export function compileLinearRegex(source: string, steps?: Steps): LinearRegex {
  if (source.length > MOST_CHARACTERS)
    throw new SyntaxError(`the expression has more than ${MOST_CHARACTERS} characters; write it shorter`);
  steps?.take(source.length * STEPS_OF_READING);
  // JavaScript's own judgement of the syntax first: what it takes, the parser below reads or refuses.
  void new RegExp(source);
  const states = new Assembler().assemble(new Parser(source).parse());
  steps?.take(states.length * STEPS_OF_STATE);
  return { test: (text, some) => run(states, text, true, some), matches: (text, some) => run(states, text, false, some) };
}

class Parser {
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): Node {
    const node = this.#choice();
    if (this.#at < this.#source.length) throw this.#refusal(`an unexpected ${JSON.stringify(this.#source[this.#at])}`);
    return node;
  }

  #choice(): Node {
    const items = [this.#sequence()];
    while (this.#take("|")) items.push(this.#sequence());
    return { kind: "choice", items };
  }

  #sequence(): Node {
    const items: Node[] = [];
    while (this.#at < this.#source.length && !this.#ahead("|") && !this.#ahead(")")) items.push(this.#repeated());
    return { kind: "sequence", items };
  }

  #repeated(): Node {
    const item = this.#atom();
    const bounds = this.#bounds();
    if (bounds === undefined) return item;
    // Whether it takes as many or as few as it can changes what is captured, not what is matched.
    this.#take("?");
    return { kind: "repeat", item, ...bounds };
  }

  #bounds(): { readonly least: number; readonly most: number } | undefined {
    if (this.#take("*")) return { least: 0, most: Infinity };
    if (this.#take("+")) return { least: 1, most: Infinity };
    if (this.#take("?")) return { least: 0, most: 1 };
    const counted = /^\{(\d+)(,(\d*))?\}/.exec(this.#source.slice(this.#at));
    if (counted === null) return undefined;
    this.#at += counted[0].length;
    const least = Number(counted[1]);
    return { least, most: counted[2] === undefined ? least : counted[3] === "" ? Infinity : Number(counted[3]) };
  }

  #atom(): Node {
    if (this.#take("^")) return { kind: "edge", edge: "start" };
    if (this.#take("$")) return { kind: "edge", edge: "end" };
    if (this.#take("(")) return this.#group();
    return { kind: "character", test: this.#character() };
  }

  #group(): Node {
    if (this.#take("?") && !this.#take(":")) throw this.#refusal("a look-around, a flag or a named group");
    if (++this.#depth > DEEPEST_GROUP) throw this.#refusal(`groups nested deeper than ${DEEPEST_GROUP}`);
    const node = this.#choice();
    this.#depth--;
    if (!this.#take(")")) throw this.#refusal("a group that is not closed");
    return node;
  }

  /** What stands for one character; classes and escapes are left to JavaScript to be understood. */
  #character(): CharacterTest {
    const rest = this.#source.slice(this.#at);
    const token = /^(?:\[(?:\\[^]|[^\]\\])*\]|\\(?:x[\da-f]{2}|u[\da-f]{4}|c[a-z]|[^])|[^\\])/i.exec(rest)?.[0];
    if (token === undefined) throw this.#refusal("a lone backslash");
    if (/^\\[1-9k]/.test(token) || /^\\0\d/.test(rest)) throw this.#refusal("a back reference or an octal escape");
    if (/^\\b/i.test(token)) throw this.#refusal("a word boundary");
    if (token === "\\c") throw this.#refusal("a control escape without its letter");
    this.#at += token.length;
    if (/^(?:\\\W|[^.])$/.test(token)) {
      const literal = token.at(-1);
      return (character) => character === literal;
    }
    return testOf(token);
  }

  #ahead(character: string): boolean {
    return this.#source[this.#at] === character;
  }

  #take(character: string): boolean {
    if (!this.#ahead(character)) return false;
    this.#at++;
    return true;
  }

  #refusal(what: string): SyntaxError {
    return new SyntaxError(`${what} at character ${this.#at + 1} cannot be matched here: matching has to end in linear time`);
  }
}

/** Lays the states of a tree one after the other: behind a node's states begins what follows it. */
class Assembler {
  readonly #states: State[] = [];
  #steps = 0;

  assemble(node: Node): readonly State[] {
    this.#node(node);
    return this.#states;
  }

  #node(node: Node): void {
    // Steps are counted, not states: repetitions of nothing would add no state, and not end.
    if (++this.#steps > MOST_STATES * 4 || this.#states.length > MOST_STATES) {
      throw new SyntaxError(`the expression has more than ${MOST_STATES} states; write it shorter`);
    }
    switch (node.kind) {
      case "character":
      case "edge":
        this.#states.push(node);
        return;
      case "sequence":
        for (const item of node.items) this.#node(item);
        return;
      case "choice":
        this.#choice(node.items);
        return;
      case "repeat":
        for (let count = 0; count < node.least; count++) this.#node(node.item);
        if (node.most === Infinity) this.#endless(node.item);
        else this.#optional(node.item, node.most - node.least);
    }
  }

  #choice(items: readonly Node[]): void {
    if (items.length === 1) return this.#node(items[0] as Node);
    const fork = this.#split();
    const ends: number[][] = [];
    for (const item of items) {
      fork.push(this.#states.length);
      this.#node(item);
      ends.push(this.#split());
    }
    for (const end of ends) end.push(this.#states.length);
  }

  #endless(item: Node): void {
    const start = this.#states.length;
    const fork = this.#split();
    fork.push(this.#states.length);
    this.#node(item);
    this.#split().push(start);
    fork.push(this.#states.length);
  }

  /** So many times at most: each may be the first that is left out. */
  #optional(item: Node, times: number): void {
    const forks: number[][] = [];
    for (let count = 0; count < times; count++) {
      const fork = this.#split();
      fork.push(this.#states.length);
      forks.push(fork);
      this.#node(item);
    }
    for (const fork of forks) fork.push(this.#states.length);
  }

  /** A split that does not lead anywhere yet. */
  #split(): number[] {
    const to: number[] = [];
    this.#states.push({ kind: "split", to });
    return to;
  }
}

/** Many expressions hold the same few classes, as `.` and `[^]`: what is asked of them is asked for all. */
const TESTS = new Map<string, CharacterTest>();
const MOST_TESTS = 256;

function testOf(token: string): CharacterTest {
  const known = TESTS.get(token);
  if (known !== undefined) return known;
  const test = remembered(new RegExp(`^${token}$`));
  if (TESTS.size < MOST_TESTS) TESTS.set(token, test);
  return test;
}

/** Names are of ASCII for the most part: what a class says of such a character is asked once. */
function remembered(one: RegExp): CharacterTest {
  const known: (boolean | undefined)[] = [];
  return (character) => {
    const code = character.charCodeAt(0);
    return code < 128 ? (known[code] ??= one.test(character)) : one.test(character);
  };
}

function run(states: readonly State[], text: string, anywhere: boolean, steps: Steps | undefined): boolean {
  // Two fronts are laid out for the states.
  steps?.take(STEPS_OF_BEGINNING + (states.length >> 2));
  let current = new Front(states, text.length);
  let next = new Front(states, text.length);
  for (let at = 0; ; at++) {
    if (at === 0 || anywhere) current.reach(0, at);
    steps?.take(STEPS_OF_CHARACTER + current.entered + current.atoms.length);
    if (current.accepts && (anywhere || at === text.length)) return true;
    if (at === text.length || (!anywhere && current.atoms.length === 0)) return false;
    const character = text[at] as string;
    for (const index of current.atoms) {
      const state = states[index];
      if (state?.kind === "character" && state.test(character)) next.reach(index + 1, at + 1);
    }
    current.clear();
    [current, next] = [next, current];
  }
}

/** The states that are reached at one place of the text. */
class Front {
  /** Those of them that read a character. */
  readonly atoms: number[] = [];
  /** Whether all is matched here. */
  accepts = false;
  /** How many states were entered, and entered again, at this place. */
  entered = 0;
  readonly #states: readonly State[];
  readonly #end: number;
  /** The place, counted from 1, at which each state was last reached. */
  readonly #reachedAt: Uint32Array;
  readonly #waiting: number[] = [];

  constructor(states: readonly State[], end: number) {
    this.#states = states;
    this.#end = end;
    this.#reachedAt = new Uint32Array(states.length);
  }

  clear(): void {
    this.atoms.length = 0;
    this.accepts = false;
    this.entered = 0;
  }

  /** Adds the state and all that can be reached from it without a character. */
  reach(from: number, at: number): void {
    const waiting = this.#waiting;
    waiting.push(from);
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      const state = this.#states[index];
      this.entered += 1;
      if (state === undefined) this.accepts = true;
      if (state === undefined || this.#reachedAt[index] === at + 1) continue;
      this.#reachedAt[index] = at + 1;
      if (state.kind === "character") this.atoms.push(index);
      else if (state.kind === "split") waiting.push(...state.to);
      else if (at === (state.edge === "start" ? 0 : this.#end)) waiting.push(index + 1);
    }
  }
}
