import { diag, DiagLogLevel } from "@opentelemetry/api";
import { afterEach, describe, expect, it, vi } from "vitest";
import { describeChange } from "../../src/session/change.ts";
import { Session } from "../../src/session/session.ts";
import type { Surface } from "../../src/session/surface.ts";

const guard: Surface = { kind: "hook", name: "guard" };
const lint: Surface = { kind: "hook", name: "lint", plugin: "acme" };
const audit: Surface = { kind: "hook", name: "audit", plugin: "acme", protected: true };
const notes: Surface = { kind: "skill", name: "notes", plugin: "acme" };
const acme: Surface = { kind: "plugin", name: "acme" };
const issues: Surface = { kind: "mcp_server", name: "issues", plugin: "acme" };
const createIssue: Surface = { kind: "mcp_tool", name: "create_issue", server: "issues" };
const listIssues: Surface = { kind: "mcp_tool", name: "list_issues", server: "issues" };
const wiki: Surface = { kind: "mcp_server", name: "wiki" };
const EVERYTHING = [guard, lint, audit, notes, acme, issues, createIssue, listIssues, wiki];

function session(): Session {
  const made = new Session();
  for (const surface of EVERYTHING) made.addSurface(surface);
  made.settle();
  return made;
}

const off = (of: Session): readonly string[] =>
  EVERYTHING.filter((surface) => of.disabledBy(surface) !== undefined).map(({ name }) => name);

describe("a session", () => {
  afterEach(() => diag.disable());

  it.each([
    ["a hook", { kind: "hook", name: "guard" }, ["guard"]],
    ["a hook by name and plugin", { kind: "hook", name: "lint@acme" }, ["lint"]],
    ["a pattern", { kind: "hook", name: "*t" }, ["lint"]],
    ["everything of a kind but what is protected", { kind: "hook", name: "*" }, ["guard", "lint"]],
    [
      "a plugin with all that it registered, its server's tools too",
      { kind: "plugin", name: "acme" },
      ["lint", "notes", "acme", "issues", "create_issue", "list_issues"],
    ],
    ["a server with its tools", { kind: "mcp_server", name: "issues" }, ["issues", "create_issue", "list_issues"]],
    ["a tool", { kind: "mcp_tool", name: "create_issue" }, ["create_issue"]],
    ["a tool of one server", { kind: "mcp_tool", name: "issues/create_*" }, ["create_issue"]],
    ["a skill and not the hook of its name", { kind: "skill", name: "guard" }, []],
  ] as const)("turns off %s, no more, and on again exactly that", (_title, target, expected) => {
    const made = session();
    expect(made.disable(target)).toMatchObject({ accepted: true, matched: expected.length, state: "disabled", origin: "api" });
    expect(off(made)).toEqual(expected);
    expect(made.disabled).toEqual([target]);
    expect(made.enable(target)).toMatchObject({ accepted: true, matched: expected.length, state: "enabled" });
    expect(off(made)).toEqual([]);
  });

  it("keeps a surface off while any string matches it", () => {
    const made = session();
    made.disable({ kind: "hook", name: "guard" });
    made.disable({ kind: "hook", name: "g*" });
    expect(made.disabledBy(guard)).toBe("hook.guard");
    made.enable({ kind: "hook", name: "guard" });
    expect(made.disabledBy(guard)).toBe("hook.g*");
    expect(made.enable({ kind: "hook", name: "guard" })).toMatchObject({ accepted: false, reasonCode: "not_recognised", nearest: ["g*"] });
    made.enable({ kind: "hook", name: "g*" });
    expect(made.disabledBy(guard)).toBeUndefined();
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["no kind", { kind: "sandbox", name: "x" }],
    ["what cannot be read", new Proxy({}, { get: () => JSON.parse("{") as unknown })],
  ])("refuses %s, and throws nothing into the agent", (_title, target) => {
    const made = session();
    const refused = { kind: undefined, accepted: false, reasonCode: "not_recognised", reason: "it is no kind of extension" };
    expect(made.disable(target as never)).toMatchObject(refused);
    expect(made.enable(target as never)).toMatchObject(refused);
    expect(made.disabled).toEqual([]);
  });

  it("leaves on what is protected, unless the host itself says so", () => {
    const made = session();
    expect(made.disable({ kind: "hook", name: "audit" })).toMatchObject({ accepted: false, matched: 0, reasonCode: "protected" });
    expect(made.disabled).toEqual([]);
    expect(made.disable({ kind: "hook", name: "audit" }, { allowProtected: true })).toMatchObject({ accepted: true, matched: 1 });
    expect(made.disabledBy(audit)).toBe("hook.audit");
    // Asked again by somebody with less say, it stays off, and the answer says what is.
    expect(made.disable({ kind: "hook", name: "audit" }, { origin: "baggage" })).toMatchObject({ accepted: true, matched: 1 });
    expect(made.enable({ kind: "hook", name: "audit" })).toMatchObject({ accepted: true, matched: 1 });
    expect(made.disabledBy(audit)).toBeUndefined();
  });

  it("counts, on turning on again, only what was off", () => {
    const made = session();
    expect(made.disable({ kind: "hook", name: "*" })?.matched).toBe(2);
    expect(made.enable({ kind: "hook", name: "*" })?.matched).toBe(2);
  });

  it("turns off the unprotected of two that share a name", () => {
    const made = session();
    made.addSurface({ ...guard, protected: true });
    expect(made.disable({ kind: "hook", name: "guard" })).toMatchObject({ accepted: true, matched: 1 });
    expect(made.disabledBy(guard)).toBe("hook.guard");
    expect(made.disabledBy({ ...guard, protected: true })).toBeUndefined();
  });

  it("turns off what becomes known later", () => {
    const made = session();
    made.disable({ kind: "plugin", name: "late" });
    const tool: Surface = { kind: "mcp_tool", name: "x", server: "late-server" };
    expect(made.disabledBy(tool)).toBeUndefined();
    made.addSurface({ kind: "mcp_server", name: "late-server", plugin: "late" });
    expect(made.disabledBy(tool)).toBe("plugin.late");
  });

  it("says that a disable matched nothing, and what is nearest", () => {
    const warned = vi.fn();
    diag.setLogger({ error: warned, warn: warned, info: warned, debug: warned, verbose: warned }, DiagLogLevel.WARN);
    const made = session();
    const change = made.disable({ kind: "hook", name: "gaurd" });
    expect(change).toMatchObject({ accepted: true, matched: 0, nearest: ["guard"] });
    expect(warned.mock.calls).toEqual([[describeChange(change!)]]);
    expect(describeChange(change!)).toBe('hook "gaurd" is disabled and matches nothing that is known; did you mean guard?');
    expect(made.disable({ kind: "mcp_server", name: "create_isue" })?.nearest).toEqual(["issues/create_issue"]);
  });

  it.each([
    ["", "is empty"],
    ["half\ud800", "surrogate"],
  ])("refuses the name %j and throws nothing", (name, words) => {
    const made = session();
    expect(made.disable({ kind: "hook", name })).toMatchObject({
      accepted: false,
      reasonCode: "not_recognised",
      reason: expect.stringContaining(words),
    });
    expect(made.disabled).toEqual([]);
  });

  it("holds a disable back from judgement until the surfaces are known, but not from effect", () => {
    const made = new Session();
    expect(made.disable({ kind: "hook", name: "guard" }, { origin: "flag" })).toBeUndefined();
    expect(made.disable({ kind: "hook", name: "audit" }, { origin: "flag" })).toBeUndefined();
    expect(made.disabledBy(guard)).toBe("hook.guard");
    for (const surface of EVERYTHING) made.addSurface(surface);
    expect(made.settle()).toMatchObject([
      { name: "guard", accepted: true, matched: 1, origin: "flag" },
      { name: "audit", accepted: false, reasonCode: "protected" },
    ]);
    expect(made.settle()).toEqual([]);
    expect(made.disabled).toEqual([{ kind: "hook", name: "guard" }]);
  });

  it("does not know what a disable matches where its surfaces are in other processes", () => {
    const made = new Session({ knowsSurfaces: false });
    made.settle();
    const change = made.disable({ kind: "hook", name: "guard" });
    expect(change).toMatchObject({ accepted: true, matched: undefined, nearest: [] });
    expect(describeChange(change!)).toBe('hook "guard" is disabled for this session');
  });

  it("refuses an id that no carrier could hold", () => {
    expect(() => new Session({ id: "\udc00" })).toThrow(TypeError);
    expect(() => new Session({ run: "" })).toThrow(/a session's run cannot be ""/);
  });

  it("is not stopped by a subscriber that throws", () => {
    const made = new Session();
    const seen: number[] = [];
    made.subscribe(() => {
      throw new Error("theirs");
    });
    const stop = made.subscribe(({ activation }) => seen.push(activation.kind.length));
    const record = { activation: { kind: "run" }, traceId: "", spanId: "", startTime: [0, 0], endTime: [0, 0] } as const;
    made.append({ toRecord: () => record });
    stop();
    made.append({ toRecord: () => record });
    expect(seen).toEqual([3]);
    expect([...made.records()]).toEqual([record, record]);
  });
});
