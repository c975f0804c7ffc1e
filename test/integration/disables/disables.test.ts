import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionFolder } from "../../../src/emit/journal-path.ts";
import { readActivationReport, type ActivationReport } from "../../../src/reader.ts";
import { buildProgram, run, start } from "../../helpers/program.ts";

interface Outcome {
  readonly session: string;
  /** Of the parent, its subagent and the service, in this order. */
  readonly outcomes: Readonly<Record<string, readonly string[]>>;
}

let journal: string;
let env: NodeJS.ProcessEnv;
let service: ReturnType<typeof start>;
let address: string;
let outcome: Outcome;
let report: ActivationReport;

const reportOn = async (session: string): Promise<ActivationReport> => await readActivationReport([sessionFolder(journal, session)]);

/** The status of a guarded call in the service, and the session in which it was answered. */
async function askFromOutside(headers: Record<string, string>): Promise<{ readonly status: string; readonly session: string }> {
  return (await (await fetch(address, { headers })).json()) as { status: string; session: string };
}

beforeAll(async () => {
  journal = mkdtempSync(join(tmpdir(), "disables-"));
  env = { PATH: process.env["PATH"], HOME: journal, ACTIVATION_JOURNAL: journal };
  const program = await buildProgram(new URL("programs/agent.ts", import.meta.url));
  service = start(program, ["service"], { env, stdio: ["pipe", "pipe", "pipe"] });
  const [port] = (await once(service.child.stdout!, "data")) as [string];
  address = `http://127.0.0.1:${port.trim()}/`;
  const { stdout, stderr } = await run(program, ["parent", address], { env });
  expect(stderr).toBe("");
  outcome = JSON.parse(stdout) as Outcome;
  report = await reportOn(outcome.session);
}, 120_000);

afterAll(async () => {
  service?.child.stdin?.end();
  await service?.done;
  rmSync(journal, { recursive: true, force: true });
});

describe("a disable in one of three processes", () => {
  it("holds in all of them, and is taken back in all that come after", () => {
    expect(outcome.outcomes).toEqual({
      before: ["blocked", "blocked", "blocked"],
      disabled: ["completed", "completed", "completed"],
      enabled: ["blocked", "blocked", "blocked"],
    });
  });

  it("is explained by one report, which has every record of every process", () => {
    expect(report.session?.id).toBe(outcome.session);
    expect(report.completeness).toMatchObject({ status: "complete", missing_parents: 0 });
    // The parent, and four subagents and four requests.
    expect(report.completeness.emitters).toHaveLength(9);
    expect(report.completeness.emitters.flatMap(({ missing }) => missing)).toEqual([]);
    expect(new Set(report.hooks_fired?.map(({ agent }) => agent))).toEqual(new Set(["parent", "sub", "service"]));
    // One trace a run, whichever process of it writes.
    expect(new Set(report.hooks_fired?.filter((row) => row.run !== null).map(({ trace_id }) => trace_id)).size).toBe(1);
  });

  it("is shown as it came to each process, honoured", () => {
    const of = (name: string) =>
      (report.disables ?? [])
        .filter((row) => row.name === name)
        .map(({ agent, state, accepted, origin, honoured, matched }) => ({ agent, state, accepted, origin, honoured, matched }));
    const rest = { state: "disabled", accepted: true, honoured: true, matched: 1 };
    expect(of("guard")).toEqual([
      { ...rest, agent: "parent", origin: "api" },
      { ...rest, agent: "sub", origin: "environment" },
      { ...rest, agent: "service", origin: "baggage" },
      { agent: "parent", state: "enabled", accepted: true, origin: "api", honoured: null, matched: 1 },
    ]);
    // The plugin's only surface here is its hook.
    expect(of("acme").map(({ agent, matched, honoured }) => [agent, matched, honoured])).toEqual([
      ["parent", 1, true],
      ["sub", 1, true],
      ["service", 1, true],
    ]);
  });

  it("skips for as long as it holds, and says which disable did it", () => {
    const skipped = report.hooks_skipped?.filter(({ reason_code }) => reason_code === "disabled_for_session") ?? [];
    expect(new Set(skipped.map(({ hook_name, agent, disabled_by }) => `${hook_name} ${agent} ${disabled_by}`))).toEqual(
      new Set(["parent", "sub", "service"].flatMap((agent) => [`guard ${agent} hook.guard`, `notes ${agent} plugin.acme`])),
    );
  });

  it("does not reach what is protected, which is a finding, as is what matches nothing", () => {
    const about = (report.findings ?? [])
      .filter(({ code }) => code.startsWith("disable_"))
      .map(({ code, subject }) => `${code} ${subject}`);
    expect(new Set(about)).toEqual(new Set(["disable_refused hook:org-*", "disable_matched_nothing hook:gard"]));
    const message = report.findings.find(({ code }) => code === "disable_matched_nothing")?.message;
    expect(message).toContain("guard");
    expect(report.hooks_fired?.filter(({ hook_name }) => hook_name === "org-audit").map(({ decision }) => decision)).toEqual(
      Array(12).fill("ran"),
    );
  });
});

describe("a request from outside", () => {
  it("does not switch a guard off, and the refusal is in the report", async () => {
    const { status, session } = await askFromOutside({ baggage: "session.id=mine,activation.disabled=hook.guard!hook.org-audit" });
    expect(status).toBe("blocked");
    expect(session).not.toBe("mine");
    const { disables, findings, hooks_fired } = await reportOn(session);
    expect(disables).toMatchObject([
      { kind: "hook", name: "guard", accepted: false, origin: "baggage", reason_code: "untrusted_carrier", honoured: null },
      { kind: "hook", name: "org-audit", accepted: false, origin: "baggage", reason_code: "untrusted_carrier", honoured: null },
    ]);
    const decisions = hooks_fired?.map(({ hook_name, decision }) => `${hook_name} ${decision}`);
    expect(decisions).toEqual(["notes ran", "guard vetoed", "org-audit ran"]);
    expect(findings.filter(({ code }) => code === "disable_refused").map(({ subject, severity }) => `${severity} ${subject}`)).toEqual([
      "warning hook:guard",
      "warning hook:org-audit",
    ]);
  });

  it("writes nothing into a session whose id it has learnt", async () => {
    const { session } = await askFromOutside({ baggage: `session.id=${outcome.session},activation.disabled=hook.guard` });
    expect(session).not.toBe(outcome.session);
    expect((await reportOn(outcome.session)).completeness.emitters).toHaveLength(9);
  });

  it("is reported where it makes no sense", async () => {
    const { session, status } = await askFromOutside({ baggage: "activation.disabled=guard!hook.%25" });
    expect(status).toBe("blocked");
    const { disables, findings } = await reportOn(session);
    expect(disables).toMatchObject([
      { kind: null, name: "guard", accepted: false, reason_code: "not_recognised" },
      { kind: null, name: "hook.%25", accepted: false, reason_code: "not_recognised" },
    ]);
    expect(findings.filter(({ code }) => code === "disable_refused")).toHaveLength(2);
  });
});
