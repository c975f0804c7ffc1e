import { expect, test } from "vitest";
import { loaded } from "../../src/views/page/loaded.ts";
import { text } from "../../src/views/text/text.ts";
import { REPORTS, skill } from "./reports.ts";

function printed(row: Parameters<typeof skill>[0], all: boolean): string {
  const report = { ...REPORTS["ordinary"]!, skills: [skill(row)] };
  return [...text.render({ sections: [loaded(report, { all })] }, { all, colour: false, columns: undefined })].join("");
}

const UNASKED = { isolation: "none", sandbox: "none", routing_reason: "its plan asks for no isolation" };

test("a skill that asked for no sandbox and got none is not said to be routed, but with every detail", () => {
  expect(printed(UNASKED, false)).not.toContain("routed");
  expect(printed(UNASKED, true)).toContain("routed: its plan asks for no isolation");
});

test("a skill that asked for a sandbox is, whether it got it or not", () => {
  expect(printed({ ...UNASKED, isolation: "docker", routing_reason: "no docker here" }, false)).toContain(
    "routed: no docker here; docker planned, none chosen",
  );
  expect(printed({ isolation: "docker", sandbox: "docker", routing_reason: null }, false)).toContain("routed: docker");
});
