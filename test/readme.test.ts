import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readActivationReport } from "../src/reader.ts";
import { run } from "./helpers/program.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");
// Inside the repository and outside node_modules, so that the package finds itself by its name.
mkdirSync(join(root, ".cache"), { recursive: true });
const folder = mkdtempSync(join(root, ".cache", "readme-"));
const bodies: string[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      bodies.push(body);
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function runExample(name: string, env: Record<string, string>): Promise<void> {
  const code = new RegExp(`<!-- test: ${name} -->\\n+\`\`\`js\\n(.*?)\`\`\``, "s").exec(readme)?.[1];
  if (code === undefined) throw new Error(`README.md has no example "${name}"`);
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  expect(await run(file, [], { env: { ...process.env, ...env } })).toMatchObject({ code: 0, stderr: "" });
}

describe("the README's examples run as they stand", () => {
  test("the package is built (else: npm run build)", () => {
    expect(existsSync(join(root, "dist", "sdk.js"))).toBe(true);
  });

  test("emit: the journal has the veto, the skill and the disable", async () => {
    const journal = join(folder, "journal");
    await runExample("emit", { ACTIVATION_JOURNAL: journal });
    const report = await readActivationReport([journal]);
    expect(report).toMatchObject({
      completeness: { status: "complete" },
      hooks_fired: [{ hook_name: "guard", decision: "vetoed", reason: "writes outside the workspace" }],
      skills: [{ name: "notes", status: "loaded" }],
      disables: [{ state: "disabled" }, { state: "enabled" }],
    });
  });

  test("beside a NodeSDK: both kinds of span arrive, in one trace", async () => {
    bodies.length = 0;
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await runExample("beside", { ACTIVATION_JOURNAL: "off", OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_NODE_RESOURCE_DETECTORS: "none" });
    const spans = bodies.flatMap((body) => JSON.parse(body).resourceSpans.flatMap((r: any) => r.scopeSpans.flatMap((s: any) => s.spans)));
    const agent = spans.find((span) => span.name === "invoke_agent my-agent");
    const hook = spans.find((span) => span.name === "execute_hook guard");
    expect(hook.traceId).toBe(agent.traceId);
    expect(hook.parentSpanId).toBe(agent.spanId);
  });
});

describe("the README's links", () => {
  const targets = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, target]) => target ?? "");
  test.each(targets)("%s is there", (target) => {
    expect(existsSync(join(root, target))).toBe(true);
  });
});
