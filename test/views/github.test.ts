import { expect, test } from "vitest";
import { github } from "../../src/views/github.ts";
import { finding } from "./reports.ts";

const printed = (failed: Parameters<typeof finding>[0][], passed: Parameters<typeof finding>[0][] = []): string =>
  [...github.render({ failed: failed.map(finding), passed: passed.map(finding) }, { all: false, colour: false, columns: undefined })].join(
    "",
  );

test("what failed is an error, the rest a warning or a notice", () => {
  expect(printed([{ severity: "warning", message: "m" }], [{ severity: "warning", message: "n" }, { message: "o" }])).toBe(
    "::error title=vetoed%3A hook%3Aguard-shell::m\n::warning title=vetoed%3A hook%3Aguard-shell::n\n::notice title=vetoed%3A hook%3Aguard-shell::o\n",
  );
});

test("a name cannot end the title, add a property or begin a command", () => {
  expect(printed([{ subject: "hook:a,line=1::x%0A\n::error::y", message: "50% done\r\n::set-env name=x::y" }])).toBe(
    "::error title=vetoed%3A hook%3Aa%2Cline=1%3A%3Ax%250A\\n%3A%3Aerror%3A%3Ay::50%25 done\\r\\n::set-env name=x::y\n",
  );
});
