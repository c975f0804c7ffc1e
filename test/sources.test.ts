import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import * as reader from "../src/reader.ts";
import * as sources from "../src/sources.ts";
import { otlpJsonLine } from "./helpers/otlp-json.ts";
import { run } from "./helpers/program.ts";
import { sessionOf } from "./helpers/spans.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
// Inside the repository and outside node_modules, so that the package finds itself by its name.
mkdirSync(join(root, ".cache"), { recursive: true });
const folder = mkdtempSync(join(root, ".cache", "sources-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the reader has all that the sources alone have", () => {
  expect(Object.keys(sources).sort()).toEqual(["BACKENDS", "SourceError", "memorySource", "openSource"]);
  expect(reader).toMatchObject(sources);
});

test("the example in docs/sources.md runs as it stands", async () => {
  const example = /```js\n(import .*?)```/s.exec(readFileSync(join(root, "docs/sources.md"), "utf8"))?.[1];
  const spans = sessionOf((agent) => {
    agent.write("skill", { name: "notes", status: "loaded", trigger: "explicit", reason: "it was asked for" });
  });
  writeFileSync(join(folder, "traces.jsonl"), otlpJsonLine(spans));
  writeFileSync(join(folder, "example.mjs"), example!);
  const { code, stdout, stderr } = await run(join(folder, "example.mjs"), [], { cwd: folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("skill notes it was asked for");
});
