import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

const UPDATE = process.env["UPDATE_GOLDEN"] === "1";
const HINT = "If the new text is right, rebuild the golden files and look at their diff: UPDATE_GOLDEN=1 npx vitest run test/views";

/** A folder of texts that a person has looked at. */
export class Golden {
  readonly #folder: string;
  readonly #used = new Set<string>();

  constructor(folder: string) {
    this.#folder = fileURLToPath(new URL(`../golden/${folder}`, import.meta.url));
  }

  /** The text is the one in the file; with UPDATE_GOLDEN=1 the file becomes the text. */
  matches(file: string, text: string): void {
    this.#used.add(file);
    const path = join(this.#folder, file);
    if (UPDATE) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    expect(text, `${file} has changed. ${HINT}`).toBe(read(path));
  }

  /** Every file of the folder was compared with; with UPDATE_GOLDEN=1 the others are deleted. */
  isWhole(): void {
    const left = readdirSync(this.#folder).filter((file) => !this.#used.has(file));
    if (UPDATE) for (const file of left) rmSync(join(this.#folder, file));
    else expect(left, `nothing is compared with these. ${HINT}`).toEqual([]);
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
