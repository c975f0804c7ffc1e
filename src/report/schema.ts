import { z } from "zod";
import { COMPLETENESS_STATUSES, FINDING_SEVERITIES, type ActivationReport } from "./report.ts";
import { ROW_SCHEMAS } from "./row-schemas.ts";
import { count, flag, integer, text, time, type Equal } from "./schema-parts.ts";

/*
 * The report's shape for those who read a saved one: the shipped JSON Schema is made of it. `report.ts` and
 * `report-rows.ts` have the same as interfaces; that the two are equal is checked by the compiler (`Equal`).
 */

const source = z.object({ name: z.string(), format: z.string(), spans: count, activation_spans: count });

const session = z.object({
  id: z.string(),
  agent: text,
  mode: text,
  workspace: text,
  workspace_trusted: flag,
  started_at: time,
  ended_at: time,
});

const run = z.object({ id: z.string(), started_at: time, ended_at: time });

const change = z.object({ item: z.string().describe("kind:name"), was: z.string(), now: z.string(), note: text });

const sinceLastRun = z.object({
  baseline: z.object({ session: z.string(), run: text }).nullable(),
  changes: z.array(change).nullable().describe("null without a baseline"),
});

const question = z.object({ tool: text, skill: text, hook: text, plugin: text, mcp: text, command: text, run: text });

const evidence = z
  .object({ trace_id: text, span_id: text, source: text, position: text })
  .describe("A span that states it, and where it was read");

const finding = z.object({
  code: z.string(),
  severity: z.enum(FINDING_SEVERITIES),
  subject: z.string().describe("kind:name"),
  message: z.string(),
  evidence: z.array(evidence),
});

const emitter = z.object({
  emitter: z.string(),
  session: text,
  expected: integer.describe("How many records it wrote; null where its end is not in the input"),
  seen: count,
  missing: z.array(z.string()).describe('Ranges of sequence numbers: "4-6", or "4" for one'),
});

const completeness = z.object({
  status: z.enum(COMPLETENESS_STATUSES),
  emitters: z.array(emitter),
  dropped_attributes: count,
  missing_parents: count.nullable().describe("null where that is not known"),
  duplicates_removed: count,
  degraded: z.array(z.object({ section: z.string(), reason: z.string() })),
});

const warning = z.object({ code: z.string(), message: z.string(), source: text, position: text });

const report = z.object({
  schema_version: z.literal("1"),
  sources: z.array(source),
  session: session.nullable(),
  runs: z.array(run),
  since_last_run: sinceLastRun.nullable(),
  question,
  hooks_fired: z.array(ROW_SCHEMAS.hooks_fired).nullable().describe("Dispatches of hooks that executed"),
  hooks_skipped: z.array(ROW_SCHEMAS.hooks_skipped).nullable().describe("Hooks that were considered and did not execute"),
  hooks: z.array(ROW_SCHEMAS.hooks).nullable().describe("Every hook known, one row a registration"),
  skills: z.array(ROW_SCHEMAS.skills).nullable(),
  plugins: z.array(ROW_SCHEMAS.plugins).nullable(),
  mcp_servers: z.array(ROW_SCHEMAS.mcp_servers).nullable(),
  mcp_tools: z.array(ROW_SCHEMAS.mcp_tools).nullable(),
  trust_changes: z.array(ROW_SCHEMAS.trust_changes).nullable(),
  provenance: z.array(ROW_SCHEMAS.provenance).nullable(),
  policies: z.array(ROW_SCHEMAS.policies).nullable(),
  surfaces: z.array(ROW_SCHEMAS.surfaces).nullable(),
  disables: z.array(ROW_SCHEMAS.disables).nullable(),
  findings: z.array(finding),
  completeness,
  warnings: z.array(warning),
});

/** The report's schema: every field is there, null where it is not known; fields that a later version added are let pass. */
export const reportSchema: z.ZodType<ActivationReport> = report;

/** The report's JSON Schema (draft 2020-12), as shipped beside the library. */
export function reportJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(report, { io: "input", target: "draft-2020-12", reused: "ref" });
  return {
    $schema,
    title: "ActivationReport",
    description:
      "Which extensions of an AI agent were active in a session, and why: what `explain activation --format json` prints. null means not known, an empty list means known to be none.",
    ...schema,
  };
}

/** A field that only one of the two has is an error here. */
const EQUAL: Equal<z.output<typeof report>, ActivationReport> = true;
void EQUAL;
