import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { jaeger } from "../../../src/sources/jaeger/format.ts";
import { isInstantNote, originalEnd } from "../../../src/sources/jaeger/original-end.ts";
import type { SpanRecord } from "../../../src/sources/span.ts";

const ANSWERS = ["memory/v3-trace-raw.json", "badger/v3-trace-raw.json", "memory/legacy-trace-raw.json", "badger/legacy-trace-raw.json"];

describe("an instant that Jaeger made a nanosecond long", () => {
  it.each(ANSWERS)("is an instant again, without a warning: %s", (name) => {
    const warnings: string[] = [];
    const path = new URL(`../../fixtures/recorded/jaeger-2.13.0/${name}`, import.meta.url);
    const origin = { source: name, position: "", warn: (_code: string, message: string) => warnings.push(message) };
    const spans = [...jaeger.decode(JSON.parse(readFileSync(path, "utf8")), origin)] as SpanRecord[];
    const audit = spans.find((span) => span.name === "execute_hook audit");
    expect(audit?.endTime).toEqual(audit?.startTime);
    expect(audit?.attributes).not.toHaveProperty("@jaeger@warnings");
    expect(warnings).toEqual([]);
  });

  it.each([
    ["2026-01-05 09:00:00.00010016", [1_767_603_600, 100_160]],
    ["2026-01-05 09:00:00", [1_767_603_600, 0]],
    ["2026-01-05 09:00:00.999999999", [1_767_603_600, 999_999_999]],
  ])("has its end in Jaeger's note: %s", (time, end) => {
    expect(originalEnd(note(time))).toEqual(end);
  });

  it.each(["", "clock skew adjustment disabled; not applying calculated delta of -41ns", note("2026-99-99 09:00:00"), note("x")])(
    "is no matter of the note %j",
    (text) => {
      expect(originalEnd(text)).toBeUndefined();
    },
  );

  it("is not one where the span really ended before it started", () => {
    expect(isInstantNote(note("2026-01-05 09:00:00"), [1_767_603_600, 5])).toBe(false);
  });
});

function note(time: string): string {
  return `Negative duration detected, sanitizing end timestamp. Original end timestamp: ${time} +0000 UTC, adjusted to: 2026-01-05 09:00:01 +0000 UTC`;
}
