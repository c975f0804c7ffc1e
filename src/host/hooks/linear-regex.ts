/**
 * Regular expressions from configuration, matched without backtracking: time is at most the length of the text times
 * the length of the expression (Thompson's construction, simulated state by state). An expression that needs more, a
 * back reference or a look-around, is refused when it is compiled.
 */

/** Tells a whole text from every other. */
export type WholeMatch = (text: string) => boolean;

/** How many states an expression may have; `(a{100}){100}` would have 10,000. */
const MOST_STATES = 4000;
const DEEPEST_GROUP = 100;

type Node =
  | { readonly kind: "char"; readonly test: RegExp }
  | { readonly kind: "edge"; readonly edge: "start" | "end" }
  | { readonly kind: "sequence"; readonly items: readonly Node[] }
  | { readonly kind: "choice"; readonly items: readonly Node[] }
  | { readonly kind: "repeat"; readonly item: Node; readonly least: number; readonly most: number };

type State =
  | { readonly kind: "char"; readonly test: RegExp }
  | { readonly kind: "edge"; readonly edge: "start" | "end" }
  | { readonly kind: "split"; readonly to: number[] };

/**
 * Compiles an expression of JavaScript's syntax, to be matched against whole texts.
 * @throws SyntaxError where it is none, or cannot be matched in linear time
 */
export function compileLinearRegex(source: string): WholeMatch {
  // JavaScript's own judgement of the syntax first: what it takes, the parser below reads or refuses.
  void new RegExp(source);
  const states: State[] = [];
  emit(new Parser(source).parse(), states);
  return (text) => run(states, text);
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
    return items.length === 1 ? (items[0] as Node) : { kind: "choice", items };
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
    this.#take("?");
    return { kind: "repeat", item, ...bounds };
  }

  #bounds(): { readonly least: number; readonly most: number } | undefined {
    if (this.#take("*")) return { least: 0, most: Infinity };
    if (this.#take("+")) return { least: 1, most: Infinity };
    if (this.#take("?")) return { least: 0, most: 1 };
    const counted = /^\{(\d+)(,(\d*))?\}/.exec(this.#source.slice(this.#at, this.#at + 32));
    if (counted === null) return undefined;
    this.#at += counted[0].length;
    const least = Number(counted[1]);
    return { least, most: counted[2] === undefined ? least : counted[3] === "" ? Infinity : Number(counted[3]) };
  }

  #atom(): Node {
    if (this.#take("^")) return { kind: "edge", edge: "start" };
    if (this.#take("$")) return { kind: "edge", edge: "end" };
    if (this.#take("(")) return this.#group();
    return { kind: "char", test: new RegExp(`^${this.#charToken()}$`) };
  }

  #group(): Node {
    if (this.#take("?") && !this.#take(":")) throw this.#refusal("a look-around or a named group");
    if (++this.#depth > DEEPEST_GROUP) throw this.#refusal(`groups nested deeper than ${DEEPEST_GROUP}`);
    const node = this.#choice();
    this.#depth--;
    if (!this.#take(")")) throw this.#refusal("a group that is not closed");
    return node;
  }

  /** The text of what stands for one character, left to JavaScript to be understood. */
  #charToken(): string {
    const rest = this.#source.slice(this.#at);
    const token = /^(?:\[(?:\\[^]|[^\]\\])*\]|\\(?:x[\da-f]{2}|u[\da-f]{4}|c[a-z]|[^])|[^\\])/i.exec(rest)?.[0];
    if (token === undefined) throw this.#refusal("a lone backslash");
    if (/^\\[1-9k]/.test(token)) throw this.#refusal("a back reference");
    if (/^\\b/i.test(token)) throw this.#refusal("a word boundary");
    this.#at += token.length;
    return /^[{}\]]$/.test(token) ? `\\${token}` : token;
  }

  #ahead(char: string): boolean {
    return this.#source[this.#at] === char;
  }

  #take(char: string): boolean {
    if (!this.#ahead(char)) return false;
    this.#at++;
    return true;
  }

  #refusal(what: string): SyntaxError {
    return new SyntaxError(`${what} at character ${this.#at + 1} cannot be matched here: matching has to end in linear time`);
  }
}

/** Appends the states of a node; what is reached after the last of them has matched it. */
function emit(node: Node, states: State[]): void {
  if (states.length > MOST_STATES) throw new SyntaxError(`the expression has more than ${MOST_STATES} states; write it shorter`);
  switch (node.kind) {
    case "char":
    case "edge":
      states.push(node);
      return;
    case "sequence":
      for (const item of node.items) emit(item, states);
      return;
    case "choice":
      emitChoice(node.items, states);
      return;
    case "repeat":
      emitRepeat(node.item, node.least, node.most, states);
  }
}

function emitChoice(items: readonly Node[], states: State[]): void {
  const fork: number[] = [];
  const ends: number[][] = [];
  states.push({ kind: "split", to: fork });
  for (const item of items) {
    fork.push(states.length);
    emit(item, states);
    const end: number[] = [];
    ends.push(end);
    states.push({ kind: "split", to: end });
  }
  for (const end of ends) end.push(states.length);
}

function emitRepeat(item: Node, least: number, most: number, states: State[]): void {
  if (Math.max(least, most === Infinity ? 0 : most) > MOST_STATES)
    throw new SyntaxError(`a count of more than ${MOST_STATES}; write it smaller`);
  for (let i = 0; i < least; i++) emit(item, states);
  if (most === Infinity) {
    const fork = [states.length + 1];
    const start = states.length;
    states.push({ kind: "split", to: fork });
    emit(item, states);
    states.push({ kind: "split", to: [start] });
    fork.push(states.length);
    return;
  }
  const forks: number[][] = [];
  for (let i = least; i < most; i++) {
    const fork = [states.length + 1];
    forks.push(fork);
    states.push({ kind: "split", to: fork });
    emit(item, states);
  }
  for (const fork of forks) fork.push(states.length);
}

function run(states: readonly State[], text: string): boolean {
  let current = new Set<number>();
  reach(states, 0, 0, text.length, current);
  for (let at = 0; at < text.length && current.size > 0; at++) {
    const next = new Set<number>();
    for (const index of current) {
      const state = states[index];
      if (state?.kind === "char" && state.test.test(text[at] as string)) reach(states, index + 1, at + 1, text.length, next);
    }
    current = next;
  }
  return current.has(states.length);
}

/** Adds the state and all that can be reached from it without a character. */
function reach(states: readonly State[], from: number, at: number, end: number, into: Set<number>): void {
  const waiting = [from];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (into.has(index)) continue;
    into.add(index);
    const state = states[index];
    if (state?.kind === "split") waiting.push(...state.to);
    else if (state?.kind === "edge" && (state.edge === "start" ? at === 0 : at === end)) waiting.push(index + 1);
  }
}
