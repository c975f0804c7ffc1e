import { propagation, ROOT_CONTEXT } from "@opentelemetry/api";
import { core } from "@opentelemetry/sdk-node";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DISABLE_KINDS } from "../../src/activation/disable.ts";
import { decodeDisabled, encodeDisabled } from "../../src/session/baggage-member.ts";
import { itemOf, type DisableTarget } from "../../src/session/disabled-set.ts";
import { readIncoming } from "../../src/session/incoming.ts";

/** Names as people and programs give them, and as nobody would. */
const names = fc.oneof(
  fc.string({ minLength: 1, unit: "binary" }),
  fc.string({
    minLength: 1,
    unit: fc.constantFrom("!", ".", ",", ";", "=", "%", "%21", "%2", "+", " ", '"', "\\", "*", "é", "守", "🙂", "\0", "\n", "a"),
  }),
);
const targets = fc.uniqueArray(fc.record({ kind: fc.constantFrom(...DISABLE_KINDS), name: names }), { selector: itemOf });

const decoded = (header: string): readonly string[] => readIncoming({ baggage: header }).targets.map(({ kind, name }) => `${kind}:${name}`);

describe("the member activation.disabled", () => {
  it("writes ordinary names without an escape", () => {
    const disabled: DisableTarget[] = [
      { kind: "hook", name: "guard-shell" },
      { kind: "skill", name: "release_notes" },
      { kind: "mcp_tool", name: "wiki.*" },
    ];
    expect(encodeURIComponent(encodeDisabled(disabled))).toBe("hook.guard-shell!skill.release_notes!mcp_tool.wiki.*");
  });

  it.each([
    ["as we write it", "activation.disabled=hook.lint!plugin.acme!mcp_tool.docs_*", ["hook:lint", "plugin:acme", "mcp_tool:docs_*"]],
    ["a space in a name", "activation.disabled=hook.lint%2520all", ["hook:lint all"]],
    ["a plus that is escaped", "activation.disabled=skill.c%252B%252B", ["skill:c++"]],
    ["a plus that is not: it is no space", "activation.disabled=skill.c++", ["skill:c++"]],
    ["properties after a semicolon", "activation.disabled=hook.lint;ttl=3;x", ["hook:lint"]],
    [
      "a separator in a name, and one that another stack escaped",
      "activation.disabled=hook.go%2521%21hook.v2.0",
      ["hook:go!", "hook:v2.0"],
    ],
    ["letters of other scripts", "activation.disabled=plugin.%25D0%25BF", ["plugin:п"]],
    ["spaces round the signs, between others' members", " a = 1 , activation.disabled = hook.a%2525 ; p=q , b=2", ["hook:a%"]],
    ["a sign of equality that is not escaped", "activation.disabled=hook.a=b==", ["hook:a=b=="]],
    ["an escaped dot and an escaped key", "activation%2Edisabled=hook%2Elint", ["hook:lint"]],
    ["the member twice: none is lost", "activation.disabled=hook.a,x=1,activation.disabled=hook.b!hook.a", ["hook:a", "hook:b"]],
    ["nothing", "activation.disabled=", []],
  ])("is read: %s", (_title, header, expected) => {
    expect(decoded(header)).toEqual(expected);
    expect(readIncoming({ baggage: header }).unrecognised).toEqual([]);
  });

  it.each([
    "hook",
    "hook.",
    "tool.x",
    "Hook.x",
    ".x",
    "hook.%25",
    "hook.%25ZZ",
    "hook.%",
    "hook.%25ff",
    "__proto__.x",
    "constructor.x",
    "hook.\ud800",
  ])("does not follow %j, and says so", (item) => {
    const { targets, unrecognised } = decodeDisabled(`hook.before!${item}!hook.after`);
    expect(targets.map(itemOf)).toEqual(["hook.before", "hook.after"]);
    expect(unrecognised).toEqual([item]);
  });

  it("gives back every name and its order", () => {
    fc.assert(
      fc.property(targets, (disabled) => {
        const { targets, unrecognised } = decodeDisabled(encodeURIComponent(encodeDisabled(disabled)));
        expect(targets).toEqual(disabled);
        expect(unrecognised).toEqual([]);
      }),
    );
  });

  it("gives back every name that went through OpenTelemetry's own propagator", () => {
    const propagator = new core.W3CBaggagePropagator();
    fc.assert(
      fc.property(
        targets.filter((disabled) => disabled.length > 0 && encodeURIComponent(encodeDisabled(disabled)).length < 4000),
        (disabled) => {
          const baggage = propagation.createBaggage({ "activation.disabled": { value: encodeDisabled(disabled) } });
          const carrier: Record<string, string> = {};
          propagator.inject(propagation.setBaggage(ROOT_CONTEXT, baggage), carrier, { set: (to, key, value) => (to[key] = value) });
          expect(readIncoming(carrier).targets).toEqual(disabled);
        },
      ),
    );
  });

  it("refuses to write half of a surrogate pair, or an empty name, and says which", () => {
    expect(() => encodeDisabled([{ kind: "hook", name: "a\ud800" }])).toThrow(/"a\\ud800" has half of a surrogate pair/);
    expect(() => encodeDisabled([{ kind: "skill", name: "" }])).toThrow(/kind skill has an empty name/);
  });

  it("reads whatever text, and turns off only what it says in full", () => {
    const pieces = fc.constantFrom(
      "hook.",
      "skill.",
      "hook.a",
      "activation.disabled",
      "=",
      "!",
      "%21",
      "%",
      "%25",
      ",",
      ";",
      ".",
      " ",
      "\ud800",
      "\0",
    );
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(fc.oneof(pieces, fc.string())).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        for (const target of [...readIncoming({ baggage: text }).targets, ...decodeDisabled(text).targets]) {
          expect(DISABLE_KINDS).toContain(target.kind);
          expect(target.name).not.toBe("");
          expect(decodeDisabled(encodeURIComponent(encodeDisabled([target]))).targets).toEqual([target]);
        }
      }),
      { numRuns: 500 },
    );
  });
});
