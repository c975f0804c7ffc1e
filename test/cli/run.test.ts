import { spawn, spawnSync, type SpawnOptions } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readIncoming } from "../../src/session/incoming.ts";
import { builtExplain } from "./built.ts";

let command: string;
let folder: string;
let journal: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "explain-run-"));
  command = builtExplain();
}, 120_000);
beforeEach(() => {
  journal = mkdtempSync(join(folder, "journal-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env["PATH"], HOME: folder, ACTIVATION_JOURNAL: journal });

/** `explain run` with its arguments, to its end. */
function explainRun(args: readonly string[], { env = {}, input = Buffer.alloc(0) }: { env?: NodeJS.ProcessEnv; input?: Buffer } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, "run", ...args], {
    cwd: folder,
    env: { ...environment(), ...env },
    input,
  });
  return { exit: status, stdout, stderr: stderr.toString() };
}

/** A program in JavaScript, as the words that start it. */
const js = (source: string): readonly string[] => [process.execPath, "-e", source];

/** The attributes of every span in the journal, in the order of writing. */
function journalled(): readonly Record<string, unknown>[] {
  return readdirSync(journal, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) =>
      readFileSync(join(entry.parentPath ?? entry.path, entry.name), "utf8")
        .trimEnd()
        .split("\n"),
    )
    .flatMap((line) => (JSON.parse(line) as Exported).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ attributes }) => Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])));
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly { readonly attributes: readonly { key: string; value: object }[] }[] }[];
  }[];
}

describe("explain run", () => {
  it("passes through what goes in and what comes out, byte for byte", () => {
    const input = randomBytes(300_000);
    const { exit, stdout, stderr } = explainRun(["--", ...js("process.stderr.write('theirs\\n'); process.stdin.pipe(process.stdout)")], {
      input,
    });
    expect(exit).toBe(0);
    expect(stdout.equals(input)).toBe(true);
    expect(stderr).toMatch(
      /^theirs\nexplain: session s-[\w-]+ is recorded in \S+; the program itself recorded nothing there; see explain doctor\n$/,
    );
  });

  it("hands every argument on as it is", () => {
    const words = ["--disable-hook", "-x", "", "a b", "--", "*", "--help"];
    const { stdout } = explainRun(["--", process.execPath, "-p", "JSON.stringify(process.argv.slice(1))", "--", ...words]);
    expect(JSON.parse(stdout.toString())).toEqual(words);
  });

  it.each([
    ["its own code", js("process.exit(7)"), 7],
    ["128 and the signal that killed it", js("process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)"), 143],
    ["128 and SIGKILL", js("process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)"), 137],
    ["127 where there is no such program", ["no-such-program-here"], 127],
    ["126 where it is a folder", ["/"], 126],
  ])("ends with %s", (_title, words, exit) => {
    expect(explainRun(["--", ...words]).exit).toBe(exit);
  });

  it("leaves no session behind where nothing was started: it would stand before the one that is asked for next", () => {
    expect(explainRun(["--", ...js("")]).exit).toBe(0);
    const before = readdirSync(journal, { recursive: true });
    const { stderr } = explainRun(["--", "no-such-program-here"]);
    expect(stderr).toBe("explain: cannot start no-such-program-here: there is no such program\n");
    expect(readdirSync(journal, { recursive: true })).toEqual(before);
  });

  it("ends with 126 where the program cannot be executed, and says so", () => {
    const file = join(folder, "plain.txt");
    writeFileSync(file, "text");
    const { exit, stderr } = explainRun(["--", file]);
    expect(exit).toBe(126);
    expect(stderr).toContain(`explain: cannot start ${file}: it cannot be executed (EACCES)\n`);
  });

  it("gives the program a session with what is off, and records both", () => {
    const print = js("process.stdout.write(JSON.stringify(process.env))");
    const { stdout, stderr } = explainRun(
      ["--disable-hook", "guard-*", "--disable-hook", "a!b", "--disable-mcp", "issues/create_issue", "--", ...print],
      { env: { BAGGAGE: "team=blue", KEPT: "1" } },
    );
    const child = JSON.parse(stdout.toString()) as Record<string, string>;
    expect(child).toMatchObject({
      KEPT: "1",
      BAGGAGE: expect.stringMatching(/^team=blue,session\.id=s-/),
      TRACEPARENT: expect.stringMatching(/^00-/),
    });
    const { sessionId, targets } = readIncoming(child);
    expect(targets.map(({ kind, name }) => `${kind}:${name}`)).toEqual(["hook:guard-*", "hook:a!b", "mcp_tool:issues/create_issue"]);
    expect(stderr).toContain(`session ${sessionId} is recorded`);
    const facts = journalled();
    expect(facts.map((fact) => [fact["activation.kind"], fact["activation.session.phase"] ?? fact["activation.disable.name"]])).toEqual([
      ["session", "started"],
      ["disable", "guard-*"],
      ["disable", "a!b"],
      ["disable", "issues/create_issue"],
      ["session", "ended"],
    ]);
    for (const fact of facts) expect(fact["session.id"]).toBe(sessionId);
    // It has no surfaces of its own, and says nothing of what the program's are.
    expect(facts[1]).toMatchObject({ "activation.disable.accepted": true, "activation.disable.origin": "flag" });
    expect(facts[1]).not.toHaveProperty("activation.disable.matched");
  });

  it("joins the session that it was started in", () => {
    const inner = js("process.stdout.write(process.env.BAGGAGE)");
    const { stdout } = explainRun([
      "--disable-hook",
      "outer",
      "--",
      process.execPath,
      command,
      "run",
      "--disable-skill",
      "inner",
      "--",
      ...inner,
    ]);
    expect(stdout.toString()).toMatch(/^session\.id=s-[\w-]+,activation\.disabled=hook\.outer!skill\.inner$/);
    expect(new Set(journalled().map((fact) => fact["session.id"])).size).toBe(1);
    expect(new Set(journalled().map((fact) => fact["activation.emitter"])).size).toBe(2);
  });

  it("says where nothing is recorded", () => {
    expect(explainRun(["--", ...js("")], { env: { ACTIVATION_JOURNAL: "off" } }).stderr).toMatch(
      /^explain: session s-\S+ is not recorded here: the journal is off \(ACTIVATION_JOURNAL\)\n$/,
    );
    const { exit, stderr } = explainRun(["--", ...js("process.exit(3)")], { env: { ACTIVATION_JOURNAL: "/dev/null/no" } });
    expect(exit).toBe(3);
    expect(stderr).toMatch(/^explain: session s-\S+ is not recorded in full: the journal \S+ cannot be written .*\n$/);
  });

  it.each([
    ["no program", [], /missing required argument 'command'/],
    ["half an MCP tool", ["--disable-mcp", "x/", "--", "true"], /Give a server, or server\/tool/],
    ["more than baggage carries", ["--disable-hook", "x".repeat(5000), "--", "true"], /W3C Baggage carries 4,096; nothing was handed on/],
    ["no -- before the program", ["true", "-x"], /unknown option '-x'\n.*what follows -- is the program/],
  ])("is a usage error with %s", (_title, args, message) => {
    const { exit, stderr } = explainRun(args);
    expect(stderr).toMatch(message);
    expect(exit).toBe(2);
  });
});

describe("a signal to explain run", () => {
  const loop = "setInterval(() => {}, 1000); process.stdout.write('ready\\n');";

  async function signalled(signal: NodeJS.Signals, source: string, options: SpawnOptions = {}) {
    const child = spawn(process.execPath, [command, "run", "--", ...js(source + loop)], {
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
      ...options,
    });
    let stdout = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout === "ready\n") child.kill(signal);
    });
    const [code] = (await once(child, "close")) as [number | null];
    return { code, stdout };
  }

  it.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2", "SIGQUIT"] as const)(
    "reaches the program once, which decides what it does: %s",
    async (signal) => {
      const source = `let n = 0; process.on('${signal}', () => { n++; setTimeout(() => { process.stdout.write('got ' + n); process.exit(9); }, 100); });`;
      expect(await signalled(signal, source)).toEqual({ code: 9, stdout: "ready\ngot 1" });
      expect(journalled().at(-1)).toMatchObject({ "activation.session.phase": "ended" });
    },
  );

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("ends a program that does not mind it: %s", async (signal, code) => {
    expect(await signalled(signal, "")).toMatchObject({ code });
  });
});

/** Runs the words on a terminal of their own, types the keys when it reads "ready", and says what was on the screen. */
const ON_A_TERMINAL = `
import os, pty, sys, select, time
keys, words = sys.argv[1].encode().decode("unicode_escape").encode(), sys.argv[2:]
pid, fd = pty.fork()
if pid == 0:
    os.execvp(words[0], words)
screen, typed, end = b"", False, time.time() + 20
while time.time() < end:
    if select.select([fd], [], [], 0.1)[0]:
        try: chunk = os.read(fd, 65536)
        except OSError: break
        if not chunk: break
        screen += chunk
        if not typed and b"ready" in screen:
            typed = True
            os.write(fd, keys)
status = os.waitpid(pid, 0)[1]
sys.stdout.buffer.write(screen)
sys.exit(os.waitstatus_to_exitcode(status))
`;
const python = spawnSync("python3", ["-c", "import pty, os; os.waitstatus_to_exitcode"]).status === 0;

// Python's pty module is the terminal.
describe.skipIf(!python)("explain run on a terminal", () => {
  function onTerminal(keys: string, source: string) {
    const { status, stdout } = spawnSync("python3", ["-c", ON_A_TERMINAL, keys, process.execPath, command, "run", "--", ...js(source)], {
      env: environment(),
      encoding: "utf8",
    });
    return { exit: status, screen: stdout };
  }

  it("leaves it a terminal, that the program can set as it likes", () => {
    const source =
      "process.stdin.setRawMode(true); process.stdin.once('data', (key) => { process.stdout.write([process.stdin.isTTY, process.stdout.isTTY, process.stderr.isTTY, key[0]].join()); process.exit(4); }); process.stdout.write('ready ')";
    const { exit, screen } = onTerminal("\\x03", source);
    // In raw mode Ctrl-C is a key like others.
    expect(screen).toMatch(/^ready true,true,true,3explain: session/);
    expect(exit).toBe(4);
  });

  it("gives the program Ctrl-C once, and waits for what it does", () => {
    const source =
      "let n = 0; process.on('SIGINT', () => { n++; setTimeout(() => { process.stdout.write('got ' + n + ' '); process.exit(5); }, 300); }); setInterval(() => {}, 1000); process.stdout.write('ready ')";
    const { exit, screen } = onTerminal("\\x03", source);
    expect(screen).toMatch(/got 1 explain: session/);
    expect(exit).toBe(5);
  });

  it.each([
    ["Ctrl-C", "\\x03", 130],
    ["Ctrl-\\", "\\x1c", 131],
  ])("outlives %s, and ends as the program does", (_title, key, code) => {
    const { exit, screen } = onTerminal(key, "setInterval(() => {}, 1000); process.stdout.write('ready ')");
    expect(screen).toContain("is recorded in");
    expect(exit).toBe(code);
  });

  it("gives the program the lines that are typed", () => {
    const { exit, screen } = onTerminal(
      "hello\\n",
      "process.stdin.once('data', (line) => { process.stdout.write('<' + line.toString().trim() + '>'); process.exit(0); }); process.stdout.write('ready ')",
    );
    expect(screen).toContain("<hello>");
    expect(exit).toBe(0);
  });
});
