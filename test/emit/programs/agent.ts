// A little agent for tests of what a process leaves behind. The first argument says how it ends.
import { startSession } from "../../../src/sdk.ts";

const [end = "properly", count = "20", deadline] = process.argv.slice(2);
const { recorder, provider, ...recorded } = startSession({ agent: "little", id: "s-little", workspace: { path: "/w", trusted: true } });

const guard = { name: "guard", event: "PreToolUse", matcher: "*", matcherSyntax: "all" } as const;
recorder.hookRegistration({ ...guard, state: "active", reasonCode: "always_active", reason: "declared in the settings" });
const prepared = recorder.prepareHook(guard);
recorder.startRun("r-1");
for (let i = 1; i <= Number(count); i++) {
  recorder.beginHook(prepared, { toolName: "Bash", toolCallId: `call_${i}` }).end({ decision: "ran", outcome: "completed" });
}
recorder
  .beginHook(prepared, { toolName: "Bash", toolCallId: "call_last" })
  .end({ decision: "vetoed", outcome: "completed", reason: "too dangerous" });
process.stdout.write(`${provider.journalPath ?? "no journal"}\n`);

// How long the process lives on once the agent is done: what a collector costs it at its end.
const done = performance.now();
process.on("exit", () => process.stdout.write(`lingered ${Math.round(performance.now() - done)} ms\n`));

switch (end) {
  case "properly": {
    recorder.endRun();
    const sent = await recorded.end(deadline === undefined ? undefined : Number(deadline));
    process.stdout.write(`sent ${sent}\n`);
    break;
  }
  case "falling-off":
    break;
  case "exiting":
    process.exit(0);
  case "killed":
    process.kill(process.pid, "SIGKILL");
}
