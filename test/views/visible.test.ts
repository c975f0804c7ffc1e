import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { visible } from "../../src/views/visible.ts";

describe("text from a trace is shown with nothing hidden", () => {
  test.each([
    ["an ordinary name stays", "guard-shell_2.x", "guard-shell_2.x"],
    ["letters of other scripts stay", "検査フック – déjà vu – בדיקה", "検査フック – déjà vu – בדיקה"],
    ["an accent that is a character of its own stays", "cafe\u0301", "cafe\u0301"],
    ["an emoji with its variation selector stays", "⚠️ 🚀", "⚠️ 🚀"],
    ["a terminal's escape sequence", "\u001b[2K\u001b[1A", "\\u001b[2K\\u001b[1A"],
    ["its one-character form", "\u009b31m", "\\u009b31m"],
    ["a bell, a backspace, a delete", "\u0007\b\u007f", "\\u0007\\u0008\\u007f"],
    ["line breaks and tabs", "a\r\nb\tc\u2028d\u0085e", "a\\r\\nb\\tc\\u2028d\\u0085e"],
    ["direction marks", "safe\u202etxt.exe\u2066", "safe\\u202etxt.exe\\u2066"],
    ["zero-width characters", "a\u200bb\u200dc\u2060d\ufeff", "a\\u200bb\\u200dc\\u2060d\\ufeff"],
    ["tag characters", "\u{e0049}\u{e0047}", "\\u{e0049}\\u{e0047}"],
    ["variation selectors that select nothing", "a\ufe0f\u{e0100}", "a\\ufe0f\\u{e0100}"],
    ["letters that have no shape", "\u115f\u3164\uffa0\u2800\u034f", "\\u115f\\u3164\\uffa0\\u2800\\u034f"],
    ["spaces that are not the space", "a\u00a0b\u2003c", "a\\u00a0b\\u2003c"],
    ["the space of East Asian text stays", "発行\u3000ノート", "発行\u3000ノート"],
    ["a soft hyphen", "re\u00admove", "re\\u00admove"],
    ["half of a surrogate pair", "a\ud800b", "a\\ud800b"],
    ["what has no meaning assigned", "\ue000\uffff", "\\ue000\\uffff"],
    ["a mark that would sit on what stands before", "\u0301x", "\\u0301x"],
    ["marks piled upon marks", `a${"\u0301".repeat(6)}`, `a${"\u0301".repeat(4)}\\u0301\\u0301`],
  ])("%s", (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  const anyText = fc.string({ unit: "binary" });

  test("whatever the text, no control, format or separator character is left", () => {
    fc.assert(
      fc.property(anyText, (text) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(visible(text))),
      { numRuns: 2000 },
    );
  });

  test("shown text is shown as itself", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(visible(visible(text))).toBe(visible(text));
      }),
    );
  });

  test("a megabyte of it takes no time to speak of", () => {
    const start = performance.now();
    visible("\u0301".repeat(300_000));
    visible("a\u200b".repeat(300_000));
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
