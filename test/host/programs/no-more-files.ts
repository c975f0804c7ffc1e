// A host in a process that may open no more files, while a hook is a command: it says what became of the call.
import { closeSync, openSync } from "node:fs";
import { createRecorder } from "../../../src/emit/recorder.ts";
import { createHost } from "../../../src/host/host.ts";
import { Session } from "../../../src/session/session.ts";

const host = createHost({ recorder: createRecorder(new Session()) });
host.tools.register({ name: "write", execute: () => "written" });
host.hooks.register({ name: "guard", event: "PreToolUse", failMode: "closed", run: { command: ["true"] } });
await host.start();

const held: number[] = [];
try {
  for (;;) held.push(openSync("/dev/null", "r"));
} catch {
  // None is left.
}
const outcome = await host.callTool("write", {});
held.forEach(closeSync);
const after = await host.callTool("write", {});
await host.stop();
process.stdout.write(`${JSON.stringify([outcome, after.status])}\n`);
