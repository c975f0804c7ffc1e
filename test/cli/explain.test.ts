import { spawn, spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VERSION } from "../../src/version.ts";
import { otlpJsonLine } from "../helpers/otlp-json.ts";
import { emitter } from "../helpers/spans.ts";
import { builtExplain } from "./built.ts";
import { Workspace, brokenSession, demoSession } from "./workspace.ts";

interface Case {
  readonly title: string;
  readonly args: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly exit: number;
  /** All that is on stdout; a pattern, what is among it. */
  readonly stdout?: string | RegExp;
  readonly stderr?: string | RegExp;
}

const HIDDEN = /[^\n\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}]/u;

let command: string;
let place: Workspace;

beforeAll(() => {
  command = builtExplain();
  place = new Workspace();
  place.traces("traces.jsonl", demoSession());
  place.traces("broken.jsonl", brokenSession());
  place.traces("hostile.jsonl", demoSession({ session: "s-\u001b[31m\u202e", reason: "no\u001b[2K\u200b\u009b31m" }));
  place.write("copy.jsonl.gz", gzipSync(otlpJsonLine(demoSession())));
  place.write("foreign.jsonl", otlpJsonLine(demoSession()).replaceAll("activation.", "other."));
  place.write("foreign-cut.jsonl", otlpJsonLine(demoSession()).replaceAll("activation.", "other.").slice(0, -300));
  place.write("sessionless.jsonl", otlpJsonLine(demoSession()).replaceAll('"session.id"', '"other.id"'));
  place.write("empty.jsonl", "");
  place.write("picture.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
  place.write("cut.jsonl", otlpJsonLine(demoSession()) + otlpJsonLine(brokenSession()).slice(0, 300));
  place.traces("mixed/traces.jsonl", demoSession());
  place.write("mixed/events.jsonl", '[{"data":{"trace.trace_id":"a"}}]');
  place.write("bad-baseline.json", '{"known": 1}');
  mkdirSync(join(place.folder, "folder"));
  place.traces("folder/a.jsonl", demoSession());
}, 120_000);

afterAll(() => place.remove());

function explain(
  args: string,
  {
    env = {},
    input = "",
    folder = place.folder,
  }: { env?: Readonly<Record<string, string>> | undefined; input?: string | undefined; folder?: string } = {},
) {
  const words = args.split(" ").filter((word) => word !== "");
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], {
    cwd: folder,
    encoding: "utf8",
    input,
    env: { PATH: process.env["PATH"] ?? "", HOME: "/home/nobody", ACTIVATION_JOURNAL: place.journal, ...env },
  });
  return { exit: status, stdout, stderr };
}

const USAGE: readonly Case[] = [
  {
    title: "an unknown command",
    args: "activatoin traces.jsonl",
    exit: 2,
    stdout: "",
    stderr: "explain: unknown command 'activatoin' (Did you mean activation?)\n",
  },
  {
    title: "a file where a command belongs",
    args: "traces.jsonl",
    exit: 2,
    stdout: "",
    stderr: /unknown command 'traces.jsonl'\nto explain what traces.jsonl holds: explain activation traces.jsonl\n/,
  },
  {
    title: "an unknown option",
    args: "activation traces.jsonl --sesion x",
    exit: 2,
    stdout: "",
    stderr: "explain: unknown option '--sesion' (Did you mean --session?)\n",
  },
  {
    title: "an unknown format",
    args: "activation traces.jsonl --format yaml2",
    exit: 2,
    stdout: "",
    stderr: /'yaml2' is invalid. Allowed choices are text, json, markdown/,
  },
  {
    title: "an option without its value",
    args: "activation traces.jsonl --tool",
    exit: 2,
    stdout: "",
    stderr: /'--tool <name>' argument missing/,
  },
  {
    title: "a range of time that ends before it begins",
    args: "check traces.jsonl --since 1h --until 2h",
    exit: 2,
    stdout: /^$/,
    stderr: /^explain: --until is before --since/,
  },
  {
    title: "an option with an empty value",
    args: "activation traces.jsonl --tool=",
    exit: 2,
    stdout: "",
    stderr: /--tool <name>.*is empty/i,
  },
  {
    title: "an option given twice",
    args: "activation traces.jsonl --tool a --tool b",
    exit: 2,
    stdout: "",
    stderr: /--tool <name>.*'b'.*twice/,
  },
  { title: "a word too many", args: "sessions x", exit: 2, stdout: "", stderr: /too many arguments/ },
  { title: "no command", args: "", exit: 2, stdout: "", stderr: /^Usage: explain/ },
  {
    title: "a finding's code that does not exist",
    args: "check traces.jsonl --fail-on veted",
    exit: 2,
    stdout: "",
    stderr: 'explain: --fail-on: no finding has the code "veted"; did you mean vetoed?\n',
  },
  {
    title: "a baseline that is not there",
    args: "check traces.jsonl --baseline none.json",
    exit: 2,
    stdout: "",
    stderr: /none.json cannot be read.*--write-baseline none.json makes one/,
  },
  {
    title: "a baseline that is none",
    args: "check traces.jsonl --baseline bad-baseline.json",
    exit: 2,
    stdout: "",
    stderr: /bad-baseline.json is no baseline/,
  },
  { title: "a wrong word with control characters", args: "activa\u001b[31m", exit: 2, stdout: "", stderr: /activa\\u001b\[31m/ },
];

const ANSWERS: readonly Case[] = [
  {
    title: "a report as text",
    args: "activation traces.jsonl",
    exit: 0,
    stdout: /^Session {2}s-1 .*\n[^]*vetoed {2}guard-shell on shell\.exec \(PreToolUse\): writes outside the workspace\n/,
    stderr: "",
  },
  {
    title: "a report as JSON",
    args: "activation traces.jsonl --format json",
    exit: 0,
    stdout: /^\{\n {2}"schema_version": "1",\n[^]*\n\}\n$/,
    stderr: "",
  },
  {
    title: "a report as Markdown",
    args: "activation traces.jsonl --format markdown",
    exit: 0,
    stdout: /^### Session\n\n`s-1`/,
    stderr: "",
  },
  { title: "standard input", args: "activation -", input: otlpJsonLine(demoSession()), exit: 0, stdout: /^Session {2}s-1/, stderr: "" },
  {
    title: "a compressed file",
    args: "activation copy.jsonl.gz --format json",
    exit: 0,
    stdout: /"format": "otlp-json\+gzip"/,
    stderr: "",
  },
  { title: "a folder", args: "activation folder", exit: 0, stdout: /folder\/a\.jsonl/, stderr: "" },
  {
    title: "one of several sessions",
    args: "activation traces.jsonl broken.jsonl --session s-broken",
    exit: 0,
    stdout: /^Session {2}s-broken/,
    stderr: "",
  },
  {
    title: "a thing of another kind than was asked for",
    args: "activation traces.jsonl --tool guard-shell",
    exit: 3,
    stdout: /\nWhy tool guard-shell\?\n/,
    stderr: "explain: a hook of that name is recorded: --hook guard-shell\n",
  },
  {
    title: "what was asked by name",
    args: "activation traces.jsonl --hook guard-shell",
    exit: 0,
    stdout: /\nWhy hook guard-shell\?\n/,
    stderr: "",
  },
  {
    title: "a name that is not recorded",
    args: "activation traces.jsonl --skill release-note",
    exit: 3,
    stdout: /recorded under a name like it: release-notes/,
    stderr: "",
  },
  {
    title: "two names, one of which is recorded",
    args: "activation traces.jsonl --hook guard-shell --skill release-note",
    exit: 0,
    stdout: /\nWhy hook guard-shell\?\n.*\[no_record\]/s,
    stderr: "",
  },
  { title: "activations that name no session", args: "activation sessionless.jsonl", exit: 0, stdout: /guard-shell/, stderr: "" },
  { title: "traces without an activation", args: "activation foreign.jsonl", exit: 3, stdout: /^Nothing recorded/, stderr: "" },
  { title: "a source that is cut off", args: "activation cut.jsonl", exit: 0, stdout: /\[truncated_record\]/, stderr: "" },
  { title: "a source that is not there", args: "activation none.jsonl", exit: 4, stderr: /^explain: .*none\.jsonl/ },
  {
    title: "a source that is not there, beside one that is",
    args: "activation none.jsonl traces.jsonl",
    exit: 4,
    stdout: /^Session {2}s-1[^]*Whether this is complete cannot be told\.[^]*\[unreadable_source\]/,
    stderr: /^explain: .*none\.jsonl/,
  },
  {
    title: "a source that is not there, beside one that is, as JSON",
    args: "activation none.jsonl traces.jsonl --format json",
    exit: 4,
    stdout: /"completeness": \{\s*"status": "unknown"[^]*"code": "unreadable_source"/,
    stderr: /^explain: .*none\.jsonl/,
  },
  { title: "an empty file", args: "activation empty.jsonl", exit: 4, stderr: /empty\.jsonl/ },
  { title: "a file of something else", args: "activation picture.png", exit: 4, stderr: /picture\.png/ },
  { title: "a backend that nobody knows", args: "activation splunk+http://localhost", exit: 4, stderr: /splunk/ },
];

const GATE: readonly Case[] = [
  { title: "nothing to fail on", args: "check traces.jsonl", exit: 0, stdout: /^Passed {2}nothing to fail on\n/, stderr: "" },
  {
    title: "an error",
    args: "check broken.jsonl",
    exit: 1,
    stdout: /^Failed {2}on 1 finding\n {2}error {2}scan .*\[failed_open\]\n/,
    stderr: "",
  },
  {
    title: "a finding that was asked for",
    args: "check traces.jsonl --fail-on vetoed,skill_skipped",
    exit: 1,
    stdout: /^Failed {2}on 2 findings\n/,
    stderr: "",
  },
  { title: "JSON", args: "check broken.jsonl --format json", exit: 1, stdout: /"failed": \[\n[^]*"code": "failed_open"/, stderr: "" },
  {
    title: "a gate on what was cut off",
    args: "check cut.jsonl --fail-on incomplete",
    exit: 1,
    stdout: /the report is incomplete: records were lost while it was read.*\[incomplete\]/s,
    stderr: /cut off/,
  },
  {
    title: "annotations",
    args: "check broken.jsonl --format github",
    exit: 1,
    stdout: /^::error title=failed_open%3A hook%3Ascan::/,
    stderr: "",
  },
  {
    title: "another session, which is not checked",
    args: "check traces.jsonl broken.jsonl",
    exit: 0,
    stdout: /^Passed/,
    stderr: /^explain: .* in the input and not in this report: s-broken; .*--session\n$/,
  },
  {
    title: "a record that is cut off",
    args: "check cut.jsonl",
    exit: 0,
    stdout: /^Passed/,
    stderr: /^explain: cut\.jsonl line 2: the record is cut off/,
  },
  {
    title: "a file of a folder in a format that is not read",
    args: "check mixed",
    exit: 0,
    stdout: /^Passed/,
    stderr: /^explain: mixed\/events\.jsonl looks like events of Honeycomb; [^\n]*\n$/,
  },
  { title: "a source that is not there", args: "check none.jsonl", exit: 4, stderr: /none\.jsonl/ },
  { title: "traces without an activation", args: "check foreign.jsonl", exit: 3, stdout: "", stderr: /^explain: nothing to check/ },
  {
    title: "traces without an activation, of which something is lost",
    args: "check foreign-cut.jsonl",
    exit: 3,
    stdout: "",
    stderr: /^explain: foreign-cut\.jsonl line 1: .*\nexplain: nothing to check/,
  },
  {
    title: "a baseline that cannot be written",
    args: "check broken.jsonl --write-baseline none/known.json",
    exit: 2,
    stdout: "",
    stderr: /none\/known\.json cannot be written/,
  },
  { title: "a run that is not there", args: "check traces.jsonl --run r-none", exit: 3, stdout: "", stderr: /r-none/ },
];

describe.each([
  ["usage errors", USAGE],
  ["explain activation", ANSWERS],
  ["explain check", GATE],
])("%s", (_, cases) => {
  test.each(cases)("$title: explain $args", ({ args, env, input, exit, stdout, stderr }) => {
    const result = explain(args, { env, input });
    if (typeof stdout === "string") expect(result.stdout).toBe(stdout);
    else if (stdout !== undefined) expect(result.stdout).toMatch(stdout);
    if (typeof stderr === "string") expect(result.stderr).toBe(stderr);
    else if (stderr !== undefined) expect(result.stderr).toMatch(stderr);
    expect(result.exit).toBe(exit);
    expect(result.stdout + result.stderr).not.toMatch(HIDDEN);
    expect(result.stderr).not.toMatch(/^ +at /m);
  });
});

describe("help and version", () => {
  test("the version is the package's", () => {
    expect(explain("--version")).toEqual({ exit: 0, stdout: `${VERSION}\n`, stderr: "" });
  });

  test.each(["--help", "help", "help activation", "activation --help", "check -h", "sessions --help", "doctor --help"])(
    "explain %s prints help",
    (args) => {
      const { exit, stdout, stderr } = explain(args);
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
      expect(stdout).toMatch(/^Usage: explain/);
    },
  );
});

test("parents are counted as missing only where no span of the input has their id, whatever span that is", () => {
  const agent = emitter();
  const model = agent.raw("chat", { "gen_ai.operation.name": "chat" }, { parent: null });
  agent.write("hook", { name: "guard", event: "Stop", decision: "ran" }, { parent: model });
  agent.write("hook", { name: "guard", event: "Stop", decision: "ran" }, { parent: "00000000000000bb" });
  place.traces("parents.jsonl", agent.spans);
  const read = (args: string, input?: string) => JSON.parse(explain(`${args} --format json`, { input }).stdout);
  expect(read("activation parents.jsonl")).toMatchObject({
    completeness: { missing_parents: 1 },
    sources: [{ spans: 3, activation_spans: 2 }],
  });
  // What came through a pipe is not there a second time.
  expect(read("activation -", otlpJsonLine(agent.spans)).completeness.missing_parents).toBeNull();
});

describe("a baseline", () => {
  test("lets known findings pass, and says which of its entries are gone", () => {
    const written = explain("check broken.jsonl --write-baseline known.json");
    expect(written).toEqual({ exit: 0, stdout: "", stderr: "explain: wrote 1 known finding to known.json\n" });
    expect(JSON.parse(readFileSync(join(place.folder, "known.json"), "utf8"))).toEqual({
      version: 1,
      known: [{ code: "failed_open", subject: "hook:scan" }],
    });
    expect(explain("check broken.jsonl --baseline known.json")).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining("1 known by the baseline"),
    });
    expect(explain("check traces.jsonl --baseline known.json")).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining("failed_open hook:scan"),
    });
  });
});

test("the standard input is a directory, which is said", () => {
  const folder = openSync(place.folder, "r");
  const { status, stderr } = spawnSync(process.execPath, [builtExplain(), "activation", "-"], {
    stdio: [folder, "pipe", "pipe"],
    encoding: "utf8",
  });
  closeSync(folder);
  expect(stderr).toContain("stdin: it is a directory, not a file; name it as an argument");
  expect(status).toBe(4);
});

describe("the journal", () => {
  let user: Workspace;
  let journal: Readonly<Record<string, string>>;

  beforeAll(() => {
    user = new Workspace();
    journal = { ACTIVATION_JOURNAL: user.journal, HOME: "/home/nobody" };
    user.record("s-old", demoSession({ session: "s-old", workspace: user.folder }));
    user.record("s-new", demoSession({ session: "s-new", startsAt: 100, workspace: user.folder }));
    user.record("s-other", demoSession({ session: "s-other", startsAt: 200, workspace: "~/elsewhere" }));
  });
  afterAll(() => user.remove());

  test("without a source the newest session of this folder is explained, which is said", () => {
    const { exit, stdout, stderr } = explain("activation", { env: journal, folder: user.folder });
    expect(stderr).toMatch(/^explain: the newest session in the journal: s-(new|old) of demo-agent, in \/.*\n/);
    expect(stdout).toMatch(/^Session {2}s-(new|old) /);
    expect(exit).toBe(0);
  });

  test("another session of this folder that was written after the newest began is said, and none that was over", () => {
    const shared = new Workspace();
    shared.record("s-old", demoSession({ session: "s-old", workspace: shared.folder }));
    shared.record("s-new", demoSession({ session: "s-new", startsAt: 100, workspace: shared.folder }));
    shared.touch("s-new", "2026-01-05T09:06:00Z");
    const told = (): string => explain("activation", { env: { ACTIVATION_JOURNAL: shared.journal }, folder: shared.folder }).stderr;
    shared.touch("s-old", "2026-01-05T09:01:00Z");
    expect(told()).toMatch(/^explain: the newest session in the journal: s-new .*\n$/);
    shared.touch("s-old", "2026-01-05T09:05:00Z");
    expect(told().split("\n")[1]).toBe("explain: written here since it began, too: s-old; --session names one");
    shared.remove();
  });

  test("its files are written with ~ for the home directory, wherever they stand on the page; JSON has them as they are", () => {
    const env = { ...journal, HOME: user.folder };
    for (const args of ["activation --session s-other --hook none", "activation --session s-other --hook none --format markdown"]) {
      const { stdout } = explain(args, { env, folder: user.folder });
      expect(stdout).toContain("~/journal/");
      expect(stdout).not.toContain(user.journal);
    }
    const { stdout } = explain("activation --session s-other --hook none --format json", { env, folder: user.folder });
    expect(stdout).toContain(`"name": "${user.journal}/`);
  });

  test("a folder inside counts as this folder", () => {
    mkdirSync(join(user.folder, "src"));
    expect(explain("activation", { env: journal, folder: join(user.folder, "src") })).toMatchObject({ exit: 0 });
  });

  test("--session names any session of it", () => {
    const { exit, stdout, stderr } = explain("activation --session s-other", { env: journal, folder: user.folder });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    expect(stdout).toMatch(/^Session {2}s-other/);
  });

  test("a run is compared with the session before where its own has no earlier one", () => {
    const { stdout } = explain("activation --session s-new --since-last-run --format json", { env: journal, folder: user.folder });
    expect(JSON.parse(stdout)).toMatchObject({ session: { id: "s-new" }, since_last_run: { baseline: { session: "s-old" }, changes: [] } });
  });

  test.each([
    ["another folder", "activation", "/", 3, /no session ran in \/; the journal has 3 of other folders/],
    [
      "a session it does not have",
      "activation --session s-none",
      "/",
      3,
      /the journal has no session s-none; explain sessions lists the 3/,
    ],
    [
      "a session whose id is cut short",
      "activation --session s-n",
      "/",
      3,
      /the journal has no session s-n \(did you mean s-new\?\); explain sessions lists the 3/,
    ],
  ])("%s is told", (_, args, folder, exit, stderr) => {
    const result = explain(args, { env: journal, folder });
    expect(result).toMatchObject({ exit, stdout: "" });
    expect(result.stderr).toMatch(stderr);
  });

  test.each([
    ["empty", { ACTIVATION_JOURNAL: "/nonexistent/journal" }, /no session is recorded/],
    ["off", { ACTIVATION_JOURNAL: "off" }, /the journal is turned off/],
  ])("a journal that is %s is told", (_, env, stderr) => {
    const result = explain("activation", { env });
    expect(result).toMatchObject({ exit: 3, stdout: "" });
    expect(result.stderr).toMatch(stderr);
  });

  test("explain sessions lists it", () => {
    const { exit, stdout } = explain("sessions", { env: journal });
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^Sessions {2}3 sessions in /);
    expect(stdout).toMatch(/s-other +demo-agent +~\/elsewhere +\d/);
    expect(JSON.parse(explain("sessions --format json", { env: journal }).stdout).sessions).toHaveLength(3);
  });

  test("explain sessions --prune says what it deleted", () => {
    const { exit, stdout } = explain("sessions --prune", { env: journal });
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^Deleted {2}nothing: all is within the limits\n/);
  });

  test("explain doctor finds nothing wrong here, and the folder wrong elsewhere", () => {
    expect(explain("doctor", { env: journal, folder: user.folder }).stdout).toMatch(/^Doctor {2}nothing found/);
    expect(explain("doctor", { env: journal, folder: "/" }).stdout).toMatch(
      /problem {2}none of its sessions ran in \/[^]*mend: explain activation --session s-/,
    );
  });
});

describe("colours", () => {
  const ESCAPE = /\u001b\[/;

  test.each([
    ["none in a pipe", "", {}, false],
    ["where they are forced", "", { FORCE_COLOR: "1" }, true],
    ["none where NO_COLOR is set", "", { NO_COLOR: "1" }, false],
    ["none for --no-color", " --no-color", { FORCE_COLOR: "1" }, false],
    ["none with FORCE_COLOR=0", "", { FORCE_COLOR: "0" }, false],
    ["none in JSON", " --format json", { FORCE_COLOR: "1" }, false],
    ["none in Markdown", " --format markdown", { FORCE_COLOR: "1" }, false],
  ])("%s", (_, args, env, coloured) => {
    expect(ESCAPE.test(explain(`activation traces.jsonl${args}`, { env }).stdout)).toBe(coloured);
  });
});

describe("width", () => {
  test("COLUMNS is fitted into", () => {
    const { stdout } = explain("activation traces.jsonl", { env: { COLUMNS: "60" } });
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(60);
  });
});

test("nothing hidden reaches the terminal, on either stream", () => {
  for (const args of [
    "activation hostile.jsonl",
    "activation hostile.jsonl --format json",
    "activation hostile.jsonl --format markdown",
    "check hostile.jsonl",
    "activation no\u202ene\u001b.jsonl",
  ]) {
    const { stdout, stderr } = explain(args);
    expect(stdout + stderr, args).not.toMatch(HIDDEN);
  }
});

test("a file that may not be read is told", (context) => {
  if (process.getuid?.() === 0) context.skip("root may read everything");
  place.traces("closed.jsonl", demoSession());
  chmodSync(join(place.folder, "closed.jsonl"), 0);
  expect(explain("activation closed.jsonl")).toMatchObject({ exit: 4, stderr: expect.stringMatching(/closed\.jsonl.*permission/i) });
});

test("a reader that goes away ends it quietly", async () => {
  place.traces(
    "many.jsonl",
    ...Array.from({ length: 2000 }, () => demoSession()).map((spans, i) =>
      spans.map((span) => ({ ...span, spanId: `${span.spanId.slice(0, 8)}${i.toString(16).padStart(8, "0")}` })),
    ),
  );
  const child = spawn("/bin/sh", ["-c", `"${process.execPath}" "${command}" activation many.jsonl --format json; echo "exit $?" >&2`], {
    cwd: place.folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdout.once("data", () => child.stdout.destroy());
  await new Promise((resolve) => child.once("close", resolve));
  expect(stderr).toBe("exit 0\n");
});

test.runIf(process.platform === "linux")("a baseline for which there is no space is told, with the code of a full disk", () => {
  expect(explain("check broken.jsonl --write-baseline /dev/full")).toMatchObject({
    exit: 74,
    stderr: expect.stringMatching(/\/dev\/full cannot be written \(ENOSPC/),
  });
});

test("a gate whose reader goes away fails all the same", async () => {
  const agent = emitter();
  agent.start();
  for (let index = 0; index < 2000; index++) agent.write("hook", { event: "PreToolUse", decision: "vetoed", name: `guard-${index}` });
  place.traces("vetoes.jsonl", agent.spans);
  const line = `"${process.execPath}" "${command}" check vetoes.jsonl --fail-on vetoed_without_reason --all; echo "exit $?" >&2`;
  const child = spawn("/bin/sh", ["-c", line], { cwd: place.folder, stdio: ["ignore", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdout.once("data", () => child.stdout.destroy());
  await new Promise((resolve) => child.once("close", resolve));
  expect(stderr).toBe("exit 1\n");
});

test("Ctrl-C ends it with 130", async () => {
  const child = spawn(process.execPath, [command, "activation", "-"], { cwd: place.folder, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.write(otlpJsonLine(demoSession()));
  await new Promise((resolve) => setTimeout(resolve, 700));
  child.kill("SIGINT");
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code).toBe(130);
});
