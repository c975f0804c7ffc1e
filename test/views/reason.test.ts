import { expect, test } from "vitest";
import { reason } from "../../src/views/page/row.ts";

test.each([
  ["no", "vetoed_by_hook", "no"],
  ["", "vetoed_by_hook", "vetoed by hook"],
  [" \n", "vetoed_by_hook", "vetoed by hook"],
  [" \n", null, "the reason is not known"],
  [null, "no_reason_given", "no reason was given"],
])("the reason %j with the code %j is told as %j", (sentence, code, told) => {
  expect(reason({ reason: sentence, reason_code: code })).toBe(told);
});
