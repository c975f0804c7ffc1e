import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { buildActivationReport } from "../../src/report/builder.ts";
import type { ActivationReport } from "../../src/report/report.ts";
import { reportJsonSchema, reportSchema } from "../../src/report/schema.ts";
import { sessionOf } from "../helpers/spans.ts";
import { spansOf } from "./generated.ts";

const everything = (): ActivationReport =>
  buildActivationReport(
    sessionOf((agent) => {
      agent.startRun("r-1");
      agent.write("hook_registration", { name: "g", event: "PreToolUse", state: "active", matcherSyntax: "all" });
      agent.call("Bash");
      agent.write(
        "hook",
        { name: "g", event: "PreToolUse", decision: "vetoed", evidenceDeclared: ["matcher"] },
        { attributes: { more: [1, { a: null }] } },
      );
      agent.write("hook", { name: "g", event: "PreToolUse", decision: "skipped" });
      agent.write("skill", { name: "n", status: "loaded", provenanceSigned: true, sourcePath: "a" });
      agent.write("plugin", { name: "k", status: "registered", renamedFrom: ["a"], renamedTo: ["b"] });
      agent.write("mcp_server", { server: "s", status: "connected" });
      agent.write("mcp_tool", { server: "s", tool: "t", available: true });
      agent.write("mcp_trust", { server: "s", change: "approved" });
      const decision = agent.write("policy", { action: "a", outcome: "deny" });
      agent.write("policy", { action: "a", name: "p", vote: "deny" }, { parent: decision });
      const seal = agent.write("surface", { phase: "seal", status: "sealed" });
      agent.write("diagnostic", { name: "x", severity: "ERROR", refusal: true }, { parent: seal });
      agent.write("disable", { target: "hook", targetName: "g", state: "disabled", accepted: true });
    }),
    { sinceLastRun: true, warnings: [{ code: "truncated_record", message: "cut off", source: "a", position: "line 1" }] },
  );

describe("the report's schema", () => {
  let validate: ReturnType<Ajv2020["compile"]>;

  beforeAll(() => {
    validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(reportJsonSchema());
  });

  it("takes a report that has every section, as zod and as JSON Schema", () => {
    const report = JSON.parse(JSON.stringify(everything())) as unknown;
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    expect(reportSchema.parse(report)).toEqual(report);
  });

  it("knows every field that a report has", () => {
    const schema = reportJsonSchema() as { properties: object; required: string[]; title: string };
    expect(schema.title).toBe("ActivationReport");
    expect(schema.required).toEqual(Object.keys(everything()));
    // Without the fields that it does not know, nothing is gone.
    expect(reportSchema.parse(everything())).toEqual(everything());
  });

  it("takes every report that is built of spans, whatever they say", () => {
    fc.assert(
      fc.property(spansOf, (spans) => {
        const report = JSON.parse(JSON.stringify(buildActivationReport(spans))) as unknown;
        expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
        reportSchema.parse(report);
      }),
      { numRuns: 200 },
    );
  });

  it.each<[string, (report: Record<string, unknown>) => void]>([
    ["another schema version", (report) => (report["schema_version"] = "2")],
    ["a section that is missing", (report) => delete report["skills"]],
    ["a count that is a text", (report) => (report["sources"] = [{ name: "a", format: "b", spans: "1", activation_spans: 1 }])],
    ["an unknown completeness", (report) => (report["completeness"] = { ...(report["completeness"] as object), status: "fine" })],
  ])("refuses %s", (_, spoil) => {
    const report = JSON.parse(JSON.stringify(everything())) as Record<string, unknown>;
    spoil(report);
    expect(validate(report)).toBe(false);
    expect(reportSchema.safeParse(report).success).toBe(false);
  });

  it("lets pass what a later version added", () => {
    const later = { ...everything(), new_section: [1] };
    expect(validate(JSON.parse(JSON.stringify(later)))).toBe(true);
    expect(reportSchema.safeParse(later).success).toBe(true);
  });
});
