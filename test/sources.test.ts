import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as reader from "../src/reader.ts";
import * as sources from "../src/sources.ts";
import { otlpJsonLine } from "./helpers/otlp-json.ts";
import { packageUser } from "./helpers/package.ts";
import { run } from "./helpers/program.ts";
import { sessionOf } from "./helpers/spans.ts";

const folder = packageUser();
const page = readFileSync(new URL("../docs/sources.md", import.meta.url), "utf8");

test("the reader has all that the sources alone have", () => {
  expect(Object.keys(sources).sort()).toEqual(["BACKENDS", "SourceError", "memorySource", "openSource"]);
  expect(reader).toMatchObject(sources);
});

test("the example in docs/sources.md runs as it stands", async () => {
  const example = /```js\n(import .*?)```/s.exec(page)?.[1];
  const spans = sessionOf((agent) => {
    agent.write("skill", { name: "notes", status: "loaded", trigger: "explicit", reason: "it was asked for" });
  });
  writeFileSync(join(folder, "traces.jsonl"), otlpJsonLine(spans));
  writeFileSync(join(folder, "example.mjs"), example!);
  const { code, stdout, stderr } = await run(join(folder, "example.mjs"), [], { cwd: folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("skill notes it was asked for");
});
