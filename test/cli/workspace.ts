import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sessionFolder } from "../../src/emit/journal-path.ts";
import type { SpanRecord } from "../../src/sources/span.ts";
import { otlpJsonLine } from "../helpers/otlp-json.ts";
import { emitter } from "../helpers/spans.ts";

/** A folder of a user's own, with files of traces and a journal. */
export class Workspace {
  readonly folder: string = mkdtempSync(join(tmpdir(), "explain-test-"));
  readonly journal: string = join(this.folder, "journal");

  write(name: string, text: string | Uint8Array): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  traces(name: string, ...spans: (readonly SpanRecord[])[]): void {
    this.write(name, spans.map(otlpJsonLine).join(""));
  }

  /** A session in the journal, as an agent writes it: a line a span. */
  record(session: string, spans: readonly SpanRecord[]): void {
    const folder = sessionFolder(this.journal, session);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "e-1.jsonl"), spans.map((span) => otlpJsonLine([span])).join(""));
  }

  /** Sets when a session in the journal was last written. */
  touch(session: string, time: string): void {
    utimesSync(join(sessionFolder(this.journal, session), "e-1.jsonl"), new Date(time), new Date(time));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface DemoOptions {
  readonly session?: string;
  /** Seconds after the start of the test's clock. */
  readonly startsAt?: number;
  readonly workspace?: string;
  readonly reason?: string;
}

/** A session in which a guard blocked a call, a skill was skipped and a tool was offered. */
export function demoSession({
  workspace = "~/project",
  reason = "writes outside the workspace",
  ...options
}: DemoOptions = {}): readonly SpanRecord[] {
  const agent = emitter(options);
  agent.start({ workspacePath: workspace });
  agent.startRun("r-1");
  agent.write("hook", {
    name: "guard-shell",
    event: "PreToolUse",
    decision: "vetoed",
    outcome: "completed",
    toolName: "shell.exec",
    reason,
    reasonCode: "vetoed_by_hook",
  });
  agent.write("skill", {
    name: "release-notes",
    status: "skipped",
    sourcePath: ".agents/skills/release-notes/SKILL.md",
    reason: "no description",
    reasonCode: "missing_description",
  });
  agent.write("mcp_tool", {
    name: "create_issue",
    server: "issues",
    tool: "create_issue",
    toolName: "mcp__issues__create_issue",
    trusted: true,
    allowed: true,
    available: true,
    reasonCode: "matched",
  });
  agent.endRun();
  agent.end();
  return agent.spans;
}

/** A session with a guard that broke: an error for the gate. */
export function brokenSession(): readonly SpanRecord[] {
  const agent = emitter({ session: "s-broken" });
  agent.start();
  agent.write("hook", {
    name: "scan",
    event: "PreToolUse",
    decision: "ran",
    outcome: "timed_out",
    failMode: "open",
    toolName: "shell.exec",
    reason: "no answer within 5000 ms",
    reasonCode: "hook_timed_out",
    errorType: "timeout",
  });
  agent.end();
  return agent.spans;
}
