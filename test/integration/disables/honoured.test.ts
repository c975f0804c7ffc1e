import { describe, expect, it } from "vitest";
import { createHost, type ExtensionHost } from "../../../src/host.ts";
import { createRecorder, Session } from "../../../src/index.ts";
import { buildActivationReport, type ActivationReport } from "../../../src/reader.ts";

interface Agent {
  readonly session: Session;
  readonly host: ExtensionHost;
  end(): Promise<void>;
}

/** An agent with a hook on every tool call; a plugin has another. */
async function agent(session: Session): Promise<Agent> {
  const recorder = createRecorder(session);
  recorder.startSession();
  const host = createHost({ recorder });
  host.hooks.register(
    { name: "guard", event: "PreToolUse", run: () => {} },
    { name: "lint", event: "PreToolUse", source: { plugin: "acme" }, run: () => {} },
  );
  host.tools.register({ name: "shell", description: "", inputSchema: { type: "object" }, execute: () => "done" });
  await host.start();
  return {
    session,
    host,
    async end() {
      await host.stop();
      recorder.endSession();
    },
  };
}

const parentSession = (): Session => new Session({ id: "s-1", run: "r-1" });
const childOf = (parent: Session): Session => Session.from(parent.inject({}), { trust: true });

async function reportOf(...agents: readonly Agent[]): Promise<ActivationReport> {
  for (const each of agents) await each.end();
  return buildActivationReport(agents.flatMap(({ session }) => [...session.records()]));
}

const rows = (report: ActivationReport) =>
  report.disables?.map(({ name, state, accepted, honoured }) => `${name} ${state} ${accepted} ${honoured}`);
const findings = (report: ActivationReport) =>
  report.findings.filter(({ code }) => code.startsWith("disable_")).map(({ code, severity, subject }) => `${severity} ${code} ${subject}`);

describe("the report on a disable", () => {
  it("has it honoured where it was kept until it was taken back", async () => {
    const parent = await agent(parentSession());
    parent.session.disable({ kind: "plugin", name: "acme" });
    const child = await agent(childOf(parent.session));
    for (const { host } of [parent, child]) await host.callTool("shell", {});
    parent.session.enable({ kind: "plugin", name: "acme" });
    await parent.host.callTool("shell", {});
    const report = await reportOf(parent, child);
    expect(rows(report)).toEqual(["acme disabled true true", "acme disabled true true", "acme enabled true null"]);
    expect(report.hooks_fired?.map(({ hook_name }) => hook_name)).toEqual(["guard", "guard", "guard", "lint"]);
    expect(findings(report)).toEqual([]);
  });

  it("says that a process which was started before did not follow it", async () => {
    const parent = await agent(parentSession());
    const child = await agent(childOf(parent.session));
    parent.session.disable({ kind: "hook", name: "guard" });
    await parent.host.callTool("shell", {});
    await child.host.callTool("shell", {});
    const report = await reportOf(parent, child);
    expect(rows(report)).toEqual(["guard disabled true false"]);
    expect(findings(report)).toEqual(["error disable_lapsed hook:guard"]);
  });

  it("says that nobody followed it", async () => {
    const deaf = await agent(new Session({ id: "s-1", run: "r-1" }));
    // A launcher turns it off for a program that does not ask.
    const launcher = new Session({ id: "s-1", run: "r-1", knowsSurfaces: false });
    const recorder = createRecorder(launcher);
    recorder.startSession();
    launcher.settle();
    launcher.disable({ kind: "hook", name: "guard" }, { origin: "flag" });
    recorder.endSession();
    await deaf.host.callTool("shell", {});
    const report = await reportOf(deaf, { session: launcher, host: deaf.host, end: async () => {} });
    expect(rows(report)).toEqual(["guard disabled true false"]);
    expect(findings(report)).toEqual(["error disable_not_honoured hook:guard"]);
  });

  it("does not know where nothing follows, nor what a launcher's disable matched", async () => {
    const launcher = new Session({ knowsSurfaces: false });
    const recorder = createRecorder(launcher);
    launcher.disable({ kind: "hook", name: "guard" }, { origin: "flag" });
    recorder.startSession();
    recorder.endSession();
    const report = buildActivationReport(launcher);
    expect(rows(report)).toEqual(["guard disabled true null"]);
    expect(report.disables?.[0]?.matched).toBeNull();
    expect(findings(report)).toEqual([]);
  });

  it("does not keep a guard that is a command from running where more is off than can be handed on", async () => {
    const guarded = await agent(parentSession());
    const { session, host } = guarded;
    const echo = "process.stderr.write(process.env.BAGGAGE ?? 'none'); process.exitCode = 2";
    host.hooks.register({ name: "command-guard", event: "PreToolUse", run: { command: [process.execPath, "-e", echo] } });
    session.disable({ kind: "skill", name: "notes" });
    expect(await host.callTool("shell", {})).toMatchObject({
      status: "blocked",
      reason: "session.id=s-1,activation.run.id=r-1,activation.disabled=skill.notes",
    });
    for (let i = 0; i < 400; i++) session.disable({ kind: "hook", name: `some-number-${i}` });
    expect(await host.callTool("shell", {})).toMatchObject({ status: "blocked", reason: process.env["BAGGAGE"] ?? "none" });
    await guarded.end();
  });

  it("says what could not be handed on", async () => {
    const parent = await agent(parentSession());
    for (let i = 0; i < 400; i++) parent.session.disable({ kind: "hook", name: `guard-number-${i}` });
    expect(() => parent.session.inject({})).toThrow(/turn off with a pattern/);
    const report = await reportOf(parent);
    expect(report.findings.find(({ code }) => code === "disable_refused")?.message).toMatch(
      /off in this process only, as all 400 that are off/,
    );
  });
});
