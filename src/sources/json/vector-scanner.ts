import { growTo, Program, type Memory } from "../wasm/program.ts";
import { ScalarScanner } from "./scalar-scanner.ts";
import { MAX_EVENTS, type JsonScanner } from "./scanner.ts";
import { TEXT_OFFSET, vectorProgram } from "./vector-program.ts";

/** What the program exports. */
interface Scanning {
  readonly scan: (from: number, to: number) => number;
  readonly memory: Memory;
  readonly eventCount: { value: number };
  readonly depth: { value: number };
  readonly inString: { value: bigint };
  readonly escaped: { value: bigint };
  readonly lines: { value: number };
  readonly decided: { value: number };
}

const program = new Program<Scanning>(vectorProgram);

/** What the program may read behind the end of a scan. */
const BEHIND = 128;

/**
 * One that was given back: to make one, with its memory, takes longer than to read many a file. Held weakly, so that a process
 * which reads no more gets the memory back.
 */
let spare: WeakRef<VectorScanner> | undefined;

/** Of a longer buffer the memory is worth more than the time. */
const MOST_KEPT = 1 << 24;

/** Keeps a scanner for the next text. Nobody MUST scan with it or write into its buffer any more. */
export function giveBack(scanner: JsonScanner): void {
  if (!(scanner instanceof VectorScanner) || scanner.bytes.length > MOST_KEPT) return;
  scanner.restart();
  spare = new WeakRef(scanner);
}

/** The fastest scanner that runs here, in its first state. */
export function createScanner(): JsonScanner {
  const kept = spare?.deref();
  spare = undefined;
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

  /** Throws `WebAssembly.CompileError` where the processor has no such instructions. */
  constructor(length: number = 1 << 20) {
    this.#program = program.instantiate();
    this.bytes = new Uint8Array(0);
    this.events = new Int32Array(0);
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
