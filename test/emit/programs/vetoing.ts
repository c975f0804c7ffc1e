// Vetoes without end, each said on standard output once the call that recorded it has returned.
import { writeSync } from "node:fs";
import { startSession } from "../../../src/sdk.ts";

const { recorder } = startSession({ agent: "vetoing", otlp: false });
const guard = recorder.prepareHook({ name: "guard", event: "PreToolUse" });
for (let id = 1; ; id++) {
  for (let i = 0; i < 5; i++) recorder.beginHook(guard, { toolName: "Bash" }).end({ decision: "ran", outcome: "completed" });
  const reason = "too dangerous ".repeat(Math.ceil(Math.random() * 60));
  recorder.beginHook(guard, { toolName: "Bash", toolCallId: `call_${id}` }).end({ decision: "vetoed", outcome: "completed", reason });
  writeSync(1, `${id}\n`);
  if (id % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
}
