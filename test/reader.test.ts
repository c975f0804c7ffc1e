import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SourceError, check, memorySource, openSource, readActivationReport, renderMarkdown, renderText, why } from "../src/reader.ts";
import { otlpJsonLine } from "./helpers/otlp-json.ts";
import { emitter, sessionOf } from "./helpers/spans.ts";

const spans = sessionOf((agent) => {
  agent.write("hook", {
    name: "guard",
    event: "PreToolUse",
    decision: "vetoed",
    outcome: "completed",
    toolName: "shell",
    reason: "not here",
    reasonCode: "vetoed_by_hook",
  });
});

let folder: string;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "reader-"));
  file = join(folder, "traces.jsonl");
  writeFileSync(file, otlpJsonLine(spans));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a file is read, explained, checked and printed in a few lines", async () => {
  const report = await readActivationReport([file]);
  expect(report).toMatchObject({
    session: { id: "s-1" },
    sources: [{ name: file, format: "otlp-json", spans: 3, activation_spans: 3 }],
    completeness: { status: "complete" },
  });
  expect(why(report, { kind: "hook", name: "guard" }).verdict).not.toBe("no_record");
  expect(check(report).failed).toEqual([]);
  expect(renderText(report)).toContain("vetoed  guard on shell (PreToolUse): not here\n");
  expect(renderMarkdown(report)).toContain("- **vetoed** `guard` on `shell` (PreToolUse): not here\n");
});

test("sources that are open are read as well, and one input is made of all", async () => {
  const report = await readActivationReport([await openSource(file), file, memorySource([])]);
  expect(report.completeness.duplicates_removed).toBe(3);
  expect(report.sources).toHaveLength(3);
});

test("a source that is not there is an error that names it", async () => {
  await expect(readActivationReport([join(folder, "none.jsonl")])).rejects.toThrow(SourceError);
  await expect(readActivationReport([join(folder, "none.jsonl")])).rejects.toThrow(/none\.jsonl/);
});

test("reading stops when it is told to", async () => {
  await expect(readActivationReport([file], { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
});

test("a kind that is no text is told on the way from a file to the report", async () => {
  const odd = join(folder, "odd.jsonl");
  const kinds = [5, true, ["hook"], null, ""];
  const agent = emitter();
  for (const kind of kinds) agent.raw("x", { "activation.kind": kind, "session.id": "s-1" });
  writeFileSync(odd, otlpJsonLine(agent.spans));
  const report = await readActivationReport([odd]);
  expect(report.sources).toMatchObject([{ spans: kinds.length, activation_spans: kinds.length }]);
  expect(report.warnings).toMatchObject([
    { code: "unknown_kind", message: expect.stringMatching(/^5 facts are of a kind that is no text/) },
  ]);
});
