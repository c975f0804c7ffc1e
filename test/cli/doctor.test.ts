import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type Server, createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { collector } from "../../src/cli/doctor/collector.ts";
import { closed, full, opened } from "../../src/cli/doctor/access.ts";
import { journal } from "../../src/cli/doctor/journal.ts";
import { openTelemetryApi } from "../../src/cli/doctor/opentelemetry-api.ts";
import { runtime } from "../../src/cli/doctor/runtime.ts";
import { hereIn } from "../../src/cli/workspace.ts";
import { Workspace, demoSession } from "./workspace.ts";

const place = (environment: Record<string, string> = {}, folder = "/", nodeVersion = "20.6.0") => ({ environment, folder, nodeVersion });

describe("the runtime", () => {
  test.each([
    ["18.20.4", "problem"],
    ["20.5.1", "problem"],
    ["20.6.0", "ok"],
    ["24.0.0", "ok"],
  ])("Node.js %s is a %s", (version, verdict) => {
    expect(runtime(place({}, "/", version))).toMatchObject([{ check: "node_version", verdict }]);
  });

  test("a switched-off OpenTelemetry is a problem", () => {
    expect(runtime(place({ OTEL_SDK_DISABLED: " TRUE " }))).toMatchObject([{}, { check: "sdk_disabled", mend: "unset OTEL_SDK_DISABLED" }]);
  });
});

describe("the OpenTelemetry API of a project", () => {
  let project: string;

  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), "doctor-"));
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));
  afterEach(() => rmSync(join(project, "node_modules"), { recursive: true, force: true }));

  function install(path: string, version: string): void {
    mkdirSync(join(project, "node_modules", path), { recursive: true });
    writeFileSync(join(project, "node_modules", path, "package.json"), JSON.stringify({ version }));
  }

  // All that is looked for is in the project: what lies in a folder above would be found as well.
  beforeEach(() => {
    for (const name of [
      "extension-activation",
      "@opentelemetry/sdk-node",
      "@opentelemetry/sdk-trace-node",
      "@opentelemetry/sdk-trace-base",
    ])
      install(name, "0.1.0");
  });

  test("in one version is fine, from a folder inside as well", () => {
    install("@opentelemetry/api", "1.9.0");
    mkdirSync(join(project, "src"), { recursive: true });
    expect(openTelemetryApi(place({}, join(project, "src")))).toMatchObject([{ verdict: "ok", message: expect.stringContaining("1.9.0") }]);
  });

  test("in two versions is a problem, and both are shown with their place", () => {
    install("@opentelemetry/api", "1.10.0");
    install("extension-activation/node_modules/@opentelemetry/api", "1.9.1");
    const [found] = openTelemetryApi(place({}, project));
    expect(found).toMatchObject({ verdict: "problem", mend: expect.stringContaining("@opentelemetry/api@1.9.1") });
    expect(found?.message).toMatch(/1\.10\.0 in .*, 1\.9\.1 in .*extension-activation/);
  });
});

describe("the journal", () => {
  let user: Workspace;

  beforeAll(() => {
    user = new Workspace();
  });
  afterAll(() => user.remove());

  const looked = (root: string, folder = "/home/user/project") => journal(place({ ACTIVATION_JOURNAL: root }, folder));

  test("that is off is a problem", () => {
    expect(looked("off")).toMatchObject([{ check: "journal_off", mend: "unset ACTIVATION_JOURNAL" }]);
  });

  test("that does not exist is one, with the usual journal named where that is there", () => {
    const root = join(user.folder, "none");
    mkdirSync(join(user.folder, "state/extension-activation"), { recursive: true });
    expect(journal(place({ ACTIVATION_JOURNAL: root, XDG_STATE_HOME: join(user.folder, "state") }))).toMatchObject([
      { check: "journal_elsewhere", mend: "unset ACTIVATION_JOURNAL" },
    ]);
    expect(journal(place({ ACTIVATION_JOURNAL: root, XDG_STATE_HOME: join(user.folder, "nothing") }))).toMatchObject([
      { check: "journal_absent" },
    ]);
  });

  test("with a relative path is noted", () => {
    user.record("s-here", demoSession({ session: "s-here", workspace: "/here" }));
    const path = relative(process.cwd(), user.journal);
    expect(looked(path, "/here")).toMatchObject([
      { verdict: "ok" },
      { check: "journal_relative", mend: `export ACTIVATION_JOURNAL=${user.journal}` },
      { verdict: "ok" },
    ]);
  });

  test("under something that is no folder is one", () => {
    user.write("file", "");
    expect(looked(join(user.folder, "file", "journal"))).toMatchObject([{ check: "journal_no_folder" }]);
  });

  test("that is empty is one", () => {
    mkdirSync(join(user.folder, "empty"));
    expect(looked(join(user.folder, "empty"))).toMatchObject([{ check: "journal_empty" }]);
  });

  test("of another folder is one, with a session to look at", () => {
    user.record("s 1", demoSession({ session: "s 1", workspace: "/elsewhere" }));
    expect(looked(user.journal)).toMatchObject([
      { verdict: "ok" },
      { check: "other_workspace", mend: "explain activation --session 's 1'" },
    ]);
    expect(looked(user.journal, "/elsewhere/src")).toMatchObject([{ verdict: "ok" }, { check: "workspace", verdict: "ok" }]);
  });

  test("in which a session cannot be read is noted", () => {
    mkdirSync(join(user.journal, "0".repeat(32)));
    writeFileSync(join(user.journal, "0".repeat(32), "e.jsonl"), '{"resourceSp');
    expect(looked(user.journal).at(-1)).toMatchObject({ check: "journal_torn", verdict: "note" });
  });
});

describe("the folder of the journal", () => {
  test("on a full disk is a problem, and not where nobody can tell how full it is", () => {
    expect(full("/", () => 0)).toMatchObject({ check: "journal_disk_full", message: expect.stringContaining("0 KB are free") });
    expect(full("/", () => undefined)).toBeUndefined();
    expect(full("/", () => 2 ** 30)).toBeUndefined();
    // No blocks to count.
    expect(full("/proc")).toBeUndefined();
  });

  test("that is one's own is opened; of another's the journal is put elsewhere, since its mode is not ours to change", () => {
    const own = mkdtempSync(join(tmpdir(), "doctor-"));
    try {
      expect(closed(own)).toBeUndefined();
      expect(opened(own, "u+rwx")).toBe(`chmod u+rwx ${own}`);
      vi.spyOn(process, "getuid").mockReturnValueOnce(4242);
      expect(opened(own, "u+rwx")).toBe("export ACTIVATION_JOURNAL=/path/to/a/folder");
    } finally {
      rmSync(own, { recursive: true });
    }
  });
});

describe("the Collector", () => {
  let server: Server;
  let status = 200;
  let hangs = false;
  let seen: { path: string | undefined; type: string | undefined; authorization: string | undefined; body: string };

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        seen = { path: request.url, type: request.headers["content-type"], authorization: request.headers.authorization, body };
        if (!hangs) response.writeHead(status).end("{}");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  afterEach(() => {
    status = 200;
    hangs = false;
  });

  const endpoint = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const looked = async (environment: Record<string, string>) => (await collector(place(environment)))[0];

  test("that is not set is fine", async () => {
    expect(await looked({})).toMatchObject({ verdict: "ok" });
  });

  test("that answers is sent one empty export, with the headers that are set", async () => {
    const headers = "authorization=Basic%20dTpw,other=x";
    expect(await looked({ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint()}/`, OTEL_EXPORTER_OTLP_HEADERS: headers })).toMatchObject({
      verdict: "ok",
    });
    expect(seen).toEqual({ path: "/v1/traces", type: "application/json", authorization: "Basic dTpw", body: '{"resourceSpans":[]}' });
  });

  test("of traces alone is taken as it is", async () => {
    await looked({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint()}/own/path`, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
    expect(seen.path).toBe("/own/path");
  });

  test.each([
    [401, "otlp_refused", "problem"],
    [404, "otlp_path", "problem"],
    [500, "otlp_answer", "note"],
    [302, "otlp_answer", "note"],
  ])("that answers %i is %s", async (code, check, verdict) => {
    status = code;
    expect(await looked({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint() })).toMatchObject({ check, verdict });
  });

  test.each([
    ["none", "otlp_off"],
    ["console,jaeger", "otlp_off"],
    ["console, otlp", "otlp"],
    [" ", "otlp"],
  ])("with OTEL_TRACES_EXPORTER=%s is %s: the library sends nothing where otlp is not named", async (exporters, check) => {
    expect(await looked({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(), OTEL_TRACES_EXPORTER: exporters })).toMatchObject({ check });
  });

  test.each<[what: string, answers: number, traces: () => string, base: () => string, mended: RegExp]>([
    ["is no address", 200, () => "collector:4318", () => "collector:4318", /^http:\/\/localhost:4318$/],
    ["has the port of OTLP/gRPC", 200, () => "http://[::1]:4317/v1/traces", () => "http://[::1]:4317", /^http:\/\/\[::1\]:4318$/],
    ["has a wrong path", 404, () => `${endpoint()}/`, () => `${endpoint()}/x`, /^http:\/\/127\.0\.0\.1:\d+$/],
    ["has a wrong port", 404, () => `${endpoint()}/v1/traces`, endpoint, /^http:\/\/127\.0\.0\.1:4318$/],
  ])(
    "whose variable %s is mended as that variable is read: with the path where it is of traces alone",
    async (_what, answers, traces, base, mended) => {
      status = answers;
      const ofTraces = (await looked({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces() }))?.mend ?? "";
      const [, place = ""] = /^export OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=(.*)\/v1\/traces$/.exec(ofTraces) ?? [];
      expect(place, ofTraces).toMatch(mended);
      const [, whole = ""] =
        /^export OTEL_EXPORTER_OTLP_ENDPOINT=(.*)$/.exec((await looked({ OTEL_EXPORTER_OTLP_ENDPOINT: base() }))?.mend ?? "") ?? [];
      expect(whole).toMatch(mended);
    },
  );

  test("that does not answer in time is a problem", async () => {
    hangs = true;
    expect(await looked({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint() })).toMatchObject({
      check: "otlp_no_answer",
      message: expect.stringContaining("within 2000 ms"),
    });
  });

  test("that is not there is a problem, without a password in the message", async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const found = await looked({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    expect(found).toMatchObject({ check: "otlp_no_answer", message: expect.stringContaining("ECONNREFUSED") });
    expect(found?.mend).toBe("start the Collector, or unset OTEL_EXPORTER_OTLP_ENDPOINT");
    const secret = await looked({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://user:hunter2@127.0.0.1:${port}` });
    expect(secret).toMatchObject({ check: "otlp_no_answer" });
    expect(JSON.stringify(secret)).not.toContain("hunter2");
  });

  test("that speaks gRPC is told from one that is not there, whatever its port", async () => {
    const grpc = createTcpServer((socket) => socket.on("error", () => {}).write("\0\0\u0012\u0004\0\0\0\0\0", () => socket.destroySoon()));
    await new Promise<void>((resolve) => grpc.listen(0, "127.0.0.1", resolve));
    const { port } = grpc.address() as AddressInfo;
    expect(await looked({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })).toMatchObject({
      check: "otlp_no_http",
      mend: "export OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318",
    });
    await new Promise((resolve) => grpc.close(resolve));
  });

  test("takes a password from its address, as a header", async () => {
    await looked({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint().replace("//", "//user:p%40ss@") });
    expect(seen.authorization).toBe(`Basic ${btoa("user:p@ss")}`);
  });

  test("at what is no address is a problem", async () => {
    expect(await looked({ OTEL_EXPORTER_OTLP_ENDPOINT: "localhost" })).toMatchObject({ check: "otlp_endpoint" });
    expect(await looked({ OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318" })).toMatchObject({ check: "otlp_endpoint" });
  });
});

test("a session is of this folder when it ran here or above", () => {
  expect(hereIn("/a/b", "/a/b")).toBe(true);
  expect(hereIn("/a", "/a/b")).toBe(true);
  expect(hereIn("/", "/a/b")).toBe(true);
  expect(hereIn("/a/b", "/a/bc")).toBe(false);
  expect(hereIn("/a/b", "/a")).toBe(false);
  expect(hereIn(undefined, "/a")).toBe(false);
});
