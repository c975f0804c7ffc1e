// A gigabyte on one line, between two records: it is passed over with a warning, the others are read, memory is bounded.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const reader = new URL("../dist/reader.js", import.meta.url);
const MOST_MB = 400;

const folder = mkdtempSync(join(tmpdir(), "long-line-"));
const file = join(folder, "traces.jsonl");
const program = join(folder, "program.mjs");

/** @param {number} sequence */
function line(sequence) {
  const attributes = { "activation.kind": "hook", "session.id": "s-1", "activation.emitter": "e-1", "activation.hook.decision": "ran" };
  const span = {
    traceId: "0af7651916cd43dd8448eb211c80319c",
    spanId: `b7ad6b716920333${sequence}`,
    name: "execute_hook",
    startTimeUnixNano: "1756720800000000000",
    endTimeUnixNano: "1756720800000000000",
    attributes: [
      ...Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
      { key: "activation.sequence", value: { intValue: String(sequence) } },
    ],
  };
  return `${JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] })}\n`;
}

try {
  const out = openSync(file, "w");
  writeSync(out, line(1));
  writeSync(out, '{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"');
  const megabyte = Buffer.alloc(1 << 20, "x");
  for (let written = 0; written < 1024; written++) writeSync(out, megabyte);
  writeSync(out, '"}]}]}]}\n');
  writeSync(out, line(2));
  closeSync(out);
  writeFileSync(
    program,
    `import { readActivationReport } from ${JSON.stringify(reader.href)};
     const { hooks_fired, warnings, completeness } = await readActivationReport([process.argv[2]]);
     const peak = process.resourceUsage().maxRSS / 1024;
     console.log(JSON.stringify({ read: hooks_fired.length, warnings: warnings.map(({ code, position }) => [code, position]), status: completeness.status, peak }));`,
  );
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, file], { encoding: "utf8", timeout: 120_000 });
  if (status !== 0) throw new Error(`reading failed: ${stderr}`);
  const { read, warnings, status: completeness, peak } = JSON.parse(stdout);
  const told = warnings.map(([code, position]) => `${code} at ${position}`).join(", ");
  console.log(`a gigabyte on one line: ${read} of 2 records around it read, ${told}; ${completeness}; peak memory ${peak.toFixed(0)} MB`);
  if (read !== 2 || completeness !== "incomplete" || !told.includes("record_too_large") || peak > MOST_MB) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
