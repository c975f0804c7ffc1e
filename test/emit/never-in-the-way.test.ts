import type { Tracer } from "@opentelemetry/api";
import { InMemorySpanExporter, type SpanExporter, type SpanProcessor } from "@opentelemetry/sdk-trace-node";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Facts } from "../../src/emit/recorder.ts";
import { createRecorder, type Recorder } from "../../src/emit/recorder.ts";
import { readActivationReport } from "../../src/reader.ts";
import { startSession } from "../../src/sdk.ts";
import { Session } from "../../src/session/session.ts";

const boom = (): never => {
  throw new Error("boom");
};
/** Everything that can be asked of it throws. */
const hostile: never = new Proxy(
  {},
  { get: boom, has: boom, ownKeys: boom, getPrototypeOf: boom, getOwnPropertyDescriptor: boom },
) as never;
const circular: Record<string, unknown> = {};
circular["self"] = circular;

const ran = { name: "guard", event: "PreToolUse", decision: "ran", outcome: "completed" } as const;
const skill: Facts<"skill"> = { name: "notes", status: "loaded", reason: "first", reasonCode: "matched" };

const unhandled: unknown[] = [];
const onUnhandled = (error: unknown): void => void unhandled.push(error);
beforeEach(() => void process.on("unhandledRejection", onUnhandled));
afterEach(async () => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off("unhandledRejection", onUnhandled);
  expect(unhandled.splice(0)).toEqual([]);
});

const sequences = (session: Session): readonly unknown[] =>
  Array.from(session.records(), ({ activation }) => (activation as { readonly sequence?: number }).sequence);

describe("what a caller gives", () => {
  const used: Record<string, (recorder: Recorder) => void> = {
    "facts that throw": (r) => r.skill(hostile),
    "no facts at all": (r) => r.plugin(undefined as never),
    "a dispatch that throws": (r) => r.hook(hostile),
    "a verdict that throws": (r) => r.beginHook(r.prepareHook({ name: "guard", event: "Stop" }), {}).end(hostile),
    "votes that throw": (r) => r.begin("policy").end(hostile),
  };
  test.each(Object.entries(used))("%s: nothing is thrown, and the number that is missing says that a fact is", (_, use) => {
    const session = new Session();
    const recorder = createRecorder(session);
    recorder.skill(skill);
    use(recorder);
    recorder.skill(skill);
    expect(sequences(session)).toEqual([1, 3]);
  });

  test.each<[string, (recorder: Recorder) => unknown]>([
    ["a hook that cannot be read", (r) => r.prepareHook(hostile)],
    ["a target that cannot be read", (r) => r.beginHook(r.prepareHook({ name: "guard", event: "Stop" }), hostile).end(ran)],
    ["a tool call that cannot be read", (r) => r.beginToolCall(hostile).end()],
    ["a context that is none", (r) => r.skill(skill, { context: 5 as never })],
    ["options that throw", (r) => r.skill(skill, hostile)],
    ["an error type that is none", (r) => r.beginToolCall({ toolName: "Bash" }).end(circular as never)],
  ])("%s does no harm", (_, use) => {
    const { recorder } = startSession({ journal: false, otlp: false });
    expect(() => use(recorder)).not.toThrow();
  });

  test("values of other types are left out; what is kept is the same in the session and on the span", () => {
    const exporter = new InMemorySpanExporter();
    const { recorder, session } = startSession({ journal: false, otlp: false, exporters: [exporter] });
    const values = [10n, NaN, circular, Symbol("x"), () => {}, Proxy.revocable({}, {}).proxy];
    for (const value of values) recorder.skill({ ...skill, reason: value, listed: value, warnings: [value, "kept"] } as never);
    const records = Array.from(session.records()).filter(({ activation }) => activation.kind === "skill");
    expect(records).toHaveLength(values.length);
    for (const { activation } of records) expect(activation).not.toHaveProperty("reason", expect.anything());
    for (const { activation } of records) expect(activation).toMatchObject({ warnings: ["kept"] });
    expect(exporter.getFinishedSpans().filter(({ attributes }) => attributes["activation.skill.warnings"] !== undefined)).toHaveLength(6);
  });

  test("a reason and names of many megabytes are cut before anything looks at them", () => {
    const redact = vi.fn((text: string) => text);
    const session = new Session();
    const recorder = createRecorder(session, { redact });
    const huge = "x y".repeat(10_000_000);
    recorder.skill({ ...skill, name: huge, reason: huge });
    recorder
      .beginHook(recorder.prepareHook({ event: "PreToolUse" }), { toolName: huge, toolCallId: huge })
      .end({ ...ran, mutated: [huge] });
    expect(redact.mock.lastCall?.[0].length).toBeLessThan(10_000);
    expect(JSON.stringify([...session.records()]).length).toBeLessThan(30_000);
  });

  const vetoed = { decision: "vetoed", outcome: "completed" } as const;
  test.each<[string, object, object]>([
    ["a reason that is an error", { reason: new Error("no") }, { reason: undefined, reasonCode: "no_reason_given" }],
    ["a reason of blanks", { reason: " \n" }, { reason: undefined, reasonCode: "no_reason_given" }],
    ["a reason that is null", { reason: null }, { reason: undefined, reasonCode: "no_reason_given" }],
    ["a text for a list of names", { mutated: "path" }, { mutated: [] }],
    ["a list of no names", { mutated: [1, {}, "path"] }, { mutated: ["path"] }],
    ["no list at all", { mutated: null }, { mutated: [] }],
    ["numbers that are none", { exitCode: "2" }, { exitCode: undefined }],
    ["codes that are none", { reasonCode: {}, errorType: {}, disabledBy: {} }, { reasonCode: "no_reason_given", errorType: undefined }],
  ])("a veto with %s is in the session and on the span, and can be read again", (_, given, kept) => {
    const exporter = new InMemorySpanExporter();
    const { recorder, session } = startSession({ journal: false, otlp: false, exporters: [exporter] });
    recorder.beginHook(recorder.prepareHook({ event: "PreToolUse" }), {}).end(Object.assign({ ...vetoed }, given));
    expect([...session.records()].at(-1)?.activation).toMatchObject({ ...vetoed, ...kept });
    expect(exporter.getFinishedSpans().at(-1)?.attributes).toMatchObject({ "activation.hook.decision": "vetoed" });
  });

  test("a verdict that is used again for the next dispatch does not change what the one before came to", () => {
    const session = new Session();
    const recorder = createRecorder(session);
    const verdict: { decision: "ran" | "vetoed"; mutated: string[] } = { decision: "ran", mutated: ["path"] };
    recorder.beginHook(recorder.prepareHook({ event: "PreToolUse" }), {}).end(verdict);
    verdict.decision = "vetoed";
    verdict.mutated.push("mode");
    expect([...session.records()][0]?.activation).toMatchObject({ decision: "ran", mutated: ["path"] });
  });

  test.each<[string, readonly string[]]>([
    ["a list with holes that claims to be endless", Object.assign([] as string[], { length: 2 ** 32 - 1 })],
    ["a list of a million", Array<string>(1_000_000).fill("w")],
    ["a list of many megabytes", Array<string>(2000).fill("w".repeat(5000))],
  ])("%s is cut at once, and says so", (_, list) => {
    const session = new Session();
    const recorder = createRecorder(session);
    const began = performance.now();
    recorder.skill({ ...skill, warnings: list });
    recorder.beginHook(recorder.prepareHook({ event: "PreToolUse" }), {}).end({ ...ran, mutated: list });
    const [one, other] = [...session.records()].map(({ activation }) => activation as { warnings?: string[]; mutated?: string[] });
    for (const kept of [one?.warnings, other?.mutated]) {
      expect(kept?.at(-1)).toMatch(/^… and \d+ more$/);
      expect(kept?.join("").length).toBeLessThan(300_000);
    }
    expect(performance.now() - began).toBeLessThan(1000);
  });

  test("a credential at the place where a long reason is cut is not half shown", () => {
    const session = new Session();
    const padding = "token=abcdefgh ".repeat(545);
    createRecorder(session).skill({ ...skill, reason: `${padding} ghp_${"a1".repeat(200)}` });
    expect(JSON.stringify([...session.records()])).not.toContain("a1a1");
  });

  test("halves of surrogate pairs are written so that every reader gets the same", () => {
    const session = new Session();
    const recorder = createRecorder(session);
    recorder.skill({ ...skill, name: "a\uD800", reason: "b\uDC00" });
    expect([...session.records()][0]?.activation).toMatchObject({ name: "a\uFFFD", reason: "b\uFFFD" });
  });

  test.each(["", "\uD800"])("a run named %j gets another name", (id) => {
    const session = new Session();
    const run = createRecorder(session).startRun(id);
    expect(run).toMatch(/^r-/);
    expect(session.run).toBe(run);
  });

  test("a fact, a dispatch and a tool call end once", () => {
    const session = new Session();
    const recorder = createRecorder(session);
    const ends = [recorder.begin("skill"), recorder.beginHook(recorder.prepareHook(ran), {}), recorder.beginToolCall({ toolName: "Bash" })];
    for (const open of [...ends, ...ends]) (open.end as (facts?: unknown) => void)(skill);
    expect([...session.records()]).toHaveLength(3);
  });

  test("a judge that throws takes nothing from what the hook gave", async () => {
    const session = new Session();
    const recorder = createRecorder(session);
    expect(await recorder.runHook(recorder.prepareHook(ran), {}, () => 5, boom)).toBe(5);
    expect([...session.records()]).toHaveLength(1);
  });
});

describe("what the host gives", () => {
  const span = {
    spanContext: () => ({ traceId: "1".repeat(32), spanId: "2".repeat(16), traceFlags: 1 }),
    setAttributes() {},
    updateName() {},
    setStatus() {},
    end() {},
  };
  const tracers = {
    "does not start spans": { startSpan: boom },
    "gives spans that take no attributes": { startSpan: () => ({ ...span, setAttributes: boom, setAttribute: boom }) },
    "gives spans that do not end": { startSpan: () => ({ ...span, end: boom }) },
    "gives spans that do not say what they are": { startSpan: () => ({ ...span, spanContext: boom }) },
  };
  test.each(Object.entries(tracers))("a tracer that %s: the session has every record", (_, tracer) => {
    const session = new Session();
    const recorder = createRecorder(session, { tracer: tracer as unknown as Tracer });
    recorder.startSession();
    recorder.startRun();
    recorder.hook(ran);
    recorder.skill(skill);
    recorder.beginToolCall({ toolName: "Bash" }).end();
    recorder.endRun();
    recorder.endSession();
    expect(sequences(session)).toEqual([1, 2, 3, 4, undefined, 5, 6]);
  });

  const processor = (broken: Partial<SpanProcessor>): SpanProcessor => ({
    onStart() {},
    onEnd() {},
    async forceFlush() {},
    async shutdown() {},
    ...broken,
  });
  const never = async (): Promise<void> => await new Promise(() => {});
  test.each<[string, SpanProcessor]>([
    ["throws when a span starts", processor({ onStart: boom })],
    ["throws when a span ends", processor({ onEnd: boom })],
    ["throws when it is flushed", processor({ forceFlush: boom })],
    ["throws when it is shut down", processor({ shutdown: boom })],
    ["is never flushed", processor({ forceFlush: never })],
    ["is never shut down", processor({ shutdown: never })],
  ])("a span processor that %s takes nothing from the others", async (_, broken) => {
    const exporter = new InMemorySpanExporter();
    const { recorder, provider, end } = startSession({
      journal: false,
      otlp: false,
      exporters: [exporter],
      spanProcessors: [broken],
      onWarning() {},
    });
    recorder.hook(ran);
    await provider.flush(50);
    expect(exporter.getFinishedSpans()).toHaveLength(2);
    await end(50);
  });

  const exporting = (run: (done: (result: { code: number }) => void) => unknown): SpanExporter => ({
    export: (_: unknown, done: (result: { code: number }) => void) => run(done),
    async shutdown() {},
  });
  test.each<[string, SpanExporter]>([
    ["throws", exporting(boom)],
    ["rejects", exporting(async () => await Promise.reject(new Error("boom")))],
    ["never answers", exporting(() => {})],
    ["fails", exporting((done) => done({ code: 1 }))],
  ])("an exporter that %s", async (_, exporter) => {
    const { recorder, provider, end } = startSession({ journal: false, otlp: false, exporters: [exporter], onWarning() {} });
    recorder.hook(ran);
    await provider.flush(50);
    await end(50);
  });

  test("a subscriber that throws at once, or later", () => {
    const session = new Session();
    session.subscribe(boom);
    session.subscribe(async () => await Promise.reject(new Error("later")));
    session.onDisableChange(async () => await Promise.reject(new Error("later")));
    const recorder = createRecorder(session);
    recorder.skill(skill);
    session.disable({ kind: "skill", name: "notes" });
    expect(sequences(session)).toEqual([1]);
  });
});

describe("the end", () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "never-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("is written once; what is recorded after it is told, and breaks nothing", async () => {
    const warnings: string[] = [];
    const { recorder, end } = startSession({ agent: "my-agent", journal: folder, otlp: false, onWarning: (code) => warnings.push(code) });
    await Promise.all([end(), end()]);
    expect(await end()).toBe(true);
    expect(warnings).toEqual([]);
    recorder.hook(ran);
    expect(warnings).toEqual(["after_end"]);
    expect((await readActivationReport([folder])).completeness).toMatchObject({ status: "complete", emitters: [{ expected: 2, seen: 2 }] });
  });

  test("a journal that is deleted meanwhile begins anew: a veto after that is there, and what is lost is seen to be missing", async () => {
    const warnings: string[] = [];
    const { recorder, provider, end } = startSession({ journal: folder, otlp: false, onWarning: (code) => warnings.push(code) });
    await provider.flush();
    rmSync(folder, { recursive: true });
    recorder.hook({ ...ran, decision: "vetoed", reason: "not here" });
    expect(existsSync(folder)).toBe(true);
    await end();
    expect(warnings).toEqual(["journal_deleted"]);
    const report = await readActivationReport([folder]);
    expect(report.hooks_fired).toMatchObject([{ decision: "vetoed", reason: "not here" }]);
    expect(report.completeness).toMatchObject({ status: "incomplete", emitters: [{ missing: ["1"] }] });
  });

  test("many sessions in one process have one listener to its end", async () => {
    const before = process.listenerCount("exit");
    const sessions = Array.from({ length: 20 }, () => startSession({ journal: folder, otlp: false }));
    expect(process.listenerCount("exit")).toBe(before + 1);
    await Promise.all(sessions.map(async ({ end }) => await end()));
    expect(process.listenerCount("exit")).toBe(before);
  });
});
