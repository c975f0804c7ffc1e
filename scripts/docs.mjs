// `npm run docs`: writes docs/conventions.md from the contract.
import { writeFileSync } from "node:fs";
import { conventionsMarkdown } from "./conventions.mjs";
import { importSource } from "./source.mjs";

const { CODECS, SCHEMA_VERSION, SCOPE_NAME } = await importSource("src/activation/activation.ts");
const { COMMON_FIELDS } = await importSource("src/activation/common.ts");
const { REASON_CODES } = await importSource("src/activation/reason-code.ts");
const { TOOL_CALL_FIELDS } = await importSource("src/activation/tool-call.ts");

const text = conventionsMarkdown({ CODECS, COMMON_FIELDS, TOOL_CALL_FIELDS, REASON_CODES, SCHEMA_VERSION, SCOPE_NAME });
writeFileSync(new URL("../docs/conventions.md", import.meta.url), text);
