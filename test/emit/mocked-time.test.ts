import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { journalFile, sessionFolder } from "../../src/emit/journal-path.ts";
import { pruneJournal } from "../../src/emit/journal-prune.ts";
import { readActivationReport } from "../../src/reader.ts";
import { startSession } from "../../src/sdk.ts";

describe("a test runner that takes the time into its hands", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "mocked-"));
    vi.useFakeTimers({ now: new Date("2001-01-01T00:00:00Z") });
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true, force: true });
  });

  test("changes no time of a record", () => {
    const { recorder, session } = startSession({ journal: false, otlp: false });
    recorder.hook({ name: "guard", event: "PreToolUse", decision: "ran", outcome: "completed" });
    vi.advanceTimersByTime(3_600_000);
    recorder.hook({ name: "guard", event: "PreToolUse", decision: "ran", outcome: "completed" });
    vi.useRealTimers();
    for (const { startTime } of session.records()) expect(Math.abs(startTime[0] - Date.now() / 1000)).toBeLessThan(60);
  });

  test("does not hold up the end, whatever an exporter does", async () => {
    const never = { export: () => {}, shutdown: async () => await new Promise<void>(() => {}) };
    const { recorder, end } = startSession({ journal: folder, otlp: false, exporters: [never] });
    recorder.hook({ name: "guard", event: "PreToolUse", decision: "ran", outcome: "completed" });
    expect(await end(50)).toBe(false);
    vi.useRealTimers();
    expect(await readActivationReport([folder])).toMatchObject({ completeness: { status: "complete" } });
  });

  test("deletes nothing of a journal because its date is in the future", () => {
    mkdirSync(sessionFolder(folder, "s-1"));
    const file = journalFile(folder, "s-1", "e-1");
    writeFileSync(file, "{}\n");
    vi.setSystemTime(new Date("2099-01-01T00:00:00Z"));
    expect(pruneJournal(folder)).toMatchObject({ sessions: 0 });
    expect(existsSync(file)).toBe(true);
  });

  test("loses no record of the journal, and clears no timer of its own with one of another kind", async () => {
    vi.useRealTimers();
    const { recorder, provider, end } = startSession({ journal: folder, otlp: false });
    recorder.hook({ name: "guard", event: "PreToolUse", decision: "ran", outcome: "completed" });
    vi.useFakeTimers();
    const warn = vi.spyOn(console, "warn");
    await provider.flush();
    recorder.hook({ name: "guard", event: "PreToolUse", decision: "ran", outcome: "completed" });
    vi.useRealTimers();
    await end();
    expect(warn).not.toHaveBeenCalled();
    expect(await readActivationReport([folder])).toMatchObject({ completeness: { status: "complete" } });
  });
});
