import { readFileSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HostError } from "../../../src/host/host-error.ts";
import type { ExtensionHost } from "../../../src/host/host.ts";
import type { McpConfig } from "../../../src/host/mcp/config.ts";
import type { McpOptions } from "../../../src/host/mcp/registry.ts";
import type { TrustFile } from "../../../src/host/mcp/trust.ts";
import type { Session } from "../../../src/session/session.ts";
import { facts, fixtureServer, hostOf, Project } from "../project.ts";

let project: Project;
let host: ExtensionHost | undefined;
beforeEach(() => {
  project = new Project();
});
afterEach(async () => {
  await host?.stop();
  project.remove();
});

async function start(
  mcpServers: Readonly<Record<string, McpConfig>>,
  servers: TrustFile["servers"],
  options: McpOptions = {},
  before: (session: Session) => void = () => {},
): Promise<{ host: ExtensionHost; session: Session }> {
  const configFile = project.write("mcp.json", { mcpServers });
  const trustFile = project.write("trust.json", { servers });
  const hosted = hostOf(project, { mcp: { configFile, trustFile, ...options } });
  host = hosted.host;
  before(hosted.session);
  await hosted.host.start();
  return { host: hosted.host, session: hosted.session };
}

const names = (running: ExtensionHost): readonly string[] => running.offeredTools().map(({ name }) => name);

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 500 && !condition(); i++) await sleep(20);
  expect(condition()).toBe(true);
}

describe("MCP servers", () => {
  it("are started when they are trusted, and their tools are offered with a reason", async () => {
    const { host, session } = await start(
      { issues: fixtureServer(["create", "delete"]), wiki: fixtureServer(["search"]) },
      { issues: { deny: ["delete"] } },
    );
    expect(names(host)).toEqual(["mcp__issues__create"]);
    expect(facts(session, "mcp_server")).toMatchObject([
      { server: "issues", status: "connected", transport: "stdio", reasonCode: "always_active", sourcePath: "mcp.json" },
      { server: "wiki", status: "blocked", reasonCode: "server_untrusted" },
    ]);
    expect(facts(session, "mcp_tool")).toMatchObject([
      {
        server: "issues",
        tool: "create",
        toolName: "mcp__issues__create",
        available: true,
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
      },
      { tool: "delete", available: false, reasonCode: "in_denylist", rule: "deny delete", rulePath: "trust.json" },
    ]);
  });

  it("get the session with the environment and with every call", async () => {
    const { host, session } = await start({ issues: fixtureServer(["create"]) }, { issues: {} });
    const outcome = await host.callTool("mcp__issues__create", { title: "x" });
    const [content] = (outcome as { result: { content: { text: string }[] } }).result.content;
    const said = JSON.parse(content?.text ?? "") as { arguments: object; baggage: string; environment: string };
    expect(said.arguments).toEqual({ title: "x" });
    expect(said.baggage).toContain(`session.id=${session.id}`);
    expect(said.environment).toContain(`session.id=${session.id}`);
  });

  it("say when a tool fails", async () => {
    const { host } = await start({ issues: fixtureServer(["create"]) }, { issues: {} });
    expect(await host.callTool("mcp__issues__create", { fail: true })).toMatchObject({ status: "failed" });
    expect(await host.callTool("mcp__issues__nothing", {})).toMatchObject({ status: "unavailable", reasonCode: "not_recognised" });
  });

  it("that fail take no other down, and leave their last words", async () => {
    const servers = {
      dies: fixtureServer([], "dies"),
      absent: { command: "/no/such/server" },
      far: { url: "https://mcp.example.com" },
      good: fixtureServer(["work"]),
    };
    const { host, session } = await start(servers, { dies: {}, absent: {}, far: {}, good: {} });
    expect(names(host)).toEqual(["mcp__good__work"]);
    expect(facts(session, "mcp_server")).toMatchObject([
      {
        server: "dies",
        status: "failed",
        reason: expect.stringContaining("it wrote: no licence file") as string,
        reasonCode: "connect_failed",
      },
      { server: "absent", status: "failed", reasonCode: "connect_failed" },
      { server: "far", status: "failed", errorType: "unsupported_transport", transport: "http" },
      { server: "good", status: "connected" },
    ]);
  });

  it("whose tool has a name without end are not connected", async () => {
    const { session } = await start({ odd: fixtureServer(["x".repeat(300)]) }, { odd: {} });
    expect(facts(session, "mcp_server")).toMatchObject([
      { status: "failed", reason: expect.stringContaining("longer than 256") as string },
    ]);
    expect(facts(session, "mcp_tool")).toEqual([]);
  });

  it("that do not answer are not waited for", async () => {
    const { session } = await start({ hangs: fixtureServer([], "hangs") }, { hangs: {} }, { connectTimeoutMs: 300 });
    expect(facts(session, "mcp_server")).toMatchObject([{ server: "hangs", status: "failed", reasonCode: "connect_failed" }]);
  });

  it("that end by themselves take their tools with them", async () => {
    const { host, session } = await start({ issues: fixtureServer(["create"], "ends") }, { issues: {} });
    expect(await host.callTool("mcp__issues__create", {})).toMatchObject({ status: "failed" });
    await until(() => names(host).length === 0);
    expect(facts(session, "mcp_server").at(-1)).toMatchObject({ status: "failed", reason: "it ended by itself" });
    expect(facts(session, "mcp_tool").at(-1)).toMatchObject({ available: false, reasonCode: "connect_failed" });
  });

  it("started in another way than when they were trusted are not started", async () => {
    const { session } = await start({ issues: fixtureServer(["create"]) }, { issues: { definition: `sha256:${"0".repeat(64)}` } });
    expect(facts(session, "mcp_server")).toMatchObject([{ status: "blocked", reasonCode: "modified_since_trusted" }]);
    expect(facts(session, "mcp_tool")).toEqual([]);
  });

  it("that change a tool after it was approved lose it", async () => {
    const { host, session } = await start({ issues: fixtureServer(["create"], "drifts") }, { issues: {} });
    await host.mcp.approve("issues", { tool: "create" });
    expect(await host.callTool("mcp__issues__create", {})).toMatchObject({ status: "completed" });
    await until(() => names(host).length === 0);
    expect(facts(session, "mcp_tool").at(-1)).toMatchObject({ available: false, trusted: false, reasonCode: "modified_since_trusted" });
    expect(facts(session, "mcp_trust").at(-1)).toMatchObject({ change: "drifted", tool: "create" });
  });

  it("share names that are cut alike: the first has it, and that is said", async () => {
    const long = "synchronize_customer_records_across_all_systems_of_the_";
    const { host, session } = await start({ erp: fixtureServer([`${long}north`, `${long}south`, "a.b", "a_b"]) }, { erp: {} });
    expect(names(host)).toHaveLength(2);
    expect(facts(session, "mcp_tool")).toMatchObject([
      { tool: `${long}north`, available: true, reason: expect.stringContaining("cut to 64 characters") as string },
      { tool: `${long}south`, available: false, reasonCode: "name_too_long" },
      { tool: "a.b", available: true },
      { tool: "a_b", available: false, reasonCode: "name_claimed", reason: "erp/a.b has the name mcp__erp__a_b" },
    ]);
  });
});

describe("trust", () => {
  it("is given and taken back in memory, and written only when that is asked for", async () => {
    const { host, session } = await start({ issues: fixtureServer(["create"]) }, {});
    const file = project.path("trust.json");
    const before = readFileSync(file, "utf8");
    await host.mcp.approve("issues", { expires: "2999-01-01T00:00:00Z" });
    expect(names(host)).toEqual(["mcp__issues__create"]);
    await host.mcp.revoke("issues", { tool: "create" });
    expect(names(host)).toEqual([]);
    expect(readFileSync(file, "utf8")).toBe(before);
    await host.mcp.approve("issues", { tool: "create", persist: true });
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      servers: { issues: { expires: "2999-01-01T00:00:00Z", tools: { create: {} } } },
    });
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    await host.mcp.revoke("issues");
    expect(names(host)).toEqual([]);
    expect(facts(session, "mcp_trust")).toMatchObject([
      { server: "issues", change: "approved", expiresAt: "2999-01-01T00:00:00Z" },
      { tool: "create", change: "revoked" },
      { tool: "create", change: "approved" },
      { server: "issues", change: "revoked" },
    ]);
    expect(facts(session, "mcp_tool").map(({ available, reasonCode }) => [available, reasonCode])).toEqual([
      [true, "always_active"],
      [false, "untrusted"],
      [true, "selected_explicitly"],
      [false, "server_untrusted"],
    ]);
  });

  it("that ends while the session goes on ends the offer", async () => {
    const { host, session } = await start({ issues: fixtureServer(["create"]) }, { issues: {} });
    await host.mcp.approve("issues", { tool: "create", expires: new Date(Date.now() + 300).toISOString() });
    expect(names(host)).toEqual(["mcp__issues__create"]);
    await sleep(350);
    expect(await host.callTool("mcp__issues__create", {})).toMatchObject({ status: "unavailable", reasonCode: "trust_expired" });
    expect(facts(session, "mcp_tool").at(-1)).toMatchObject({ available: false, reasonCode: "trust_expired" });
  });

  it.each([
    ["trust.json", '{"servers": {"issues": {"expires": "tomorrow", "denny": ["x"]}}}', ["servers.issues.expires", "denny"]],
    ["trust.json", "[", ["is no JSON"]],
    ["mcp.json", '{"mcpServers": {"a b": {"command": "x"}}}', ["mcpServers"]],
    ["mcp.json", '{"mcpServers": {"ok": {"args": "x"}, "far": {"url": "file:///etc/passwd"}}}', ["ok.command", "ok.args", "far.url"]],
  ])("is in a file that has to be right: %s %s", async (name, text, says) => {
    const [configFile, trustFile] = [project.write("mcp.json", { mcpServers: {} }), project.write("trust.json", { servers: {} })];
    project.write(name, text);
    host = hostOf(project, { mcp: { configFile, trustFile } }).host;
    const failure = await host.start().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HostError);
    for (const word of [project.path(name), ...says]) expect((failure as Error).message).toContain(word);
  });
});

describe("a disable", () => {
  it("keeps a server from being started, and starts it when it is taken back", async () => {
    const { host, session } = await start({ issues: fixtureServer(["create"]) }, { issues: {} }, {}, (session) => {
      session.disable({ kind: "mcp_server", name: "issues" }, { origin: "flag" });
    });
    expect(names(host)).toEqual([]);
    expect(facts(session, "mcp_server")).toMatchObject([
      { status: "disabled", reasonCode: "disabled_for_session", disabledBy: "mcp_server.issues" },
    ]);
    session.enable({ kind: "mcp_server", name: "issues" });
    await host.settled();
    expect(names(host)).toEqual(["mcp__issues__create"]);
    session.disable({ kind: "mcp_server", name: "issues" });
    expect(names(host)).toEqual([]);
    session.enable({ kind: "mcp_server", name: "issues" });
    expect(names(host)).toEqual(["mcp__issues__create"]);
  });

  it("of one tool leaves the others", async () => {
    const { host, session } = await start({ issues: fixtureServer(["create", "list"]) }, { issues: {} });
    session.disable({ kind: "mcp_tool", name: "issues/create" });
    expect(names(host)).toEqual(["mcp__issues__list"]);
    expect(await host.callTool("mcp__issues__create", {})).toMatchObject({ status: "unavailable", reasonCode: "disabled_for_session" });
    expect(facts(session, "mcp_tool").at(-1)).toMatchObject({ tool: "create", available: false, disabledBy: "mcp_tool.issues/create" });
  });

  it("while a call waits for its guards stops the call", async () => {
    const { host, session } = await start({ issues: fixtureServer(["create"]) }, { issues: {} });
    host.hooks.register({ name: "slow", event: "PreToolUse", run: () => void session.disable({ kind: "mcp_server", name: "issues" }) });
    expect(await host.callTool("mcp__issues__create", {})).toMatchObject({ status: "unavailable", reasonCode: "disabled_for_session" });
  });
});
