import { InMemorySpanExporter } from "@opentelemetry/sdk-trace-node";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildActivationReport, memorySource, readActivationReport, type ActivationReport } from "../../src/reader.ts";
import { startSession, type RecordedSession } from "../../src/sdk.ts";
import { actLittleOfAll, withoutSources } from "../helpers/whole-session.ts";

const folder = mkdtempSync(join(tmpdir(), "keystone-"));
const memory = new InMemorySpanExporter();
const caught: Buffer[] = [];
let server: Server;
let recorded: RecordedSession;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      caught.push(Buffer.concat(chunks));
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "7");
  recorded = startSession({
    agent: "keystone",
    mode: "print",
    workspace: { path: "/w", trusted: true },
    journal: folder,
    exporters: [memory],
  });
  actLittleOfAll(recorded);
  recorded.recorder.endSession();
  expect(await recorded.provider.flush()).toBe(true);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await recorded.provider.shutdown();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ways: Record<string, () => Promise<ActivationReport>> = {
  "its records": async () => buildActivationReport([...recorded.session.records()]),
  "its spans in memory": async () => await readActivationReport([memorySource(memory)]),
  "the journal": async () => await readActivationReport([recorded.provider.journalPath ?? ""]),
  "the journal's folder": async () => await readActivationReport([folder]),
  "what was sent over OTLP/HTTP": async () => {
    const file = join(folder, "caught.json");
    writeFileSync(file, Buffer.concat(caught.flatMap((body) => [body, Buffer.from("\n")])));
    const report = await readActivationReport([file]);
    rmSync(file);
    return report;
  },
};

test.each(Object.entries(ways))("a session and %s give the same report", async (_, read) => {
  const fromSession = buildActivationReport(recorded.session);
  expect(withoutSources(await read())).toEqual(withoutSources(fromSession));
  expect(fromSession.completeness).toMatchObject({ status: "complete", missing_parents: 0, duplicates_removed: 0 });
  expect(fromSession.hooks_fired).toHaveLength(2);
  expect(fromSession.warnings).toEqual([]);
});

test("the memory exporter that was shut down is an error, not an empty report", async () => {
  const stopped = new InMemorySpanExporter();
  await stopped.shutdown();
  await expect((async () => await readActivationReport([memorySource(stopped)]))()).rejects.toThrow(/shut down/);
});
