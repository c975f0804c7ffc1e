// `npm run docs`: writes docs/conventions.md from the contract. Needs a build (`npm run build`).
import { writeFileSync } from "node:fs";
import { CODECS, SCHEMA_VERSION, SCOPE_NAME } from "../dist/activation/activation.js";
import { COMMON_FIELDS } from "../dist/activation/common.js";
import { REASON_CODES } from "../dist/activation/reason-code.js";
import { TOOL_CALL_FIELDS } from "../dist/activation/tool-call.js";
import { conventionsMarkdown } from "./conventions.mjs";

const text = conventionsMarkdown({ CODECS, COMMON_FIELDS, TOOL_CALL_FIELDS, REASON_CODES, SCHEMA_VERSION, SCOPE_NAME });
writeFileSync(new URL("../docs/conventions.md", import.meta.url), text);
