/** What is used of WebAssembly, which the types of Node.js 20 do not have. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const PAGE = 1 << 16;

/**
 * A program whose instances are made of what `assemble` gives, which is assembled and compiled once. The module that exports
 * `assemble` is named `…-program.ts`: in the published package stands what it comes to, and no assembler.
 */
export class Program<Exports extends { readonly memory: Memory }> {
  #module: object | undefined;
  readonly #assemble: () => Uint8Array;

  constructor(assemble: () => Uint8Array) {
    this.#assemble = assemble;
  }

  /** Throws where the processor has no vector instructions, and where WebAssembly is switched off, as `node --jitless` does. */
  instantiate(): Exports {
    const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;
    this.#module ??= new Module(this.#assemble());
    return new Instance(this.#module).exports as Exports;
  }
}

/** Makes a memory at least so long. What views of it there were is detached. Throws RangeError where there is none to be had. */
export function growTo(memory: Memory, length: number): void {
  const missing = length - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}
