import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSkill } from "../../../src/host/skills/frontmatter.ts";

const good = "name: notes\ndescription: Writes notes.";

function problems(text: string): readonly string[] {
  return parseSkill(text, "notes").problems.map(({ line, message }) => `${line}: ${message}`);
}

describe("the frontmatter of a skill", () => {
  it("is read with all its fields", () => {
    const text = `---\n${good}\nlicense: MIT\ncompatibility: needs git\nallowed-tools: Read Bash(git:*)\nmetadata:\n  author: acme\n  version: 1.0\n---\n\n# Body\n`;
    const { frontmatter, body, warnings } = parseSkill(text, "notes");
    expect(frontmatter).toEqual({
      name: "notes",
      description: "Writes notes.",
      license: "MIT",
      compatibility: "needs git",
      allowedTools: "Read Bash(git:*)",
      metadata: new Map([
        ["author", "acme"],
        ["version", "1"],
      ]),
      listed: true,
    });
    expect(body).toBe("\n# Body\n");
    expect(warnings).toEqual([]);
  });

  it.each([
    ["Windows line ends", `---\r\n${good.replace("\n", "\r\n")}\r\n---\r\nBody`],
    ["a byte order mark", `\uFEFF---\n${good}\n---\nBody`],
    ["an alias", `---\nname: &n notes\ndescription: Writes notes.\nlicense: *n\n---\n`],
    ["a folded text", "---\nname: notes\ndescription: >-\n  Writes\n  notes.\n---\n"],
    ["no body", `---\n${good}\n---`],
  ])("can have %s", (_, text) => {
    expect(parseSkill(text, "notes")).toMatchObject({ problems: [], frontmatter: { name: "notes", description: "Writes notes." } });
  });

  it("says what it does not know, and still loads", () => {
    expect(parseSkill(`---\n${good}\nautor: me\n---\n`, "notes")).toMatchObject({ warnings: ["unknown key: autor"], problems: [] });
  });

  it("can keep a skill from the model", () => {
    expect(parseSkill(`---\n${good}\ndisable-model-invocation: true\n---\n`, "notes").frontmatter?.listed).toBe(false);
  });

  it.each<[string, string, readonly string[]]>([
    ["there is none", "# Notes\n", ["1: the file does not begin with --- and a YAML frontmatter"]],
    ["it is not closed", `---\n${good}\n`, ["1: the frontmatter is not closed by ---"]],
    ["it is a list", "---\n- a\n---\n", ["2: the frontmatter is no YAML mapping"]],
    ["it is empty", "---\n---\n", ["2: the frontmatter is no YAML mapping"]],
    ["all is missing", "---\nlicense: MIT\n---\n", ["2: name is missing", "2: description is missing"]],
    [
      "much is wrong",
      "---\nname: Notes\nlicense: [MIT]\ndescription:\nmetadata: 3\ndisable-model-invocation: maybe\n---\n",
      [
        '2: name "Notes" may hold lower-case letters, digits, and single hyphens between them',
        "4: description has to be a text",
        "3: license has to be a text",
        "5: metadata has to be a mapping",
        "6: disable-model-invocation has to be true or false",
      ],
    ],
    ["the name is another's", "---\nname: other\ndescription: x\n---\n", ['2: name other is not that of its folder, "notes"']],
    [
      "a description is too long",
      `---\nname: notes\ndescription: ${"x".repeat(1025)}\n---\n`,
      ["3: description is longer than 1024 characters"],
    ],
    ["metadata nests", `---\n${good}\nmetadata:\n  a: {b: 1}\n---\n`, ["5: metadata: a has to be a text"]],
    ["a key is a mapping", `---\n${good}\n? {a: 1}\n: 2\n---\n`, ["4: a key is no plain text"]],
  ])("says in which line, where %s", (_, text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  it("says where YAML breaks, and a key stands twice", () => {
    expect(problems(`---\nname: "notes\ndescription: x\n---\n`)[0]).toMatch(/^[234]: /);
    expect(problems(`---\n${good}\nname: again\n---\n`)).toEqual(["4: Map keys must be unique"]);
  });

  it.each([
    [
      "aliases of aliases",
      `---\na: &a [x,x,x]\n${Array.from({ length: 30 }, (_, i) => `${i === 0 ? "b0: &b0" : `b${i}: &b${i}`} [${i === 0 ? "*a,*a,*a,*a" : `*b${i - 1},*b${i - 1},*b${i - 1},*b${i - 1}`}]`).join("\n")}\n${good}\n---\n`,
    ],
    ["brackets", `---\n${good}\nlicense: ${"[".repeat(30_000)}\n---\n`],
    ["braces, closed in quoted texts", `---\n${good}\nlicense: ${"['}]', {'}': ".repeat(2000)}\n---\n`],
    ["list signs in a row", `---\n${"- ".repeat(15_000)}\n---\n`],
    ["key signs in a row", `---\n${"? ".repeat(15_000)}\n---\n`],
    ["list signs over many lines", `---\n${Array.from({ length: 60 }, (_, i) => " ".repeat(14 * i) + "- ".repeat(7)).join("\n")}x\n---\n`],
    ["indentation", `---\n${Array.from({ length: 240 }, (_, i) => `${" ".repeat(i)}a:`).join("\n")}\n---\n`],
    ["a frontmatter without end", `---\n${"a".repeat(5_000_000)}`],
    ["many lines of dashes", `---\n${"--\n".repeat(200_000)}`],
  ])("cannot be used to hang or crash the reader with %s", (_, text) => {
    const started = performance.now();
    parseSkill(text, "notes");
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it.each(["[", "{", "- ", "? ", "-\t", "a: [{"])(
    "that repeats %s without end never reaches the parser, which could end the process",
    (sign) => {
      const [problem] = parseSkill(`---\n${sign.repeat(2000)}\n---\n`, "notes").problems;
      expect(problem?.message).toBe("the frontmatter has more brackets, or more list signs in a row, than any skill needs");
    },
  );

  it("cannot set a prototype", () => {
    parseSkill(`---\n${good}\n__proto__: {polluted: yes}\nmetadata:\n  __proto__: polluted\n  constructor: x\n---\n`, "notes");
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("never throws, whatever the file holds", () => {
    const piece = fc.constantFrom(
      "---",
      "\n",
      "name: ",
      "notes",
      "description: ",
      "- ",
      "{",
      "}",
      "[",
      "]",
      "&a ",
      "*a",
      "!!js/function ",
      "? ",
      ": ",
      "|\n",
      "\t",
      "\u0000",
      '"',
      "metadata:",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30, size: "max" }), (pieces) => {
        const { frontmatter, problems } = parseSkill(`---\n${pieces.join("")}\n---\n`, "notes");
        expect(frontmatter === undefined).toBe(problems.length > 0);
      }),
      { numRuns: 500 },
    );
  });
});
