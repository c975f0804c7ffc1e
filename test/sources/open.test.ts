import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { directorySource } from "../../src/sources/files/fileset.ts";
import { openSource } from "../../src/sources/open.ts";
import { inOrderOfTime } from "../../src/sources/files/rotation.ts";
import { SourceError } from "../../src/sources/source.ts";
import { rowOf } from "./clickhouse/rows.ts";
import { NAMED } from "./clickhouse/write-text.ts";
import { itIsASource, readAll } from "./conformance.ts";
import { jsonDocument } from "./otlp/write-json.ts";
import { framed, protoMessage } from "./otlp/write-proto.ts";
import { RUN, WANTED } from "./run.ts";

const directory = mkdtempSync(join(tmpdir(), "sources-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const line = `${JSON.stringify(jsonDocument(RUN))}\n`;

function file(name: string, content: string | Buffer = line): string {
  const path = join(directory, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

for (const [title, path, format] of [
  ["a file of OTLP/JSON", file("json/traces.jsonl"), "otlp-json"],
  ["a file of gzip", file("gzip/traces.gz", gzipSync(line)), "otlp-json+gzip"],
  ["a file of protobuf", file("proto/traces.bin", framed(protoMessage(RUN))), "otlp-proto+framed"],
] as const) {
  itIsASource(title, {
    open: async () => await openSource(path),
    expected: WANTED,
    spans: RUN.length,
    format,
    unreachable: async () => await openSource(join(directory, "absent.jsonl")),
  });
}

itIsASource("the standard input", {
  open: async () => await openSource("-", { stdin: Readable.from([Buffer.from(line)]) }),
  expected: WANTED,
  spans: RUN.length,
  format: "otlp-json",
  onlyOnce: "a stream is gone when it was read",
});

describe("openSource", () => {
  it.each<[what: string, argument: () => string, message: RegExp]>([
    ["a file that is not there", () => join(directory, "absent"), /absent: there is no such file \(looked from .*\); check the path/],
    ["an empty file", () => file("empty.jsonl", ""), /empty\.jsonl is empty; check/],
    ["a pattern that matches nothing", () => join(directory, "*.nothing"), /no file matches/],
    ["an empty directory", () => join(file("bare/.hidden"), ".."), /is a directory without files/],
    ["a backend without http", () => "jaeger://localhost:1/ui", /^jaeger:\/\/localhost:1\/ui: write jaeger\+http:\/\/localhost:1\/ui$/],
    ["a backend over what it has not", () => "tempo+grpc://localhost:1", /tempo\+grpc:\/\/ is no address that explain reads/],
    ["a backend without a scheme", () => "clickhouse+db:8123/otel", /write clickhouse\+http:\/\/db:8123\/otel$/],
    ["a host and its port", () => "localhost:16686", /one of jaeger\+http:\/\/localhost:16686, tempo\+http/],
    ["an address of something else", () => "s3://bucket/traces", /no address that explain reads; it takes jaeger\+http/],
    ["a scheme with nothing behind it", () => "jaeger://", /no address that explain reads/],
    ["an address that names no backend", () => "http://localhost:1", /say which backend it is, one of jaeger\+http:\/\/localhost:1/],
    [
      "a backend by a way that nobody takes",
      () => "jaeger+ftp://localhost",
      /jaeger\+ftp:\/\/ is no address that explain reads; it takes jaeger\+http/,
    ],
    ["a file by an address", () => "file:///tmp/traces.jsonl", /file:\/\/ is no address .* paths of files/],
    ["a backend that nobody knows", () => "mystery+http://localhost:1", /mystery is no backend that explain reads/],
  ])("says what to do about %s", async (_what, argument, message) => {
    const reading = async (): Promise<unknown> => await readAll(await openSource(argument()));
    await expect(reading()).rejects.toThrow(message);
    await expect(reading()).rejects.toBeInstanceOf(SourceError);
  });

  it.each([
    "http://u:s3cret@h:1/",
    "jaeger://u:s3cret@h",
    "jaeger+u:s3cret@h:1",
    "https://h/?token=s3cret",
    "jaeger+http://u:s3cret@h",
    "other+http://u:s3cret@h",
  ])("repeats no credentials of %s", async (address) => {
    const refusal = await openSource(address).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(SourceError);
    const { source, message } = refusal as SourceError;
    expect(`${source} ${message}`).not.toContain("s3cret");
  });

  it.skipIf(process.getuid?.() === 0)("says that there is no permission", async () => {
    const path = file("locked.jsonl");
    chmodSync(path, 0);
    await expect(readAll(await openSource(path))).rejects.toThrow(/no permission/);
  });

  it("refuses a directory of so many files that it cannot be meant", async () => {
    for (const name of ["crowd/a/1.jsonl", "crowd/b/2.jsonl", "crowd/3.jsonl"]) file(name);
    await expect(directorySource(join(directory, "crowd"), 2)).rejects.toThrow(/holds more than 2 files; name the directory .*\*\.jsonl/);
  });

  it("passes over installed packages", async () => {
    for (const name of ["project/traces.jsonl", "project/node_modules/a/traces.jsonl"]) file(name);
    const { summaries } = await readAll(await openSource(join(directory, "project")));
    expect(summaries.map(({ name }) => name)).toEqual([join(directory, "project/traces.jsonl")]);
  });

  it("reads all files of a directory and those below it, but hidden ones, and says what is none", async () => {
    file("many/b.jsonl");
    file("many/deep/er/a.jsonl");
    file("many/.git/c.jsonl");
    file("many/notes.txt", "no traces");
    symlinkSync(join(directory, "many"), join(directory, "many", "loop"));
    const { records, summaries, warnings } = await readAll(await openSource(join(directory, "many")));
    expect(records).toHaveLength(2 * WANTED.length);
    expect(summaries.map(({ name }) => name)).toEqual([join(directory, "many/b.jsonl"), join(directory, "many/deep/er/a.jsonl")]);
    expect(warnings.map(({ code, source }) => `${code} ${source}`)).toContain(`unreadable_file ${join(directory, "many/notes.txt")}`);
  });

  it("says that a file of a directory was not opened, of one that holds no traces nothing", async () => {
    file("partly/first.jsonl");
    file("partly/notes.txt", "notes");
    expect((await readAll(await openSource(join(directory, "partly")))).summaries).toMatchObject([{ lostRecords: false }]);
    symlinkSync(join(directory, "nowhere.jsonl"), join(directory, "partly/gone.jsonl"));
    const { summaries, warnings } = await readAll(await openSource(join(directory, "partly")));
    expect(summaries).toMatchObject([{ name: join(directory, "partly/first.jsonl"), lostRecords: false, unread: true }]);
    expect(warnings.map(({ source }) => source)).toContain(join(directory, "partly/gone.jsonl"));
  });

  it("fails where no file of a directory can be read", async () => {
    file("none/a.txt", "a");
    file("none/b.txt", "b");
    await expect(readAll(await openSource(join(directory, "none")))).rejects.toThrow(
      /none of its 2 files can be read; the first: .*a\.txt/,
    );
  });

  it.each([
    ["glob/*.jsonl", ["glob/a.jsonl", "glob/b.jsonl"]],
    ["glob/[ab].jsonl", ["glob/a.jsonl", "glob/b.jsonl"]],
    ["glob/[!a].jsonl", ["glob/b.jsonl"]],
    ["glob/{a,b}.jsonl", ["glob/a.jsonl", "glob/b.jsonl"]],
    ["glob/{a,{b,x}}.{json{,l},x}", ["glob/a.jsonl", "glob/b.jsonl"]],
    ["glob/{[ab],x}.jsonl", ["glob/a.jsonl", "glob/b.jsonl"]],
    ["glob/**/c.jsonl", ["glob/in/c.jsonl"]],
    ["glob/**/*.jsonl", ["glob/a.jsonl", "glob/b.jsonl", "glob/in/c.jsonl"]],
    ["glob/?.jsonl", ["glob/a.jsonl", "glob/b.jsonl"]],
    ["*/a.jsonl", ["glob/a.jsonl"]],
    ["glob/in/../*.jsonl", ["glob/a.jsonl", "glob/b.jsonl"]],
    ["braces/[{]?.jsonl", ["braces/{b.jsonl"]],
    ["braces/{?.jsonl", ["braces/{b.jsonl"]],
  ])("takes %s for a pattern", async (pattern, names) => {
    for (const name of ["braces/{b.jsonl", "glob/a.jsonl", "glob/b.jsonl", "glob/in/c.jsonl", "glob/.d.jsonl"]) file(name);
    const { summaries } = await readAll(await openSource(`${directory}/${pattern}`));
    expect(summaries.map(({ name }) => name)).toEqual(names.map((name) => join(directory, name)));
  });

  it("takes a name that is there for a file, whatever its characters", async () => {
    expect((await readAll(await openSource(file("odd[1]*.jsonl")))).records).toHaveLength(WANTED.length);
  });

  it.skipIf(process.platform === "win32")("reads a named pipe", async () => {
    const pipe = join(directory, "pipe");
    await new Promise<void>((resolve, reject) => execFile("mkfifo", [pipe], (error) => (error === null ? resolve() : reject(error))));
    const writer = execFile("sh", ["-c", `cat > ${pipe}`]);
    writer.stdin?.end(line);
    expect((await readAll(await openSource(pipe))).records).toHaveLength(WANTED.length);
  });

  it.skipIf(process.platform === "win32")("takes no pipe for a file that a pattern names", async () => {
    file("pipes/first.jsonl");
    execFileSync("mkfifo", [join(directory, "pipes/pipe")]);
    expect((await readAll(await openSource(join(directory, "pipes/*")))).summaries).toHaveLength(1);
  });

  it.skipIf(process.platform !== "linux")("waits for the writers of pipes on no thread that files are read on", async () => {
    const aborted = new AbortController();
    const pipes = Array.from({ length: 8 }, (_, index) => join(directory, `waits-${index}`));
    execFileSync("mkfifo", pipes);
    const sources = await Promise.all(pipes.map((pipe) => openSource(pipe)));
    const waiting = Promise.allSettled(sources.map((source) => readAll(source, { signal: aborted.signal })));
    expect((await readAll(await openSource(file("beside-pipes.jsonl")))).records).toHaveLength(WANTED.length);
    aborted.abort(new Error("no longer wanted"));
    expect((await waiting).map(({ status }) => status)).toEqual(pipes.map(() => "rejected"));
  });

  it("stops waiting for a stream that says nothing when the signal is aborted", async () => {
    const stdin = new PassThrough();
    const reason = new Error("no longer wanted");
    const source = await openSource("-", { stdin });
    await expect(readAll(source, { signal: AbortSignal.any([AbortSignal.timeout(50), lateReason(reason)]) })).rejects.toThrow();
    expect(stdin.destroyed).toBe(true);
  });

  it.each([
    ["OTLP", line],
    ["ClickHouse", NAMED["CSVWithNames"]!(RUN.map(rowOf))],
  ])("says of no record of %s that it is cut off where the signal is aborted in the middle of it", async (_format, text) => {
    const stdin = new PassThrough();
    const controller = new AbortController();
    const warnings: unknown[] = [];
    const reading = (await openSource("-", { stdin })).read({
      query: {},
      signal: controller.signal,
      onWarning: (warning) => warnings.push(warning),
      onSummary: () => {},
    });
    const iterator = reading[Symbol.asyncIterator]();
    stdin.write(text + text.slice(0, -200));
    await iterator.next();
    const rest = (async () => {
      while ((await iterator.next()).done !== true);
    })();
    setTimeout(() => controller.abort(new Error("no longer wanted")), 20);
    await expect(rest).rejects.toThrow("no longer wanted");
    expect(warnings).toEqual([]);
  });

  it("does not read a file that nobody asks on", async () => {
    const path = file("large.jsonl", line.repeat(4000));
    let done = 0;
    const reading = (await openSource(path)).read({
      query: {},
      onWarning: () => {},
      onSummary: () => {},
      onProgress: (progress) => (done = progress.done),
    });
    const iterator = reading[Symbol.asyncIterator]();
    await iterator.next();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(done).toBeLessThan(5 << 20);
    await iterator.return?.();
  });
});

function lateReason(reason: Error): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 60).unref();
  return controller.signal;
}

describe("inOrderOfTime", () => {
  it("puts rotated files before the one that is being written", () => {
    const written = [
      "x-2026-11-30T20-40-14.173.jsonl",
      "x-2026-11-30T21-00-00.000-size.jsonl",
      "x-2026-12-01T00-00-00.000.jsonl.gz",
      "x.jsonl",
      "y.jsonl.10",
      "y.jsonl.2.gz",
      "y.jsonl.1",
      "y.jsonl",
    ];
    expect(inOrderOfTime([...written].sort())).toEqual(written);
  });
});

describe("the address of a backend", () => {
  it("may have its scheme in capitals where it is one", async () => {
    expect((await openSource("JAEGER+HTTP://localhost:16686")).name).toBe("jaeger+http://localhost:16686");
  });
});

describe("a pattern with a range that runs backwards", () => {
  it.each(["[z-a].jsonl", String.raw`[\w-a]*`])("%s is an error that says so", async (pattern) => {
    await expect(openSource(join(directory, pattern))).rejects.toThrow("a range in its brackets runs backwards");
  });
});

describe("a file that becomes shorter while it is read", () => {
  it("is incomplete, also where it ends between two records", async () => {
    const lines = 40_000;
    const path = file("shrinking/traces.jsonl", line.repeat(lines));
    let first = true;
    const { warnings, summaries } = await readAll(await openSource(path), {
      onProgress: () => {
        if (first) truncateSync(path, Buffer.byteLength(line) * (lines - 100));
        first = false;
      },
    });
    expect(warnings).toMatchObject([{ code: "truncated_record", message: expect.stringContaining("became shorter") as string }]);
    expect(summaries).toMatchObject([{ lostRecords: true }]);
  });
});

describe("a directory of which most files hold no traces", () => {
  it("is told in a few warnings, and how many more there are", async () => {
    const path = file("junk/traces.jsonl");
    for (let number = 0; number < 50; number++) file(`junk/empty-${number}`, "");
    const { records, warnings } = await readAll(await openSource(dirname(path)));
    expect(records).toHaveLength(WANTED.length);
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toMatchObject({ code: "unreadable_file", message: expect.stringContaining("30 more of its files") as string });
  });
});
