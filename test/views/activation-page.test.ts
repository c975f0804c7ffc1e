import { describe, test } from "vitest";
import { markdown } from "../../src/views/markdown/markdown.ts";
import { activationPage } from "../../src/views/page/activation-page.ts";
import { text } from "../../src/views/text/text.ts";
import { Golden } from "./golden.ts";
import { ANSWERS, REPORTS } from "./reports.ts";

const WIDTHS = [80, 120, undefined] as const;

describe.each(Object.entries(REPORTS))("the report %s", (name, report) => {
  const golden = new Golden(name);
  const answers = ANSWERS[name] ?? [];

  describe.each([false, true])("with every row: %s", (all) => {
    const page = activationPage(report, answers, { all });
    const length = all ? "all" : "short";

    test.each(WIDTHS.flatMap((columns) => [false, true].map((colour) => ({ columns, colour }))))(
      "reads well in $columns columns, colour $colour",
      ({ columns, colour }) => {
        const file = `${columns ?? "pipe"}.${length}${colour ? ".colour" : ""}.txt`;
        golden.matches(file, [...text.render(page, { all, colour, columns })].join(""));
      },
    );

    test("reads well as Markdown", () => {
      golden.matches(`${length}.md`, [...markdown.render(page, { all, colour: false, columns: undefined })].join(""));
    });
  });

  test("has no golden file left over", () => golden.isWhole());
});
