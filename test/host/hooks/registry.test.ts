import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { HostError } from "../../../src/host/host-error.ts";
import { HookVeto, type HookInput, type HookSpec } from "../../../src/host/hooks/hook.ts";
import { HookRegistry, type HooksOptions } from "../../../src/host/hooks/registry.ts";
import type { Session } from "../../../src/session/session.ts";
import { facts, recorded } from "../project.ts";

function registry(options: HooksOptions, ...specs: readonly Partial<HookSpec>[]): { hooks: HookRegistry; session: Session } {
  const { recorder, session } = recorded();
  session.settle();
  const hooks = new HookRegistry(recorder, options);
  hooks.register(...specs.map((spec, at): HookSpec => ({ name: `hook-${at + 1}`, event: "PreToolUse", run: () => {}, ...spec })));
  hooks.announce();
  return { hooks, session };
}

const call = { toolName: "Write", toolCallId: "call_1", arguments: { path: "a", text: "b" } };

describe("the dispatch of an event", () => {
  it("tells the hook what it is about", async () => {
    const seen: HookInput[] = [];
    const { hooks, session } = registry({}, { run: (input) => void seen.push(input) });
    session.setRun("r-1");
    await hooks.dispatch("PreToolUse", call);
    expect(seen).toEqual([{ event: "PreToolUse", sessionId: session.id, runId: "r-1", ...call, prompt: undefined, result: undefined }]);
  });

  it.each<[string, HookSpec["run"], Partial<HookSpec>, object, object | undefined]>([
    ["returned", () => {}, {}, { decision: "ran", outcome: "completed", reasonCode: "matched", mutated: [] }, undefined],
    [
      "vetoed",
      () => {
        throw new HookVeto("not here");
      },
      {},
      { decision: "vetoed", outcome: "completed", reason: "not here", reasonCode: "vetoed_by_hook" },
      { hook: "hook-1", reason: "not here", reasonCode: "vetoed_by_hook" },
    ],
    [
      "vetoed without a reason",
      () => {
        throw new HookVeto();
      },
      {},
      { decision: "vetoed", outcome: "completed", reasonCode: "no_reason_given" },
      { hook: "hook-1", reasonCode: "no_reason_given" },
    ],
    [
      "crashed",
      () => {
        throw new RangeError("boom");
      },
      {},
      { decision: "ran", outcome: "failed", reason: "boom", reasonCode: "hook_failed", errorType: "RangeError" },
      undefined,
    ],
    [
      "crashed, failing closed",
      async () => await Promise.reject(new Error("boom")),
      { failMode: "closed" },
      { decision: "vetoed", outcome: "failed", reason: "boom", reasonCode: "hook_failed", errorType: "Error" },
      { hook: "hook-1", reason: "boom", reasonCode: "hook_failed" },
    ],
    [
      "threw something that is no error",
      () => {
        // oxlint-disable-next-line typescript/only-throw-error
        throw "boom";
      },
      {},
      { decision: "ran", outcome: "failed", reason: "boom", errorType: "unknown" },
      undefined,
    ],
    [
      "took too long",
      async () => await sleep(5000),
      { timeoutMs: 20 },
      { decision: "ran", outcome: "timed_out", reason: "it took longer than 20 ms", reasonCode: "hook_timed_out", errorType: "timeout" },
      undefined,
    ],
    [
      "took too long, failing closed",
      async (_, { signal }) => await sleep(5000, undefined, { signal }),
      { timeoutMs: 20, failMode: "closed" },
      { decision: "vetoed", outcome: "timed_out", reasonCode: "hook_timed_out" },
      { hook: "hook-1", reasonCode: "hook_timed_out" },
    ],
    [
      "changed arguments",
      ({ arguments: { text, ...rest } }) => ({ arguments: { ...rest, path: "c", mode: text } }),
      {},
      { decision: "ran", outcome: "mutated", mutated: ["path", "text", "mode"] },
      undefined,
    ],
    [
      "returned the same arguments",
      ({ arguments: args }) => ({ arguments: { ...args } }),
      {},
      { decision: "ran", outcome: "completed", mutated: [] },
      undefined,
    ],
    [
      "tried to change them in place",
      ({ arguments: args }) => {
        (args as Record<string, unknown>)["path"] = "c";
      },
      {},
      { decision: "ran", outcome: "failed", errorType: "TypeError" },
      undefined,
    ],
    [
      "answered what is no JSON",
      () => ({ arguments: { run: () => {} } }),
      { failMode: "closed" },
      { decision: "vetoed", outcome: "failed", errorType: "TypeError" },
      { hook: "hook-1" },
    ],
  ])("records a hook that %s", async (_, run, spec, fact, block) => {
    const { hooks, session } = registry({}, { ...spec, run });
    const { blocked } = await hooks.dispatch("PreToolUse", call);
    expect(facts(session, "hook")).toMatchObject([{ name: "hook-1", toolName: "Write", toolCallId: "call_1", ...fact }]);
    if (block === undefined) expect(blocked).toBeUndefined();
    else expect(blocked).toMatchObject(block);
  });

  it("never records a value of an argument", async () => {
    const secret = "a value that is nobody's business";
    const { hooks, session } = registry({}, { run: () => ({ arguments: { path: secret } }) });
    await hooks.dispatch("PreToolUse", { toolName: "Write", arguments: { path: "a", text: secret } });
    expect(JSON.stringify([...session.records()])).not.toContain(secret);
  });

  it("hands what one hook changed to the next, and to the caller", async () => {
    const { hooks } = registry(
      {},
      { run: ({ arguments: args }) => ({ arguments: { ...args, n: 1 } }) },
      { run: ({ arguments: args }) => ({ arguments: { ...args, n: (args["n"] as number) + 1 } }) },
    );
    expect((await hooks.dispatch("PreToolUse", { toolName: "Write", arguments: {} })).arguments).toEqual({ n: 2 });
  });

  it("stops at the first veto", async () => {
    const { hooks, session } = registry(
      {},
      {},
      {
        run: () => {
          throw new HookVeto("second");
        },
      },
      {},
    );
    expect((await hooks.dispatch("PreToolUse", call)).blocked).toMatchObject({ hook: "hook-2" });
    expect(facts(session, "hook").map(({ name, decision }) => [name, decision])).toEqual([
      ["hook-1", "ran"],
      ["hook-2", "vetoed"],
    ]);
  });

  it("goes on after a veto where the host wants it, and the first veto stands", async () => {
    const veto = (reason: string) => ({
      run: () => {
        throw new HookVeto(reason);
      },
    });
    const { hooks, session } = registry({ afterVeto: "continue" }, veto("first"), veto("second"));
    expect((await hooks.dispatch("PreToolUse", call)).blocked).toMatchObject({ reason: "first" });
    expect(facts(session, "hook")).toHaveLength(2);
  });

  it("records a skip once per run, hook and tool", async () => {
    const { hooks, session } = registry({}, { matcher: "Edit|Move" });
    session.setRun("r-1");
    for (const toolName of ["Write", "Write", "Edit", "Read", "Write"]) await hooks.dispatch("PreToolUse", { toolName });
    session.setRun("r-2");
    await hooks.dispatch("PreToolUse", { toolName: "Write" });
    expect(facts(session, "hook").map(({ runId, toolName, decision, reasonCode }) => [runId, toolName, decision, reasonCode])).toEqual([
      ["r-1", "Write", "skipped", "not_matched"],
      ["r-1", "Edit", "ran", "matched"],
      ["r-1", "Read", "skipped", "not_matched"],
      ["r-2", "Write", "skipped", "not_matched"],
    ]);
    expect(facts(session, "hook")[0]?.reason).toBe('its matcher "Edit|Move" does not select Write');
  });

  it("leaves out what is turned off, at once, and takes it back", async () => {
    const ran: string[] = [];
    const { hooks, session } = registry(
      {},
      { name: "guard", run: () => void ran.push("guard") },
      { name: "audit", run: () => void ran.push("audit") },
    );
    session.onDisableChange(() => hooks.refresh());
    session.disable({ kind: "hook", name: "guard" });
    await hooks.dispatch("PreToolUse", call);
    session.enable({ kind: "hook", name: "guard" });
    await hooks.dispatch("PreToolUse", call);
    expect(ran).toEqual(["audit", "guard", "audit"]);
    expect(facts(session, "hook")[0]).toMatchObject({
      name: "guard",
      decision: "skipped",
      reasonCode: "disabled_for_session",
      disabledBy: "hook.guard",
    });
    expect(facts(session, "hook_registration").map(({ name, state }) => [name, state])).toEqual([
      ["guard", "active"],
      ["audit", "active"],
      ["guard", "disabled"],
      ["guard", "active"],
    ]);
  });

  it("runs a protected hook whatever is turned off", async () => {
    const { hooks, session } = registry({}, { name: "org-audit", protected: true });
    expect(session.disable({ kind: "hook", name: "*" })).toMatchObject({ accepted: false, reasonCode: "protected" });
    await hooks.dispatch("PreToolUse", call);
    expect(facts(session, "hook")).toMatchObject([{ name: "org-audit", decision: "ran", protected: true }]);
  });

  it("takes a veto of PostToolUse as an objection, and none where nothing can be blocked", async () => {
    const run = (): never => {
      throw new HookVeto("no");
    };
    const { hooks, session } = registry({}, { event: "PostToolUse", run }, { event: "SessionStart", run, failMode: "closed" });
    expect((await hooks.dispatch("PostToolUse", call)).blocked).toMatchObject({ reason: "no" });
    expect((await hooks.dispatch("SessionStart")).blocked).toBeUndefined();
    expect(facts(session, "hook")).toMatchObject([
      { event: "PostToolUse", decision: "vetoed" },
      { event: "SessionStart", decision: "ran", outcome: "failed", errorType: "veto_not_possible" },
    ]);
  });

  it("remembers its answers for no more tool names than it can hold", async () => {
    const { hooks } = registry({}, { matcher: "x*" });
    for (let i = 0; i < 2500; i++) await hooks.dispatch("PreToolUse", { toolName: `tool-${i}` });
    expect((await hooks.dispatch("PreToolUse", { toolName: "x1" })).blocked).toBeUndefined();
  });
});

describe("a registration", () => {
  it("gives origin and reason", () => {
    const { session } = registry(
      {},
      {
        matcher: "Write|Edit",
        source: { path: "/p/settings.json", scope: "project", via: "settings" },
        run: { command: ["./guard.sh", "a b"] },
      },
      { matcher: "W.*", matcherSyntax: "regex" },
    );
    expect(facts(session, "hook_registration")).toMatchObject([
      {
        name: "hook-1",
        state: "active",
        matcher: "Write|Edit",
        matcherSyntax: "list",
        command: './guard.sh "a b"',
        registeredVia: "settings",
        sourcePath: "/p/settings.json",
        sourceScope: "project",
        reason: "declared in its settings",
        reasonCode: "always_active",
      },
      { name: "hook-2", matcherSyntax: "regex", registeredVia: "api", reason: "registered by the agent's own code" },
    ]);
  });

  it.each<[string, Partial<HookSpec>]>([
    ["an expression that could hang", { matcher: "(a)\\1", matcherSyntax: "regex" }],
    ["a matcher for an event without a tool", { event: "Stop", matcher: "Write" }],
    ["a time limit of nothing", { timeoutMs: 0 }],
    ["a name that is taken", { name: "taken" }],
  ])("is refused with %s, and takes nothing with it", (_, spec) => {
    const { hooks } = registry({}, { name: "taken" });
    const bad = { name: "bad", event: "PreToolUse", run: () => {}, ...spec } as HookSpec;
    expect(() => hooks.register({ name: "good", event: "PreToolUse", run: () => {} }, bad)).toThrow(HostError);
    expect(hooks.active().map(({ name }) => name)).toEqual(["taken"]);
  });
});
