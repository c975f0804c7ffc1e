import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CODECS, SCHEMA_VERSION, SCOPE_NAME } from "../../src/activation/activation.ts";
import { COMMON_FIELDS } from "../../src/activation/common.ts";
import { REASON_CODES } from "../../src/activation/reason-code.ts";
import { TOOL_CALL_FIELDS } from "../../src/activation/tool-call.ts";
// @ts-expect-error a script of the repository, without types
import { conventionsMarkdown } from "../../scripts/conventions.mjs";

test("docs/conventions.md says what the contract says (else: npm run build && npm run docs)", () => {
  const document = readFileSync(new URL("../../docs/conventions.md", import.meta.url), "utf8");
  expect(document).toBe(conventionsMarkdown({ CODECS, COMMON_FIELDS, TOOL_CALL_FIELDS, REASON_CODES, SCHEMA_VERSION, SCOPE_NAME }));
});
