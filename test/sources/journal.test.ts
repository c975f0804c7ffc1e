import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listJournal } from "../../src/sources/journal.ts";
import type { SpanRecord } from "../../src/sources/span.ts";
import { otlpJsonLine } from "../helpers/otlp-json.ts";
import { type EmitterOptions, emitter } from "../helpers/spans.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "journal-"));
  mkdirSync(join(root, "a"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (name: string, spans: readonly SpanRecord[]): void => writeFileSync(join(root, "a", name), otlpJsonLine(spans));

test("what the process that began a session leaves open is taken from the agent's own file", async () => {
  write("1.jsonl", started({ session: "s-1", agent: null }, "/work"));
  expect(listJournal(root)[0]?.head).toMatchObject({ session: "s-1", agent: undefined, workspace: "/work" });
  await new Promise((resolve) => setTimeout(resolve, 20));
  write("2.jsonl", started({ session: "s-1", agent: "my-agent" }, "/work/inside"));
  expect(listJournal(root)[0]?.head).toMatchObject({ session: "s-1", agent: "my-agent", workspace: "/work" });
});

test("a file of another session that strayed into the folder says nothing of this one", async () => {
  write("1.jsonl", started({ session: "s-1", agent: null }, "/work"));
  await new Promise((resolve) => setTimeout(resolve, 20));
  write("2.jsonl", started({ session: "s-2", agent: "other" }, "/elsewhere"));
  expect(listJournal(root)[0]?.head).toMatchObject({ session: "s-1", agent: undefined });
});

test.skipIf(process.getuid?.() === 0)(
  "a session whose folder is closed is listed as one of which nothing is known, beside the others",
  () => {
    write("1.jsonl", started({ session: "s-1" }, "/work"));
    mkdirSync(join(root, "closed"), { mode: 0o000 });
    expect(listJournal(root)).toMatchObject([{ head: undefined, files: [] }, { head: { session: "s-1" } }]);
  },
);

function started(options: EmitterOptions, workspacePath: string): readonly SpanRecord[] {
  const one = emitter(options);
  one.start({ workspacePath });
  return one.spans;
}
