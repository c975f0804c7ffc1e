// A session whose journal file opens well and then has no room: as on a full disk, every write fails with ENOSPC.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const open = fs.openSync;
fs.openSync = (path, flags, mode) => (String(path).endsWith(".jsonl") ? open("/dev/full", "a") : open(path, flags, mode));
syncBuiltinESMExports();

const { startSession } = await import("../../../src/sdk.ts");
const { recorder, end } = startSession({ agent: "little" });
for (let i = 0; i < 500; i++)
  recorder.hook({ name: "audit", event: "PreToolUse", decision: i % 7 === 0 ? "vetoed" : "ran", outcome: "completed" });
await end();
process.stdout.write("the agent is done\n");
