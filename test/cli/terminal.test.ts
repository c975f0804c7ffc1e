import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { progressOf } from "../../src/cli/progress.ts";
import { terminalOf } from "../../src/cli/terminal.ts";

interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** A process with streams of its own. */
function processWith({ env = {}, stdout = {}, stderr = {} }: { env?: Record<string, string>; stdout?: Screen; stderr?: Screen } = {}) {
  const process = Object.assign(new EventEmitter(), {
    env,
    exits: [] as number[],
    stdin: new PassThrough(),
    stdout: Object.assign(new PassThrough({ highWaterMark: 8 }), stdout),
    stderr: Object.assign(new PassThrough(), stderr),
    cwd: () => "/home/user/project",
    exit(code: number): void {
      this.exits.push(code);
    },
    pid: 4711,
    killed: [] as string[],
    kill(_pid: number, signal: string): void {
      this.killed.push(signal);
    },
  });
  return {
    process,
    of: (noColour = false) => terminalOf(process as unknown as NodeJS.Process, noColour),
    told: () => String(process.stderr.read() ?? ""),
  };
}

describe("columns", () => {
  test.each<[string, Record<string, string>, Screen, number | undefined]>([
    ["a pipe has none", {}, {}, undefined],
    ["a terminal has its own", {}, { isTTY: true, columns: 132 }, 132],
    ["a terminal that does not know has 80", {}, { isTTY: true }, 80],
    ["COLUMNS is before the terminal's", { COLUMNS: "60" }, { isTTY: true, columns: 132 }, 60],
    ["COLUMNS counts in a pipe", { COLUMNS: "60" }, {}, 60],
    ["COLUMNS that is no number does not count", { COLUMNS: "wide" }, { isTTY: true, columns: 132 }, 132],
    ["COLUMNS of nothing does not count", { COLUMNS: "0" }, {}, undefined],
  ])("%s", (_, env, stdout, columns) => {
    expect(processWith({ env, stdout }).of().columns).toBe(columns);
  });
});

describe("colours", () => {
  const terminal: Screen = { isTTY: true };

  test.each<[string, Record<string, string>, Screen, boolean, boolean]>([
    ["are in a terminal", {}, terminal, false, true],
    ["are not in a pipe", {}, {}, false, false],
    ["are not where NO_COLOR is set", { NO_COLOR: "1" }, terminal, false, false],
    ["are where NO_COLOR is empty", { NO_COLOR: "" }, terminal, false, true],
    ["are not in a terminal that cannot", { TERM: "dumb" }, terminal, false, false],
    ["are where FORCE_COLOR is set", { FORCE_COLOR: "1", NO_COLOR: "1" }, {}, false, true],
    ["are not where FORCE_COLOR is 0", { FORCE_COLOR: "0" }, terminal, false, false],
    ["are not with --no-color", { FORCE_COLOR: "1" }, terminal, true, false],
  ])("%s", (_, env, stdout, noColour, colour) => {
    expect(processWith({ env, stdout }).of(noColour).colour).toBe(colour);
  });
});

test("a note is one line, whatever is in it", () => {
  const { of, told } = processWith();
  of().note("bad\u001b[31m\nname\u202e");
  expect(told()).toBe("bad\\u001b[31m\\nname\\u202e\n");
});

test("a signal that ends the process leaves a clean line, and none is held up where there is nothing to clean", () => {
  const { process, of, told } = processWith({ stderr: { isTTY: true } });
  const terminal = of();
  expect(process.listenerCount("SIGTERM")).toBe(0);
  terminal.status("reading a");
  terminal.status("reading b");
  told();
  process.emit("SIGTERM", "SIGTERM");
  expect(told()).toBe("\r\u001b[2K");
  expect(process.killed).toEqual(["SIGTERM"]);
  expect(["SIGTERM", "SIGHUP", "SIGQUIT"].map((signal) => process.listenerCount(signal))).toEqual([0, 0, 0]);
});

test("what is printed waits for a reader that is slow", async () => {
  const { process, of } = processWith();
  let printed = false;
  const waiting = of()
    .print("more than fits")
    .then(() => (printed = true));
  await new Promise(setImmediate);
  expect(printed).toBe(false);
  process.stdout.read();
  await waiting;
  expect(printed).toBe(true);
});

test("a reader that goes away ends what waits for it, and leaves the exit code to the command", async () => {
  const { process, of, told } = processWith();
  const terminal = of();
  const waiting = terminal.print("more than fits");
  process.stdout.emit("error", Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
  await waiting;
  await terminal.print("more that nobody reads");
  expect(process.exits).toEqual([]);
  expect(told()).toBe("");
});

test("a full disk is told, with a code of its own", () => {
  const { process, of, told } = processWith();
  void of().print("x");
  process.stdout.emit("error", Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }));
  expect(process.exits).toEqual([74]);
  expect(told()).toBe("explain: what is printed cannot be written (ENOSPC: no space left on device, write)\n");
});

describe("Ctrl-C", () => {
  test("takes the status line away and ends with 130", () => {
    const { process, of, told } = processWith({ stderr: { isTTY: true } });
    of().status("reading …");
    process.emit("SIGINT");
    expect(told()).toBe("\r\u001b[2Kreading …\r\u001b[2K");
    expect(process.exits).toEqual([130]);
  });

  test("is the command's where it wants it", () => {
    const { process, of } = processWith();
    let heard = 0;
    of().onInterrupt(() => heard++);
    process.emit("SIGINT");
    expect({ heard, exits: process.exits }).toEqual({ heard: 1, exits: [] });
  });
});

describe("progress", () => {
  test("is silent at first, then says how far it is, and leaves nothing behind", async () => {
    const { of, told } = processWith({ stderr: { isTTY: true } });
    const progress = progressOf(of());
    progress.at({ source: "traces.jsonl", done: 1, total: 2 });
    expect(told()).toBe("");
    await new Promise((resolve) => setTimeout(resolve, 1050));
    progress.at({ source: "traces.jsonl", done: 412_000_000, total: 1_074_000_000 });
    expect(told()).toBe("\r\u001b[2Kreading traces.jsonl: 412 MB of 1.1 GB");
    progress.end();
    expect(told()).toBe("\r\u001b[2K");
  });

  test("is not shown to nobody", async () => {
    const { of, told } = processWith();
    const progress = progressOf(of());
    await new Promise((resolve) => setTimeout(resolve, 1050));
    progress.at({ source: "traces.jsonl", done: 1, total: 2 });
    progress.end();
    expect(told()).toBe("");
  });
});

describe("the folder", () => {
  test("that was deleted meanwhile has the name under which the shell knew it", () => {
    const { process, of } = processWith({ env: { PWD: "/home/user/gone" } });
    process.cwd = () => {
      throw new Error("ENOENT: no such file or directory, uv_cwd");
    };
    expect(of().folder).toBe("/home/user/gone");
  });
});
