import { bareObject } from "../values/bare-object.ts";
import type { AnyValue } from "../span.ts";
import { KnownTexts } from "../wasm/known-texts.ts";
import { growTo, Program, type Memory } from "../wasm/program.ts";
import { Spare } from "../wasm/spare.ts";
import { ScalarScanner } from "./scalar-scanner.ts";
import { MAX_EVENTS, type JsonScanner, type ReadAttributes } from "./scanner.ts";
import { ATTRIBUTES, RESULT_LENGTH, RESULT_OFFSET, TEXT_OFFSET, vectorProgram } from "./vector-program.ts";

/** What the program exports. */
interface Scanning {
  readonly scan: (from: number, to: number) => number;
  readonly attributes: (at: number, to: number) => number;
  readonly memory: Memory;
  readonly eventCount: { value: number };
  readonly depth: { value: number };
  readonly inString: { value: bigint };
  readonly escaped: { value: bigint };
  readonly lines: { value: number };
  readonly decided: { value: number };
}

const program = new Program<Scanning>(vectorProgram);

/** An integer that a number holds, in its own spelling. */
const EXACT_INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;

const BOOLEAN = /^(?:true|false)$/;

/** What the program may read behind the end of a scan. */
const BEHIND = 128;

/** To make one, with its memory, takes longer than to read many a file. */
const spare = new Spare<VectorScanner>();

/** Of a longer buffer the memory is worth more than the time. */
const MOST_KEPT = 1 << 25;

/** Keeps a scanner for the next text. Nobody MUST scan with it or write into its buffer any more. */
export function giveBack(scanner: JsonScanner): void {
  if (!(scanner instanceof VectorScanner) || scanner.bytes.length > MOST_KEPT) return;
  scanner.restart();
  spare.keep(scanner);
}

/** The fastest scanner that runs here, in its first state. */
export function createScanner(): JsonScanner {
  const kept = spare.take();
  if (kept !== undefined) return kept;
  try {
    return new VectorScanner();
  } catch {
    return new ScalarScanner();
  }
}

/** The scanner in WebAssembly's vector instructions. Its buffer lies in the memory of the program. */
export class VectorScanner implements JsonScanner {
  bytes: Uint8Array;
  events: Int32Array;
  readonly #program: Scanning;
  readonly #texts = new KnownTexts();
  /** What the program tells of the attributes that it read last. */
  #result: Int32Array;
  /** All of its memory, since the places that it tells are places in that. */
  #memory: Buffer;

  /** Throws where the program cannot run: see {@link Program.instantiate}. */
  constructor(length: number = 1 << 20) {
    this.#program = program.instantiate();
    this.bytes = new Uint8Array(0);
    this.events = new Int32Array(0);
    this.#result = this.events;
    this.#memory = Buffer.alloc(0);
    this.reserve(length);
  }

  get eventCount(): number {
    return this.#program.eventCount.value;
  }

  get depth(): number {
    return this.#program.depth.value;
  }

  reserve(length: number): void {
    if (length <= this.bytes.length) return;
    const { memory } = this.#program;
    growTo(memory, TEXT_OFFSET + length + BEHIND);
    this.bytes = new Uint8Array(memory.buffer, TEXT_OFFSET, length);
    this.events = new Int32Array(memory.buffer, 0, 3 * MAX_EVENTS);
    this.#result = new Int32Array(memory.buffer, RESULT_OFFSET, RESULT_LENGTH / 4);
    this.#memory = Buffer.from(memory.buffer);
  }

  attributes(from: number, to: number): ReadAttributes | undefined {
    const count = this.#program.attributes(TEXT_OFFSET + from, TEXT_OFFSET + to);
    const result = this.#result;
    const attributes = bareObject<AnyValue>();
    let isExact = true;
    // All that were read are gone through, also where they are of no use: the texts are known from now on.
    for (let index = 0, at = 2; index < count; index++, at += ATTRIBUTES.length) {
      const key = this.#text(at + ATTRIBUTES.key);
      const value = this.#text(at + ATTRIBUTES.value);
      const type = result[at + ATTRIBUTES.type];
      if (type === ATTRIBUTES.types.text) attributes[key] = value;
      else if (type === ATTRIBUTES.types.integer && EXACT_INTEGER.test(value)) attributes[key] = Number(value);
      else if (type === ATTRIBUTES.types.boolean && BOOLEAN.test(value)) attributes[key] = value === "true";
      else isExact = false;
    }
    const [begin, end] = [result[0]!, result[1]!];
    return end === 0 || !isExact ? undefined : { attributes, begin: begin - TEXT_OFFSET, end: end - TEXT_OFFSET };
  }

  /** A text of which the result tells from that place on. */
  #text(at: number): string {
    const result = this.#result;
    return this.#texts.at(result[at]!, this.#memory, result[at + 1]!, result[at + 2]!);
  }

  reset(): void {
    const { depth, inString, escaped } = this.#program;
    depth.value = 0;
    inString.value = 0n;
    escaped.value = 0n;
  }

  /** Forgets what is open, and all that was counted. */
  restart(): void {
    const { lines, decided, eventCount } = this.#program;
    this.reset();
    for (const count of [lines, decided, eventCount]) count.value = 0;
  }

  scan(from: number, to: number): number {
    return this.#program.scan(TEXT_OFFSET + from, TEXT_OFFSET + to) - TEXT_OFFSET;
  }
}
