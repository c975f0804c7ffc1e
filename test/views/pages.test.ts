import { describe, expect, test } from "vitest";
import { bytes } from "../../src/views/page/bytes.ts";
import { checkPage } from "../../src/views/page/check-page.ts";
import { diagnosisPage } from "../../src/views/page/diagnosis-page.ts";
import type { Page } from "../../src/views/page/page.ts";
import { sessionsPage } from "../../src/views/page/sessions-page.ts";
import { count, names, period } from "../../src/views/page/words.ts";
import { text } from "../../src/views/text/text.ts";
import { Golden } from "./golden.ts";
import { finding } from "./reports.ts";

const golden = new Golden("pages");
const printed = (page: Page, columns?: number): string => [...text.render(page, { all: false, colour: false, columns })].join("");
const all = { all: true };

const failed = [
  finding({ code: "failed_open", severity: "error", subject: "hook:scan", message: "scan timed out on shell.exec: the action went on" }),
];
const passed = [finding({})];
const session = {
  id: "s-demo",
  agent: "demo-agent",
  workspace: "~/project",
  started_at: "2026-01-05T09:00:00.000Z",
  last_written_at: "2026-01-05T09:04:10.500Z",
  files: 2,
  bytes: 14_300,
};

describe("pages of the other commands", () => {
  test.each<readonly [string, Page]>([
    ["check-failed", checkPage({ failed, known: passed, passed, stale: [{ code: "vetoed", subject: "hook:gone" }] }, all)],
    ["check-passed", checkPage({ failed: [], known: [], passed, stale: [] }, all)],
    ["check-nothing", checkPage({ failed: [], known: [], passed: [], stale: [] }, all)],
    [
      "sessions",
      sessionsPage(
        {
          journal: "~/.local/state/extension-activation",
          sessions: [session, { ...session, id: null, agent: null, workspace: null, started_at: null, bytes: 812 }],
          pruned: { sessions: 3, bytes: 5_120_000 },
        },
        all,
      ),
    ],
    ["sessions-none", sessionsPage({ journal: "~/.local/state/extension-activation", sessions: [], pruned: null }, all)],
    [
      "doctor",
      diagnosisPage([
        { check: "node_version", verdict: "ok", message: "Node.js 20.20.2", mend: null },
        {
          check: "journal_off",
          verdict: "problem",
          message: "the journal is turned off: ACTIVATION_JOURNAL=off",
          mend: "unset ACTIVATION_JOURNAL",
        },
        {
          check: "otlp_answer",
          verdict: "note",
          message: "http://localhost:4318/v1/traces answers with HTTP 500 to an empty export",
          mend: null,
        },
      ]),
    ],
  ])("%s", (name, page) => {
    golden.matches(`${name}.txt`, printed(page, 80));
  });

  test("have no golden file left over", () => golden.isWhole());
});

describe("words", () => {
  test.each([
    [0, "0 B"],
    [812, "812 B"],
    [1_400, "1.4 KB"],
    [14_300, "14 KB"],
    [5_120_000, "5.1 MB"],
    [1_074_000_000, "1.1 GB"],
  ])("%i bytes are %s", (number, shown) => {
    expect(bytes(number)).toBe(shown);
  });

  test("numbers have their noun", () => {
    expect([count(1, "hook"), count(2, "hook"), count(0, "entry", "entries"), count(12_345, "hook")]).toEqual([
      "1 hook",
      "2 hooks",
      "0 entries",
      "12,345 hooks",
    ]);
  });

  test("names are listed up to a limit, never with one left out alone", () => {
    const shown = (listed: readonly string[], limit: number): string =>
      printed({ sections: [{ title: "T", lead: names(listed, limit), blocks: [] }] });
    expect(shown(["a", "b", "c"], 2)).toBe("T  a, b, c\n");
    expect(shown(["a", "b", "c", "d"], 2)).toBe("T  a, b and 2 more\n");
  });

  test("a period names its day once", () => {
    expect(period("2026-01-05T09:00:00.000000001Z", "2026-01-05T10:00:00Z")).toBe("2026-01-05 09:00:00 to 10:00:00");
    expect(period("2026-01-05T23:00:00Z", "2026-01-06T01:00:00Z")).toBe("2026-01-05 23:00:00 to 2026-01-06 01:00:00");
    expect(period("soon", "later")).toBe("soon to later");
  });
});
