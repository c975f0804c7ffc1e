import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shellWord } from "../../src/report/shell-word.ts";

describe("a word of a shell", () => {
  it.each([
    ["plain/word@1.0", "plain/word@1.0"],
    ["two words", "'two words'"],
    ["it's", String.raw`'it'\''s'`],
    ["", "''"],
    ["$(x)", "'$(x)'"],
    ["a\\b", String.raw`'a\b'`],
    ["~", "'~'"],
  ])("%j is written %s", (text, word) => {
    expect(shellWord(text)).toBe(word);
  });

  it.runIf(process.platform !== "win32")("is read back by a shell as it was, whatever it holds", () => {
    // What an argument of a process cannot hold is not looked at: a NUL, half of a surrogate pair.
    const words = fc.sample(
      fc.string({ unit: "grapheme" }).filter((word) => word.isWellFormed() && !word.includes("\0")),
      200,
    );
    const read = execFileSync("/bin/sh", ["-c", `printf '%s\\0' ${words.map(shellWord).join(" ")}`], { encoding: "utf8" });
    expect(read.split("\0").slice(0, -1)).toEqual(words);
  });
});
