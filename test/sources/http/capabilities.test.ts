import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CAPABILITIES, type Capabilities } from "../../../src/sources/http/capabilities.ts";
import { BACKENDS } from "../../../src/sources/open.ts";

const ROWS: Readonly<Record<keyof Capabilities, string>> = {
  session: "finds a session",
  time: "finds a time",
  activations: "finds activations",
  pages: "has pages",
  lists: "keeps lists",
  types: "keeps types",
  nanoseconds: "keeps nanoseconds",
};

it("docs/backends.md says what the backends can do as the code has it", () => {
  const document = readFileSync(new URL("../../../docs/backends.md", import.meta.url), "utf8").replaceAll(/ +/g, " ");
  for (const [capability, title] of Object.entries(ROWS)) {
    const cells = BACKENDS.map((backend) => {
      const { able, how } = CAPABILITIES[backend][capability as keyof Capabilities];
      return `${able ? "yes" : "no"}: ${how}`;
    });
    expect(document).toContain(`| ${title} | ${cells.join(" | ")} |\n`);
  }
});
