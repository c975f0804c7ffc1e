import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildProgram } from "../helpers/program.ts";

const ROUNDS = 5;
const AT_ONCE = 3;

let root: string;
let program: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "killed-"));
  program = await buildProgram(new URL("programs/vetoing.ts", import.meta.url));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Left {
  /** The vetoes that the program knew to be recorded. */
  readonly acknowledged: readonly string[];
  readonly journalled: ReadonlySet<string>;
  /** Lines that are no JSON, by whether they are the last of their file. */
  readonly torn: { readonly last: number; readonly inside: number };
}

/** Runs the program and kills it `afterMs` milliseconds after its first veto. */
async function killed(journal: string, afterMs: number): Promise<Left> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ACTIVATION_JOURNAL: journal },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    if (output === "") setTimeout(() => child.kill("SIGKILL"), afterMs);
    output += chunk.toString();
  });
  await once(child, "close");
  const journalled = new Set<string>();
  const torn = { last: 0, inside: 0 };
  for (const file of readdirSync(journal, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"))) {
    const lines = readFileSync(join(journal, file), "utf8").split("\n");
    for (const [at, line] of lines.entries()) {
      try {
        for (const [, id] of JSON.stringify(line === "" ? "" : JSON.parse(line)).matchAll(/"call_(\d+)"/g)) journalled.add(id as string);
      } catch {
        torn[at === lines.length - 1 ? "last" : "inside"]++;
      }
    }
  }
  return { acknowledged: output.split("\n").slice(0, -1), journalled, torn };
}

describe("an agent that is killed at any moment", () => {
  test("leaves every veto that was recorded, and at most one torn line, the last", async () => {
    let vetoes = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const journals = Array.from({ length: AT_ONCE }, (_, i) => join(root, `${round}-${i}`));
      for (const { acknowledged, journalled, torn } of await Promise.all(
        journals.map(async (it) => await killed(it, Math.random() * 50)),
      )) {
        vetoes += acknowledged.length;
        expect(acknowledged.filter((id) => !journalled.has(id))).toEqual([]);
        expect(torn.inside).toBe(0);
        expect(torn.last).toBeLessThanOrEqual(1);
      }
    }
    expect(vetoes).toBeGreaterThan(ROUNDS * AT_ONCE);
  }, 120_000);
});
