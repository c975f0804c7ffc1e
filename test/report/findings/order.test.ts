import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ActivationKind } from "../../../src/activation/activation.ts";
import { CODECS } from "../../../src/activation/activation.ts";
import { COMMON_FIELDS } from "../../../src/activation/common.ts";
import { buildActivationReport } from "../../../src/report/builder.ts";
import type { Facts } from "../../../src/report/facts.ts";
import { FINDING_CODES, findings, severityOf } from "../../../src/report/findings/index.ts";
import { emitter } from "../../helpers/spans.ts";
import { codes, concluded } from "./concluded.ts";

describe("findings", () => {
  test("stand with the most serious first, then in the order of the session", () => {
    const found = concluded((agent) => {
      agent.write("hook", {
        name: "late",
        event: "PreToolUse",
        decision: "vetoed",
        outcome: "completed",
        reason: "no",
        reasonCode: "vetoed_by_hook",
      });
      agent.write("skill", { name: "notes", status: "skipped", reason: "no access", reasonCode: "unreadable", sourcePath: "n/SKILL.md" });
      agent.write("plugin", { name: "b", status: "failed", reason: "broken", reasonCode: "load_error" });
      agent.write("plugin", { name: "a", status: "failed", reason: "broken", reasonCode: "load_error" });
    });
    expect(codes(found)).toEqual(["plugin_failed plugin:b", "plugin_failed plugin:a", "skill_skipped skill:notes", "vetoed hook:late"]);
  });

  test("survive a rule that throws: it is named, the others are applied", () => {
    const broken = new Proxy({} as Facts, {
      get: (_target, key) => {
        if (key === "selected") return null;
        throw new Error(`no ${String(key)}`);
      },
    });
    const degraded: string[] = [];
    expect(findings(broken, ({ section, reason }) => degraded.push(`${section}: ${reason}`))).toEqual([]);
    expect(degraded).toContain("findings: the rule vetoes could not be applied: no report");
  });
});

/** Names as a hostile trace has them. */
const hostile = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "",
    "*",
    "a".repeat(5000),
    "\u001b[2K",
    "\u202egnp",
    "guard",
    "mcp__a__b",
    "a|b|",
    "${x}",
    "(a+)+$",
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
);

/** Any value for any attribute that a kind has, right type or not. */
const spansOf = fc.array(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(CODECS) as ActivationKind[])),
    values: fc.dictionary(
      fc.nat({ max: 60 }).map(String),
      fc.oneof(hostile, fc.boolean(), fc.integer(), fc.array(hostile, { maxLength: 3 })),
      { maxKeys: 14 },
    ),
    call: fc.boolean(),
    tool: hostile,
  }),
  { maxLength: 14 },
);

describe("any trace", () => {
  test("gives findings without a rule that fails, of known codes, each with its evidence", () => {
    fc.assert(
      fc.property(spansOf, hostile, fc.boolean(), (written, asked, filter) => {
        const agent = emitter();
        agent.start();
        for (const { kind, values, call, tool } of written) {
          if (call) agent.call(tool);
          const fields = Object.values({ ...COMMON_FIELDS, ...CODECS[kind].fields });
          const attributes: Record<string, never> = Object.create(null);
          for (const [index, value] of Object.entries(values)) {
            const field = fields[Number(index) % fields.length] as { readonly attribute: string; readonly values?: readonly string[] };
            if (field.attribute !== "session.id")
              attributes[field.attribute] = (
                field.values === undefined || Number(index) % 3 === 0 ? value : (field.values[Number(index) % field.values.length] ?? value)
              ) as never;
          }
          agent.raw(kind, {
            "session.id": "s-1",
            "activation.kind": kind,
            "activation.emitter": "e-1",
            "activation.sequence": (agent.sequence += 1),
            ...attributes,
          });
        }
        agent.end();
        const report = buildActivationReport(agent.spans, filter ? { question: { tool: asked } } : {});
        expect(report.completeness.degraded).toEqual([]);
        for (const finding of report.findings) {
          expect(FINDING_CODES).toContain(finding.code);
          expect(finding.severity).toBe(severityOf(finding.code as never));
          expect(finding.subject).toMatch(/^[a-z_]+:/);
          expect(finding.message).not.toBe("");
          if (finding.code !== "no_record") expect(finding.evidence.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("is judged in a time that grows with it, not with its square", () => {
    const time = (size: number): number => {
      const agent = emitter();
      agent.start();
      for (let i = 0; i < size; i += 1) {
        agent.write("hook_registration", {
          name: `hook-${i}`,
          event: "PreToolUse",
          matcher: `post_${i % 50}`,
          matcherSyntax: "exact",
          state: "active",
          command: "./x.sh",
        });
        agent.write("hook", {
          name: "x",
          event: "PreToolUse",
          decision: "skipped",
          matcher: "mcp__w",
          toolName: `mcp__w__${i}`,
          reasonCode: "not_matched",
        });
        agent.write("skill", { name: "same", status: "loaded", sourcePath: `${i}/SKILL.md`, shadows: [`${i + 1}/SKILL.md`] });
        agent.write("mcp_tool", { name: "t", tool: `t${i}`, server: `s${i}`, toolName: "t", available: true });
        agent.write("disable", { name: `n${i}`, target: "skill", targetName: `n${i}`, state: "disabled", accepted: true, matched: 0 });
        agent.call(`mcp__z__post_${i}`);
      }
      agent.end();
      const start = performance.now();
      buildActivationReport(agent.spans);
      return performance.now() - start;
    };
    time(50);
    expect(time(800)).toBeLessThan(Math.max(20 * time(100), 2000));
  });
});
