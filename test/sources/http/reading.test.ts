import { expect, it } from "vitest";
import { parseAddress } from "../../../src/sources/http/address.ts";
import { BackendReading } from "../../../src/sources/http/reading.ts";
import type { SourceSummary, SourceWarning } from "../../../src/sources/source.ts";
import { RUN, WANTED } from "../run.ts";

it("what is doubtful about a span that is wanted is told of a backend as of a file, and loses nothing", () => {
  const warnings: SourceWarning[] = [];
  const summaries: SourceSummary[] = [];
  const options = {
    query: {},
    onWarning: (warning: SourceWarning) => void warnings.push(warning),
    onSummary: (summary: SourceSummary) => void summaries.push(summary),
  };
  const reading = new BackendReading(parseAddress("jaeger+http://localhost:1", "jaeger"), { headers: {}, secrets: [] }, options);
  const other = RUN.find((span) => !WANTED.includes(span))!;
  expect(reading.wants({ ...WANTED[0]!, startTime: [0, 0], position: "trace a" })).toBe(true);
  expect(reading.wants({ ...WANTED[1]!, name: "execute_hook \uFFFD" })).toBe(true);
  expect(reading.wants({ ...other, startTime: [0, 0] })).toBe(false);
  reading.finish();
  expect(warnings).toMatchObject([{ code: "doubtful_time", position: "trace a" }, { code: "replaced_characters" }]);
  expect(summaries).toMatchObject([{ spans: 3, lostRecords: false }]);
});
