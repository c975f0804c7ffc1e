import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { journalFile, journalRoot } from "../../src/emit/journal-path.ts";
import { pruneJournal } from "../../src/emit/journal-prune.ts";
import { readActivationReport } from "../../src/reader.ts";
import { startSession } from "../../src/sdk.ts";
import { buildProgram, run, type Finished } from "../helpers/program.ts";

const root = mkdtempSync(join(tmpdir(), "journal-"));
let agent: string;

beforeAll(async () => {
  agent = await buildProgram(new URL("programs/agent.ts", import.meta.url));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const runAgent = async (journal: string, ...args: string[]): Promise<Finished> =>
  await run(agent, args, { env: { ...process.env, ACTIVATION_JOURNAL: journal, OTEL_EXPORTER_OTLP_ENDPOINT: "" } });

interface Span {
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: number } }[];
}

/** Every span of every journal file under a folder. */
function journalled(folder: string): readonly Span[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
  return files.flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .trimEnd()
      .split("\n")
      .flatMap((line) => JSON.parse(line).resourceSpans[0].scopeSpans[0].spans as Span[]),
  );
}

const attribute = (span: Span, key: string): string | number | undefined => {
  const value = span.attributes.find((attribute) => attribute.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};

describe("the journal", () => {
  test.each([false, "off"] as const)("is turned off by %j, and no folder of that name is made", async (journal) => {
    const { provider, end } = startSession({ journal, otlp: false });
    expect(provider.journalPath).toBeUndefined();
    await end();
    expect(existsSync("off")).toBe(false);
  });

  test("has every fact of a process that ends properly, without a gap", async () => {
    const folder = join(root, "properly");
    expect(await runAgent(folder, "properly")).toMatchObject({ code: 0, stderr: "" });
    const spans = journalled(folder);
    expect(spans.map((span) => attribute(span, "activation.sequence"))).toEqual(Array.from({ length: 26 }, (_, i) => i + 1));
    expect(attribute(spans.at(-1) as Span, "activation.session.records")).toBe(26);
  });

  test.each(["falling-off", "exiting"])("has every fact of a process that ends by %s, though nobody ended the session", async (end) => {
    const folder = join(root, end);
    expect(await runAgent(folder, end)).toMatchObject({ code: 0, stderr: "" });
    expect(journalled(folder)).toHaveLength(24);
  });

  test("has the veto that was recorded just before the process was killed, and all before it", async () => {
    const folder = join(root, "killed");
    expect(await runAgent(folder, "killed")).toMatchObject({ signal: "SIGKILL" });
    const spans = journalled(folder);
    expect(spans).toHaveLength(24);
    expect(attribute(spans.at(-1) as Span, "activation.reason")).toBe("too dangerous");
    const report = await readActivationReport([folder]);
    expect(report.hooks_fired?.filter(({ decision }) => decision === "vetoed")).toMatchObject([
      { hook_name: "guard", reason: "too dangerous" },
    ]);
    // Nothing is missing among the numbers, but its end was never written: whether more happened is not known.
    expect(report.completeness).toMatchObject({ status: "unknown", emitters: [{ expected: null, seen: 24, missing: [] }] });
  });

  test("is readable by its owner alone", async () => {
    const { provider, end } = startSession({ journal: join(root, "modes") });
    await end();
    const path = provider.journalPath ?? "";
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  test("a session's id is no file name", () => {
    const file = journalFile("/journal", "../../etc/passwd", "e-1/../../x");
    expect(file).toMatch(/^\/journal\/[0-9a-f]{32}\/[\w-]+\.jsonl$/);
  });

  test("a file that is there already, or a link, is not written to", async () => {
    const folder = join(root, "link");
    const warnings: string[] = [];
    const { session, recorder, provider } = startSession({ journal: folder, otlp: false, onWarning: (code) => warnings.push(code) });
    await provider.shutdown();
    const target = provider.journalPath ?? "";
    const before = readFileSync(target, "utf8");
    const again = startSession({ session, journal: folder, otlp: false, onWarning: (code) => warnings.push(code) });
    await again.end();
    expect(recorder.session).toBe(session);
    expect(warnings).toEqual(["journal_failed"]);
    expect(readFileSync(target, "utf8")).toBe(before);
  });

  test.each([
    [{}, "/home/u/.local/state/extension-activation"],
    [{ XDG_STATE_HOME: "/state" }, "/state/extension-activation"],
    [{ XDG_STATE_HOME: "relative" }, "/home/u/.local/state/extension-activation"],
    [{ ACTIVATION_JOURNAL: "/elsewhere" }, "/elsewhere"],
    [{ ACTIVATION_JOURNAL: "off" }, undefined],
    [{ ACTIVATION_JOURNAL: "" }, "/home/u/.local/state/extension-activation"],
  ])("with %j it is under %s", (env, where) => {
    expect(journalRoot({ HOME: "/home/u", ...env })).toBe(where);
  });
});

describe("trouble with the disk", () => {
  // The superuser may write everywhere: then the agent runs as nobody.
  const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

  test("a folder that is a file: one warning, and the agent goes on", async () => {
    const file = join(root, "a-file");
    writeFileSync(file, "");
    const finished = await runAgent(file, "properly", "500");
    expect(finished.code).toBe(0);
    expect(finished.stderr.match(/ActivationWarning/g)).toHaveLength(1);
    expect(finished.stderr).toMatch(/cannot be written \(E\w+: .*ACTIVATION_JOURNAL/s);
  });

  test.skipIf(!existsSync("/proc/self"))("a folder that the system does not make: one warning, and the agent goes on", async () => {
    const finished = await runAgent("/proc/nope/deeper", "properly");
    expect(finished.code).toBe(0);
    expect(finished.stderr.match(/ActivationWarning/g)).toHaveLength(1);
    expect(finished.stderr).toContain("ENOENT");
  });

  // Whoever runs as nobody may not be let into the folder of this Node.js.
  const canRun = spawnSync(process.execPath, ["--version"], unprivileged).status === 0;
  test.skipIf(!canRun)("a folder without permission: one warning, and the agent goes on", async () => {
    const folder = join(root, "closed");
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    chmodSync(root, 0o755);
    const env = { ...process.env, ACTIVATION_JOURNAL: folder, OTEL_EXPORTER_OTLP_ENDPOINT: "" };
    const finished = await run(agent, ["properly"], { env, ...unprivileged });
    expect(finished).toMatchObject({ code: 0, stdout: expect.stringContaining("sent true") });
    expect(finished.stderr.match(/ActivationWarning/g)).toHaveLength(1);
    expect(finished.stderr).toContain("EACCES");
  });

  test.skipIf(!existsSync("/dev/full"))("a full disk: one warning, and the agent goes on", async () => {
    // Every write to /dev/full fails as on a full disk.
    const program = await buildProgram(new URL("programs/full-disk.ts", import.meta.url));
    const finished = await run(program, [], { env: { ...process.env, ACTIVATION_JOURNAL: join(root, "full") } });
    expect(finished).toMatchObject({ code: 0, stdout: "the agent is done\n" });
    expect(finished.stderr.match(/ENOSPC/g)).toHaveLength(1);
  });
});

test("a journal that is full has the vetoes that follow, and the end, and says what is missing", async () => {
  const folder = join(root, "filled");
  const warnings: string[] = [];
  const { recorder, end } = startSession({ journal: folder, otlp: false, onWarning: (code) => warnings.push(code) });
  const shadows = Array.from({ length: 60 }, (_, at) => `${at}/`.padEnd(4000, "x"));
  for (let i = 0; i < 300; i++) recorder.skill({ name: "large", status: "loaded", reasonCode: "matched", shadows });
  recorder.hook({ name: "guard", event: "PreToolUse", decision: "ran", outcome: "completed" });
  recorder.hook({ name: "guard", event: "PreToolUse", decision: "vetoed", outcome: "completed", reason: "not here" });
  await end();
  expect(warnings).toEqual(["journal_full"]);
  const report = await readActivationReport([folder]);
  expect(report.hooks_fired).toMatchObject([{ decision: "vetoed", reason: "not here" }]);
  expect(report.completeness).toMatchObject({ status: "incomplete", emitters: [{ expected: 304 }] });
});

describe("pruning", () => {
  const day = 24 * 60 * 60 * 1000;

  function session(folder: string, id: string, age: number, bytes: number): string {
    const file = journalFile(folder, id, "e-1");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.alloc(bytes));
    const seconds = (Date.now() - age) / 1000;
    utimesSync(file, seconds, seconds);
    return dirname(file);
  }

  test("deletes what is too old, and the oldest of what is too much, and says how much that was", () => {
    const folder = join(root, "prune");
    const current = session(folder, "current", 0, 100);
    const recent = session(folder, "recent", day, 100);
    const large = session(folder, "large", 2 * day, 1000);
    const old = session(folder, "old", 40 * day, 100);
    expect(pruneJournal(folder, { size: 500 })).toEqual({ sessions: 2, bytes: 1100 });
    expect([current, recent, large, old].map((path) => existsSync(path))).toEqual([true, true, false, false]);
  });

  test("holds up no start of a session, and comes to the same in the turns between the agent's own", async () => {
    const folder = join(root, "turns");
    const old = Array.from({ length: 500 }, (_, i) => session(folder, `old-${i}`, 40 * day, 1));
    const recent = session(folder, "recent", day, 1);
    const began = performance.now();
    const { end } = startSession({ journal: folder, otlp: false });
    expect(performance.now() - began).toBeLessThan(100);
    expect(old.every((path) => existsSync(path))).toBe(true);
    for (let i = 0; i < 1000 && old.some((path) => existsSync(path)); i++) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(old.some((path) => existsSync(path))).toBe(false);
    expect(existsSync(recent)).toBe(true);
    await end();
  });

  test("is done once, however many sessions a process starts", async () => {
    const folder = join(root, "often");
    const first = startSession({ journal: folder, otlp: false });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const old = session(folder, "old", 40 * day, 1);
    const second = startSession({ journal: folder, otlp: false });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(existsSync(old)).toBe(true);
    await Promise.all([first.end(), second.end()]);
  });

  test("keeps the session that it is told to keep", () => {
    const folder = join(root, "keep");
    const kept = session(folder, "kept", 40 * day, 100);
    expect(pruneJournal(folder, { keep: "kept" })).toEqual({ sessions: 0, bytes: 0 });
    expect(existsSync(kept)).toBe(true);
  });

  test("touches nothing that the journal does not write", () => {
    const folder = join(root, "foreign");
    const session40 = session(folder, "old", 40 * day, 10);
    writeFileSync(join(session40, "notes.txt"), "mine");
    mkdirSync(join(folder, "my-folder"));
    writeFileSync(join(folder, "my-folder", "x.jsonl"), "mine");
    pruneJournal(folder);
    expect(existsSync(join(session40, "notes.txt"))).toBe(true);
    expect(existsSync(join(folder, "my-folder", "x.jsonl"))).toBe(true);
  });

  test("a folder that is not there is nothing to do", () => {
    expect(pruneJournal(join(root, "absent"))).toEqual({ sessions: 0, bytes: 0 });
  });

  test("leaves an empty folder alone that another process may just have made, and not one that is old", () => {
    const folder = join(root, "empty");
    const [made, left] = ["a", "b"].map((digit) => join(folder, digit.repeat(32))) as [string, string];
    for (const path of [made, left]) mkdirSync(path, { recursive: true });
    utimesSync(left, new Date(0), new Date(0));
    expect(pruneJournal(folder)).toEqual({ sessions: 1, bytes: 0 });
    expect([made, left].map((path) => existsSync(path))).toEqual([true, false]);
  });

  test("a folder that stays is not said to be deleted", () => {
    const folder = join(root, "stays");
    mkdirSync(join(folder, "0".repeat(32)), { recursive: true });
    writeFileSync(join(folder, "0".repeat(32), "notes.txt"), "somebody else's");
    expect(pruneJournal(folder)).toEqual({ sessions: 0, bytes: 0 });
  });
});
