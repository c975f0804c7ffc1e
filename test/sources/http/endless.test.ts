import { afterEach, describe, expect, it } from "vitest";
import { openClickhouse } from "../../../src/sources/clickhouse/backend.ts";
import { openJaeger } from "../../../src/sources/jaeger/backend.ts";
import { SourceError } from "../../../src/sources/source.ts";
import { openTempo } from "../../../src/sources/tempo/backend.ts";
import { closeAll, serve } from "./loopback.ts";
import { readAll } from "./read-all.ts";

afterEach(closeAll);

describe("an answer without an end", () => {
  it.each([
    ["jaeger", openJaeger],
    ["tempo", openTempo],
    ["clickhouse", openClickhouse],
  ] as const)("is an error of the source where %s is asked for what must be held", async (backend, open) => {
    const server = await serve((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write("x".repeat(10_000)));
      };
      response.on("drain", more).on("error", () => {});
      more();
    });
    const reading = readAll(open(`${backend}+${server.url}`, {}, { backoff: 1, answerBytes: 1 << 20 }));
    await expect(reading).rejects.toBeInstanceOf(SourceError);
    await expect(reading).rejects.toThrow("answers with more than can be held (1 MB)");
  });
});
