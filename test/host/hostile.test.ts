import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { HookVeto, type HookSpec } from "../../src/host/hooks/hook.ts";
import type { McpOptions } from "../../src/host/mcp/registry.ts";
import { configDigest } from "../../src/host/mcp/connection.ts";
import { buildProgram } from "../helpers/program.ts";
import { facts, fixtureServer, hostOf, Project, type Hosted } from "./project.ts";

const projects: Project[] = [];
const project = (): Project => {
  const made = new Project();
  projects.push(made);
  return made;
};
afterEach(() => projects.splice(0).forEach((made) => made.remove()));

/** A host with a tool `write` that gives back its arguments. */
function guarded(...hooks: readonly Partial<HookSpec>[]): Hosted {
  const hosted = hostOf(project());
  hosted.host.tools.register({ name: "write", execute: (args) => args });
  hosted.host.hooks.register(
    ...hooks.map((spec, at): HookSpec => ({ name: `hook-${at + 1}`, event: "PreToolUse", run: () => {}, ...spec })),
  );
  return hosted;
}

const boom = (): never => {
  throw new Error("boom");
};

/** An error that says once what it is, and throws at every further question. */
function askedOnce(): unknown {
  let asked = 0;
  const getPrototypeOf = (error: Error): object | null => (asked++ === 0 ? (Object.getPrototypeOf(error) as object) : boom());
  return new Proxy(new Error("x"), { getPrototypeOf });
}

describe("what a hook, a tool or a policy throws", () => {
  const THROWN: Record<string, unknown> = {
    nothing: undefined,
    "a symbol": Symbol("x"),
    "an object without a prototype": Object.create(null),
    "an error whose message throws": Object.defineProperty(new Error("x"), "message", { get: boom }),
    "an error whose name is no text": Object.assign(new Error("x"), { name: Symbol("x") }),
    "a proxy that throws when it is asked again": askedOnce(),
    "a proxy that throws at everything": new Proxy(new Error("x"), { get: boom, getPrototypeOf: boom }),
  };
  test.each(Object.entries(THROWN))("%s is a failure, and nothing of the call is thrown", async (_, thrown) => {
    const raise = (): never => {
      throw thrown;
    };
    for (const [failMode, status] of [
      ["open", "failed"],
      ["closed", "blocked"],
    ] as const) {
      const { host, session } = guarded({ failMode, run: raise });
      host.tools.register({ name: "breaks", execute: raise });
      await host.start();
      expect(await host.callTool("breaks", {})).toMatchObject({ status });
      expect(facts(session, "hook")).toMatchObject([{ decision: failMode === "open" ? "ran" : "vetoed", outcome: "failed" }]);
    }
    const { host, session } = guarded();
    host.policies.register({ name: "judge", evaluate: raise });
    await host.start();
    expect(await host.callTool("write", {})).toMatchObject({ status: "blocked", by: "policy" });
    expect(facts(session, "policy").find(({ vote }) => vote !== undefined)).toMatchObject({ vote: "abstain", reasonCode: "policy_raised" });
  });

  test.each([["at once", (veto: unknown) => Promise.reject(veto as Error)] as const, ["later", undefined] as const])(
    "a veto whose reason cannot be read is a veto, thrown %s",
    async (_, reject) => {
      const veto = Object.defineProperty(new HookVeto("x"), "reason", { get: boom });
      const run = (): never | Promise<never> => {
        if (reject !== undefined) return reject(veto);
        throw veto;
      };
      const { host, session } = guarded({ run });
      await host.start();
      expect(await host.callTool("write", {})).toMatchObject({ status: "blocked", by: "hook" });
      expect(facts(session, "hook")).toMatchObject([{ decision: "vetoed", outcome: "completed", reasonCode: "no_reason_given" }]);
    },
  );

  test("the veto of a plugin that has a copy of the package of its own is a veto", async () => {
    class HookVeto extends Error {
      override readonly name = "HookVeto";
      readonly reason = "not here";
    }
    const { host, session } = guarded({
      run: () => {
        throw new HookVeto();
      },
    });
    await host.start();
    expect(await host.callTool("write", {})).toMatchObject({ status: "blocked", reason: "not here" });
    expect(facts(session, "hook")).toMatchObject([{ decision: "vetoed", outcome: "completed", reasonCode: "vetoed_by_hook" }]);
  });
});

describe("what a guard has approved", () => {
  test("is what runs: no hook changes it afterwards, in whatever order they were registered", async () => {
    const seen: unknown[] = [];
    const guard: Partial<HookSpec> = {
      name: "guard",
      protected: true,
      run: ({ arguments: args }) => {
        seen.push(args["path"]);
        if (args["path"] === "/etc/passwd") throw new HookVeto("outside");
      },
    };
    const { host } = guarded(guard, { name: "helper", run: () => ({ arguments: { path: "/etc/passwd" } }) });
    await host.start();
    expect(await host.callTool("write", { path: "notes.md" })).toMatchObject({ status: "blocked", name: "guard" });
    expect(seen).toEqual(["/etc/passwd"]);
  });

  test("is what runs, also of an array that makes itself what its methods give", async () => {
    class Shifting extends Array<unknown> {
      static override get [Symbol.species](): never {
        let asked = 0;
        const shifting = new Proxy({}, { get: (_, key) => (key === "length" ? 1 : asked++) });
        return (() => shifting) as never;
      }
    }
    const { host } = guarded({ run: () => ({ arguments: { list: Shifting.from(["a"]) } }) });
    await host.start();
    expect(await host.callTool("write", {})).toMatchObject({ status: "completed", arguments: { list: ["a"] } });
  });

  test("is bounded: arguments that share their parts are not copied for every way to them, nor what a tool gave", async () => {
    let shared: unknown = { x: 1 };
    for (let depth = 0; depth < 40; depth++) shared = { a: shared, b: shared };
    const { host, session } = guarded({ run: () => ({ arguments: { shared } }) }, { event: "PostToolUse", run: () => {} });
    host.tools.register({ name: "shares", execute: () => shared });
    await host.start();
    const began = performance.now();
    expect(await host.callTool("shares", {})).toMatchObject({ status: "completed" });
    expect(facts(session, "hook")[0]).toMatchObject({ outcome: "failed", reason: expect.stringContaining("more than 100000 values") });
    expect(performance.now() - began).toBeLessThan(2000);
  });

  test("is the tool's result as the tool gave it, whatever a hook does to what it is shown", async () => {
    const { host } = guarded(
      { event: "PostToolUse", run: ({ result }) => void ((result as { nested: { text: string } }).nested.text = "other") },
      { event: "PostToolUse", run: ({ result }) => void (result as Map<string, number>).set?.("a", 2) },
    );
    host.tools.register({ name: "json", execute: () => ({ nested: { text: "own" } }) });
    host.tools.register({ name: "map", execute: () => new Map([["a", 1]]) });
    await host.start();
    expect(await host.callTool("json", {})).toMatchObject({ result: { nested: { text: "own" } } });
    expect(await host.callTool("map", {})).toMatchObject({ result: new Map([["a", 1]]) });
  });

  test.each([
    ["a date", new Date()],
    ["a map", new Map([[1, 2]])],
    ["bytes", Buffer.from("abc")],
  ])("holds no %s, which would come out empty", async (_, value) => {
    const { host } = guarded();
    await host.start();
    expect(await host.callTool("write", { value })).toMatchObject({ status: "failed", reason: expect.stringContaining("no JSON value") });
  });
});

describe("a hook", () => {
  test.each([
    ["at once", async (call: () => Promise<unknown>) => void (await call())],
    [
      "after a while",
      async (call: () => Promise<unknown>) => {
        await sleep(0);
        await call();
      },
    ],
  ])("that calls the tool it guards, %s, comes to an end", async (_, run) => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on("unhandledRejection", note);
    let calls = 0;
    const { host } = guarded({
      run: async () => {
        calls++;
        await run(async () => await host.callTool("write", {}));
      },
    });
    await host.start();
    expect(await host.callTool("write", {})).toMatchObject({ status: "completed" });
    expect(calls).toBe(1000);
    await sleep(5);
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });

  test("that is a command is not started where it cannot be told of the result", async () => {
    const own = project();
    const { host, session } = guarded({ event: "PostToolUse", run: { shell: `touch ${own.path("started")}` } });
    host.tools.register({ name: "odd", execute: () => ({ size: 1n }) });
    await host.start();
    expect(await host.callTool("odd", {})).toMatchObject({ status: "completed" });
    expect(facts(session, "hook")).toMatchObject([{ outcome: "failed", errorType: "invalid_input" }]);
    expect(existsSync(own.path("started"))).toBe(false);
  });

  describe.skipIf(process.platform === "win32")("in a process that may open no more files", () => {
    let program: string;
    beforeAll(async () => {
      program = await buildProgram(new URL("programs/no-more-files.ts", import.meta.url));
    });

    test("fails, and the agent lives on", () => {
      const line = `ulimit -n 256; exec "${process.execPath}" "${program}"`;
      const { status, stdout, stderr } = spawnSync("sh", ["-c", line], { encoding: "utf8" });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(JSON.parse(stdout)).toMatchObject([{ status: "blocked", by: "hook", reasonCode: "hook_failed" }, "completed"]);
    });
  });
});

test("thousands of hooks are registered in the time of thousands, not of their square", () => {
  const { host } = guarded();
  const declared = (event: HookSpec["event"]): HookSpec[] =>
    Array.from({ length: 3000 }, (_, at) => ({ name: `h${at}`, event, run: () => {} }));
  const began = performance.now();
  host.hooks.register(...declared("PreToolUse"), ...declared("PostToolUse"), { name: "guard", event: "Stop", run: () => {} });
  expect(performance.now() - began).toBeLessThan(2000);
  expect(host.hooks.active()).toHaveLength(6001);
  expect(() =>
    host.hooks.register({ name: "other", event: "Stop", run: () => {} }, { name: "h1", event: "PreToolUse", run: () => {} }),
  ).toThrow("already");
  expect(host.hooks.active()).toHaveLength(6001);
});

describe("a provider of tools", () => {
  test.each([
    ["null", [null]],
    ["a tool without a name", [{ execute: () => 1 }]],
    ["a tool without a function", [{ name: "a" }]],
    ["no list", 5],
  ])("that brings %s is refused, and the host starts", async (_, tools) => {
    const { host } = guarded();
    host.surface.add({ name: "odd", tools: () => tools as never });
    host.surface.add({ name: "good", tools: () => [{ name: "fine", execute: () => 1 }] });
    await host.start();
    expect(host.offeredTools().map(({ name }) => name)).toEqual(["write", "fine"]);
  });
});

describe("an MCP server", () => {
  async function serving(names: readonly string[], behaviour = "", options: McpOptions = {}, more: string[] = []): Promise<Hosted> {
    const own = project();
    const fixture = fixtureServer(names, behaviour);
    const server = { ...fixture, args: [...fixture.args, ...more] };
    const configFile = own.write("mcp.json", { mcpServers: { odd: server } });
    const trustFile = own.write("trust.json", { servers: { odd: { definition: configDigest({ ...server }) } } });
    const hosted = hostOf(own, { mcp: { configFile, trustFile, ...options } });
    await hosted.host.start();
    return hosted;
  }

  test("that lists more tools than any model takes is ended", async () => {
    const { host, session } = await serving([], "floods");
    expect(facts(session, "mcp_server")).toMatchObject([{ status: "failed", reason: "it has more than 2000 tools" }]);
    expect(host.offeredTools()).toEqual([]);
    await host.stop();
  });

  test("that turns its pages slowly has one time for all of them", async () => {
    const began = performance.now();
    const { host, session } = await serving(["a"], "dawdles", { connectTimeoutMs: 1500 });
    expect(performance.now() - began).toBeLessThan(5000);
    expect(facts(session, "mcp_server")).toMatchObject([{ status: "failed" }]);
    await host.stop();
  });

  test("that says again and again that its tools have changed is ended", async () => {
    const { host, session } = await serving(["a"], "fidgets");
    for (let i = 0; i < 200 && facts(session, "mcp_server").length < 2; i++) await sleep(25);
    expect(facts(session, "mcp_server").at(-1)).toMatchObject({ status: "failed", reason: "it changed its tools more than 100 times" });
    expect(facts(session, "mcp_tool").length).toBeLessThan(250);
    await host.stop();
  });

  test("that answers with bytes which never end a line is ended, and the reason is what it did", async () => {
    const { host, session } = await serving(["a"], "pours");
    const reason = "it wrote a message of more than 16 MB";
    expect(await host.callTool("mcp__odd__a", {})).toMatchObject({ status: "failed", reason });
    expect(facts(session, "mcp_server").at(-1)).toMatchObject({ status: "failed", reason, errorType: "protocol" });
    await host.stop();
  });

  test("that writes messages without a pause is ended, and the agent has its turn meanwhile", async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    const { host, session } = await serving(["a"], "chatters");
    for (let i = 0; i < 200 && facts(session, "mcp_server").at(-1)?.["status"] !== "failed"; i++) await sleep(25);
    clearInterval(timer);
    const reason = "it wrote more than 10000 messages in a second";
    expect(facts(session, "mcp_server").at(-1)).toMatchObject({ status: "failed", reason });
    expect(turns).toBeGreaterThan(10);
    await host.stop();
  });

  test("that writes what is no message without a pause can be used all the same", async () => {
    const { host } = await serving(["a"], "rambles");
    expect(await host.callTool("mcp__odd__a", {})).toMatchObject({ status: "completed" });
    await host.stop();
  });

  test.skipIf(process.platform === "win32")("that does not want to end is ended with all that it started, in about a second", async () => {
    const file = project().path("alive");
    const { host } = await serving(["a"], "stays", {}, [file]);
    for (let i = 0; i < 400 && !existsSync(file); i++) await sleep(25);
    const began = performance.now();
    await host.stop();
    expect(performance.now() - began).toBeLessThan(2000);
    const written = readFileSync(file, "utf8");
    expect(written).not.toBe("");
    await sleep(300);
    expect(readFileSync(file, "utf8")).toBe(written);
  });

  test("that has two tools of one name offers the first; the other is told", async () => {
    const { host, session } = await serving(["a", "a"]);
    expect(host.offeredTools().map(({ name }) => name)).toEqual(["mcp__odd__a"]);
    expect(facts(session, "mcp_tool")).toMatchObject([{ available: true }, { available: false, reasonCode: "name_claimed" }]);
    await host.stop();
  });

  test.each([
    ["a zero-width space", "delete\u200B_all"],
    ["the name that JSON loses", "__proto__"],
  ])("whose tool has %s in its name does not offer it", async (_, name) => {
    const { host, session } = await serving([name, "fine"]);
    expect(host.offeredTools().map((tool) => tool.name)).toEqual(["mcp__odd__fine"]);
    expect(facts(session, "mcp_tool")).toMatchObject([{ available: false, reasonCode: "name_reserved" }, { available: true }]);
    await host.stop();
  });

  test("is not trusted with another value of a variable that says which code is run", () => {
    const base = { command: "node", args: ["server.mjs"] };
    const digest = (env: Record<string, string>): string => configDigest({ ...base, env });
    for (const name of ["PATH", "NODE_OPTIONS", "LD_PRELOAD", "PYTHONPATH"])
      expect(digest({ [name]: "a" })).not.toBe(digest({ [name]: "b" }));
    expect(digest({ API_TOKEN: "a" })).toBe(digest({ API_TOKEN: "b" }));
  });

  test("cannot be trusted until a time that the trust file could not be read with again", async () => {
    const { host } = await serving(["a"]);
    for (const expires of ["2030", "soon", "1/2/2030"]) await expect(host.mcp.approve("odd", { expires })).rejects.toThrow("RFC 3339");
    await host.stop();
  });

  test("is called also where more is off than baggage can carry, and is then told nothing of the session", async () => {
    const { host, session } = await serving(["a"]);
    for (let i = 0; i < 500; i++) session.disable({ kind: "skill", name: `skill-of-a-long-name-${i}` });
    expect(await host.callTool("mcp__odd__a", {})).toMatchObject({ status: "completed" });
    expect(facts(session, "disable").at(-1)).toMatchObject({ accepted: false, reasonCode: "over_baggage_limit" });
    await host.stop();
  });

  test("whose trust is taken back while it starts does not stay", async () => {
    const own = project();
    const server = fixtureServer(["a"]);
    const hosted = hostOf(own, { mcp: { configFile: own.write("mcp.json", { mcpServers: { odd: server } }) } });
    await hosted.host.start();
    const approving = hosted.host.mcp.approve("odd");
    await hosted.host.mcp.revoke("odd");
    await approving;
    expect(hosted.host.offeredTools()).toEqual([]);
    expect(facts(hosted.session, "mcp_server").at(-1)).toMatchObject({ status: "blocked", reasonCode: "server_untrusted" });
    await hosted.host.stop();
  });
});

describe("a frontmatter that is slow to parse", () => {
  test.each([
    ["keys", "a: 1\n".repeat(6000)],
    ["a list", `a: [${"x,".repeat(15_000)}]`],
    ["comments", "#\n".repeat(15_000)],
  ])("of very many %s is refused in no time", async (_, yaml) => {
    const own = project();
    own.skill("skills", "slow", yaml);
    const { host, session } = hostOf(own, { skills: { directories: [{ path: own.path("skills"), scope: "project" }] } });
    const began = performance.now();
    await host.start();
    expect(performance.now() - began).toBeLessThan(200);
    expect(facts(session, "skill")).toMatchObject([{ status: "skipped", reasonCode: "invalid_frontmatter" }]);
  });
});
