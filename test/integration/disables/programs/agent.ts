// One agent in three roles, each a process of its own: the parent, a subagent that the parent starts, and a service
// over HTTP that trusts who knows its key. All have the same guard, and call the same tool.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { createHost, HookVeto, type ExtensionHost } from "../../../../src/host.ts";
import { Session } from "../../../../src/index.ts";
import { startSession, type RecordedSession } from "../../../../src/sdk.ts";

const [role = "", address = ""] = process.argv.slice(2);
const KEY = "the service's key";

async function hosted(recorded: RecordedSession): Promise<ExtensionHost> {
  const host = createHost({ recorder: recorded.recorder, hooks: { afterVeto: "continue" } });
  host.hooks.register(
    { name: "notes", event: "PreToolUse", source: { plugin: "acme" }, run: () => {} },
    { name: "org-audit", event: "PreToolUse", protected: true, run: () => {} },
    {
      name: "guard",
      event: "PreToolUse",
      matcher: "shell",
      failMode: "closed",
      run: () => {
        throw new HookVeto("no shell today");
      },
    },
  );
  if (role === "parent") host.hooks.register({ name: "greet", event: "SessionStart", run: () => {} });
  host.tools.register({ name: "shell", description: "runs a command", inputSchema: { type: "object" }, execute: () => "done" });
  await host.start();
  return host;
}

/** What became of one call of the guarded tool. */
const call = async (host: ExtensionHost): Promise<string> => (await host.callTool("shell", {})).status;

async function subagent(): Promise<void> {
  const recorded = startSession({ agent: "sub" });
  const host = await hosted(recorded);
  process.stdout.write(await call(host));
  await host.stop();
  await recorded.end();
}

async function answer(incoming: IncomingMessage): Promise<string> {
  const session = Session.from(incoming.headers, { trust: incoming.headers["x-key"] === KEY, agent: "service" });
  const recorded = startSession({ session });
  const host = await hosted(recorded);
  const status = await call(host);
  await host.stop();
  await recorded.end();
  return JSON.stringify({ status, session: session.id });
}

async function service(): Promise<void> {
  const server = createServer((incoming, response) => {
    void answer(incoming).then((text) => response.end(text));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  process.stdin.resume().on("end", () => server.close());
}

async function ask(session: Session): Promise<string> {
  const headers = session.inject<Record<string, string>>({ "x-key": KEY });
  const asked = request(address, { headers, agent: false }).end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return (JSON.parse(text) as { status: string }).status;
}

async function delegate(session: Session): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [process.argv[1] ?? "", "subagent"], { env: session.childEnvironment() });
  return stdout;
}

async function parent(): Promise<void> {
  const recorded = startSession({ agent: "parent" });
  const { session } = recorded;
  const host = await hosted(recorded);
  const everywhere = async (): Promise<readonly string[]> => [await call(host), await delegate(session), await ask(session)];
  const outcomes: Record<string, readonly string[]> = {};
  await host.run("work", async () => {
    outcomes["before"] = await everywhere();
    session.disable({ kind: "hook", name: "guard" });
    outcomes["disabled"] = await everywhere();
    session.enable({ kind: "hook", name: "guard" });
    outcomes["enabled"] = await everywhere();
    session.disable({ kind: "plugin", name: "acme" });
    session.disable({ kind: "hook", name: "org-*" });
    session.disable({ kind: "hook", name: "gard" });
    session.disable({ kind: "hook", name: "greet" });
    await everywhere();
  });
  await host.stop();
  await recorded.end();
  process.stdout.write(JSON.stringify({ session: session.id, outcomes }));
}

const roles: Readonly<Record<string, () => Promise<void>>> = { parent, subagent, service };
await roles[role]?.();
