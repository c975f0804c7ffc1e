import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { CODECS, SCHEMA_VERSION, SCOPE_NAME } from "../../src/activation/activation.ts";
import { COMMON_FIELDS } from "../../src/activation/common.ts";
import { REASON_CODES } from "../../src/activation/reason-code.ts";
import { TOOL_CALL_FIELDS } from "../../src/activation/tool-call.ts";
import { readActivationReport } from "../../src/reader.ts";
import { streamSource } from "../../src/sources/files/file.ts";
// @ts-expect-error a script of the repository, without types
import { conventionsMarkdown } from "../../scripts/conventions.mjs";

const document = readFileSync(new URL("../../docs/conventions.md", import.meta.url), "utf8");

test("docs/conventions.md says what the contract says (else: npm run build && npm run docs)", () => {
  expect(document).toBe(conventionsMarkdown({ CODECS, COMMON_FIELDS, TOOL_CALL_FIELDS, REASON_CODES, SCHEMA_VERSION, SCOPE_NAME }));
});

test("the example in docs/conventions.md is whole, and is read as it says", async () => {
  const [, lines = ""] = /^```json\n(.*?)^```/ms.exec(document) ?? [];
  const source = streamSource(Readable.from([Buffer.from(lines)]));
  const { completeness, hooks_fired, warnings } = await readActivationReport([source]);
  expect(completeness.status).toBe("complete");
  expect(hooks_fired).toMatchObject([{ hook_name: "guard-shell", decision: "vetoed", reason: "writes outside the workspace" }]);
  expect(warnings).toEqual([]);
});
