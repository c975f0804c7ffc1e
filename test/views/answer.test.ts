import { expect, test } from "vitest";
import type { Answer, Part } from "../../src/report/why/answer.ts";
import { answerSection } from "../../src/views/page/answer.ts";
import { text } from "../../src/views/text/text.ts";

const NO_WAY = { command: null, note: null };

function answer(parts: readonly Pick<Part, "about" | "verdict" | "of_calls">[]): string {
  const whole: Answer = {
    subject: { kind: "tool", name: "write_file" },
    verdict: "active",
    sentence: "the tool write_file is offered",
    names: [],
    parts: parts.map((part) => ({ ...part, chain: [], turn_off: NO_WAY, turn_on: NO_WAY })),
    findings: [],
    searched: { session: null, sources: [], sections: [], completeness: "complete" },
    near: [],
  };
  const page = { sections: [answerSection(whole, { all: true })] };
  return [...text.render(page, { all: true, colour: false, columns: undefined })].join("");
}

test("of calls it is said what became of them, and not that the hook which blocked one is not active", () => {
  const printed = answer([
    { about: null, verdict: "active" },
    { about: "its calls, by the hook guard", verdict: "not_active", of_calls: true },
    { about: "its calls, by the hook log", verdict: "active", of_calls: true },
    { about: "its calls, by policy", verdict: "unclear", of_calls: true },
  ]);
  expect(printed).toContain("1 of 4: active\n");
  expect(printed).toContain("2 of 4, its calls, by the hook guard: blocked\n");
  expect(printed).toContain("3 of 4, its calls, by the hook log: not blocked\n");
  expect(printed).toContain("4 of 4, its calls, by policy: unclear\n");
});
