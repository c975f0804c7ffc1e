import { expect, it } from "vitest";
import { PrintedLines } from "../../../src/sources/content/printed-lines.ts";

it("documents on streams that are written by turns are put together, each on its own", () => {
  const printed = new PrintedLines();
  const texts = [];
  for (const line of ["{", '  "a": 1', "}"])
    for (const stream of ["one", "two"]) texts.push(...printed.texts(stream, [line.replace("a", stream)]));
  expect(texts).toEqual(['{\n  "one": 1\n}', '{\n  "two": 1\n}']);
  expect(printed.end()).toEqual([]);
});

it("of more streams than programs print on at once, what was begun first is given as it is", () => {
  const printed = new PrintedLines();
  const given = [];
  for (let stream = 0; stream < 5000; stream++) given.push(...printed.texts(`stream-${stream}`, ["{", `  ${stream}`]));
  expect(given).toHaveLength(5000 - 1024);
  expect(given[0]).toBe("{\n  0");
  expect(printed.end()).toHaveLength(1024);
});

it("no more is held than a document of 16 million characters, on all streams together, and what is longer hides nothing behind it", () => {
  const printed = new PrintedLines();
  const line = " ".repeat(1 << 20);
  let held = 0;
  for (let stream = 0; stream < 64; stream++) {
    const texts = [...printed.texts(`stream-${stream}`, ["{", line])];
    held += line.length - texts.reduce((sum, text) => sum + text.length - 2, 0);
    expect(held).toBeLessThanOrEqual(1 << 24);
  }
  expect(printed.end()).toHaveLength(16);

  const texts = [...printed.texts("one", ["{", ...Array.from({ length: 20 }, () => line), "}", "{", '  "a": 1', "}"])];
  expect(texts.at(-1)).toBe('{\n  "a": 1\n}');
  expect(printed.end()).toEqual([]);
});
