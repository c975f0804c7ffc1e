import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isFindingCode, RULES } from "../../../src/report/findings/index.ts";

const page = readFileSync(new URL("../../../docs/findings.md", import.meta.url), "utf8");

describe("docs/findings.md", () => {
  const entries = page
    .split(/^### /m)
    .slice(1)
    .map((entry) => ({ code: /^`(\w+)`$/m.exec(entry)?.[1], severity: /^Severity: (\w+)$/m.exec(entry)?.[1], text: entry }));

  test("has an entry for every finding, in the order of the table, and no other", () => {
    expect(entries.map(({ code }) => code)).toEqual(RULES.map(({ code }) => code));
  });

  test.each(RULES)("says of $code its severity, how it looks in a trace and what to do", ({ code, severity }) => {
    const entry = entries.find((each) => each.code === code);
    expect(entry?.severity).toBe(severity);
    expect(entry?.text).toContain("**In a trace:**");
    expect(entry?.text).toContain("**What to do:**");
  });
});

test("a code is one of the table's, and no name that every object has", () => {
  expect(isFindingCode("vetoed")).toBe(true);
  for (const word of ["constructor", "__proto__", "Vetoed", ""]) expect(isFindingCode(word)).toBe(false);
});
