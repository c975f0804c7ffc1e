import { describe, expect, it } from "vitest";
import { buildActivationReport } from "../../src/report/builder.ts";
import type { AnyValue, SpanRecord } from "../../src/sources/span.ts";
import { emitter, sessionOf, type Emitter, type EmitterOptions } from "../helpers/spans.ts";

const ran = { event: "PreToolUse", decision: "ran", name: "audit" } as const;

function completeness(write: (agent: Emitter) => void, options: Parameters<typeof buildActivationReport>[1] = {}) {
  const agent = emitter();
  write(agent);
  return buildActivationReport(agent.spans, options).completeness;
}

const whole = (agent: Emitter): void => {
  agent.start();
  agent.write("hook", ran);
  agent.end();
};

describe("completeness", () => {
  it("is complete where every emitter ended and nothing is missing", () => {
    expect(completeness(whole)).toEqual({
      status: "complete",
      emitters: [{ emitter: "e-1", session: "s-1", expected: 3, seen: 3, missing: [] }],
      dropped_attributes: 0,
      missing_parents: 0,
      duplicates_removed: 0,
      degraded: [],
    });
  });

  it("names what is missing by ranges, up to what the end says was written", () => {
    const found = completeness((agent) => {
      agent.start();
      agent.lose();
      agent.write("hook", ran);
      agent.lose(3);
      agent.write("hook", ran);
      agent.end({ records: 20 });
    });
    expect(found).toMatchObject({ status: "incomplete", emitters: [{ expected: 20, seen: 4, missing: ["2", "4-6", "9-20"] }] });
  });

  it("sees a gap of an emitter that never ended, and of one whose first records are lost", () => {
    const found = completeness((agent) => {
      agent.lose(2);
      agent.write("hook", ran);
    });
    expect(found).toMatchObject({ status: "incomplete", emitters: [{ expected: null, seen: 1, missing: ["1-2"] }] });
  });

  it("keeps a hostile sequence number from costing anything", () => {
    const found = completeness((agent) => {
      agent.sequence = Number.MAX_SAFE_INTEGER - 2;
      agent.write("hook", ran);
    });
    expect(found.emitters[0]?.missing).toEqual([`1-${Number.MAX_SAFE_INTEGER - 2}`]);
  });

  describe("of a session that somebody began who sees no extension", () => {
    const launched = (agent: Emitter): void => {
      agent.start();
      agent.write("disable", { target: "hook", targetName: "guard", state: "disabled", accepted: true, origin: "flag" });
      agent.end();
    };
    const launcher = (): Emitter => {
      const launcher = emitter({ id: "e-run", agent: null });
      launched(launcher);
      return launcher;
    };

    it("is unknown where no agent recorded anything, and says so", () => {
      const { completeness: found, hooks_fired, hooks_skipped, warnings } = buildActivationReport(launcher().spans);
      expect(found.status).toBe("unknown");
      expect([hooks_fired, hooks_skipped]).toEqual([null, null]);
      expect(warnings.map(({ code }) => code)).toEqual(["no_agent"]);
    });

    it.each<[what: string, options: EmitterOptions, write: (agent: Emitter) => void]>([
      ["names itself", {}, () => {}],
      ["has no name, and states a dispatch", { agent: null }, (agent) => agent.write("hook", ran)],
      ["has no name, and lists what there is", { agent: null }, (agent) => agent.write("session", { phase: "inventoried", inventory: [] })],
      ["has no name, and runs", { agent: null }, (agent) => agent.write("run", { phase: "started" })],
    ])("is complete where an agent in it %s", (_what, options, write) => {
      const agent = emitter(options);
      agent.start();
      write(agent);
      agent.end();
      const report = buildActivationReport([...launcher().spans, ...agent.spans]);
      expect(report.completeness.status).toBe("complete");
      expect(report.hooks_skipped).toEqual([]);
      expect(report.warnings).toEqual([]);
    });
  });

  it("is incomplete where the reader lost a record", () => {
    expect(completeness(whole, { lostRecords: true }).status).toBe("incomplete");
  });

  it.each<[string, (agent: Emitter) => void]>([
    ["an emitter has no end", (agent) => agent.start()],
    ["nothing is recorded", () => {}],
    ["an emitter goes on after its end", (agent) => (whole(agent), agent.write("hook", ran))],
    ["an emitter is a converter", (agent) => (agent.start({ convertedFrom: "transcript" }), agent.end())],
    [
      "a fact has no sequence number",
      (agent) => (whole(agent), agent.write("hook", ran, { attributes: { "activation.sequence": undefined } })),
    ],
    ["a fact has no emitter", (agent) => (whole(agent), agent.write("hook", ran, { attributes: { "activation.emitter": undefined } }))],
  ])("is unknown where %s", (_, write) => {
    expect(completeness(write).status).toBe("unknown");
  });

  it("is unknown where a source could not be read, which can hold the rest and the parents that are not seen", () => {
    expect(completeness(whole, { unreadSources: true })).toMatchObject({ status: "unknown", missing_parents: 0 });
    const orphan = (agent: Emitter): void => void agent.write("hook", ran, { parent: "00000000000000aa" });
    expect(completeness(orphan, { unreadSources: true }).missing_parents).toBeNull();
    const gap = (agent: Emitter): void => (agent.lose(), whole(agent));
    expect(completeness(gap, { unreadSources: true }).status).toBe("incomplete");
  });

  it("is unknown, and so are the missing parents, where the read was filtered", () => {
    expect(completeness(whole, { filtered: true })).toMatchObject({ status: "unknown", missing_parents: null });
  });

  it("does not take for lost what a filtered read left out before its first record; a gap after it is one", () => {
    const late = (agent: Emitter): void => {
      agent.lose(5);
      agent.write("hook", ran);
      agent.end({ totalHooksVetoed: 3 });
    };
    expect(completeness(late, { filtered: true })).toMatchObject({ status: "unknown", emitters: [{ expected: 7, seen: 2, missing: [] }] });
    const gap = (agent: Emitter): void => {
      agent.lose(5);
      agent.write("hook", ran);
      agent.lose();
      agent.end();
    };
    expect(completeness(gap, { filtered: true })).toMatchObject({ status: "incomplete", emitters: [{ missing: ["7"] }] });
  });

  it("counts the attributes that spans lost", () => {
    expect(completeness((agent) => agent.write("hook", ran, { droppedAttributes: 3 })).dropped_attributes).toBe(3);
  });
});

describe("a sequence number that two different records of an emitter have", () => {
  /** A process that lost a record, and one that was started again under its id and lost none. */
  const restarted = (lost: boolean): readonly SpanRecord[] => {
    const [first, second] = [emitter(), emitter({ traceId: "0".repeat(31) + "2", startsAt: 60 })];
    first.start();
    if (lost) first.lose();
    else first.write("hook", ran);
    first.write("hook", ran);
    first.end();
    whole(second);
    return [...first.spans, ...second.spans];
  };

  it("leaves it unknown whether all is here: a gap of the one can hide behind the other", () => {
    const { completeness: found, warnings } = buildActivationReport(restarted(true));
    expect(found).toMatchObject({ status: "unknown", emitters: [{ missing: [] }] });
    expect(warnings).toMatchObject([{ code: "repeated_sequence", source: "traces.jsonl", position: "line 1" }]);
    expect(warnings[0]?.message).toMatch(/^2 records have a sequence number that another record of the emitter e-1 has/);
  });

  it("leaves a gap that is seen all the same a gap", () => {
    const records = restarted(true).filter(({ attributes }) => attributes["activation.sequence"] !== 2);
    expect(buildActivationReport(records).completeness).toMatchObject({ status: "incomplete", emitters: [{ missing: ["2"] }] });
  });

  it("makes no inventory of that emitter one of which nothing can be missing", () => {
    const agent = emitter();
    agent.inventoried(["skill"]);
    agent.sequence -= 1;
    agent.end();
    expect(buildActivationReport(agent.spans).skills).toBeNull();
  });

  it("is none where it is one span that was read twice, or an emitter of the same id in another session", () => {
    const spans = restarted(false).slice(0, 4);
    expect(buildActivationReport([...spans, ...spans])).toMatchObject({ completeness: { status: "complete" }, warnings: [] });
    const changed = { ...spans[1]!, attributes: { ...spans[1]!.attributes, more: 1 } };
    expect(buildActivationReport([...spans, changed]).warnings.map(({ code }) => code)).toEqual(["same_id_different_content"]);
    const other = sessionOf(() => {}, { session: "s-2" });
    expect(buildActivationReport([...spans, ...other], { session: "s-1" }).completeness.status).toBe("complete");
  });
});

describe("a sequence number that is none", () => {
  const NONE: readonly (readonly [string, AnyValue])[] = [
    ["zero", 0],
    ["a negative one", -1],
    ["a fraction", 1.5],
    ["one beyond what a number holds exactly", 2 ** 60],
    ["one of 31 digits", 10n ** 30n],
    ["a word", "two"],
    ["an empty text", ""],
    ["no number at all", Number.NaN],
    ["infinity", Infinity],
    ["a list", [2]],
    ["a map", { low: "2" }],
    ["null", null],
    ["a boolean", true],
  ];
  const written = (value: AnyValue, more = 0) => {
    const agent = emitter();
    agent.start();
    agent.write("hook", ran, { attributes: { "activation.sequence": value } });
    agent.lose(more);
    agent.end();
    return buildActivationReport(agent.spans);
  };

  it.each(NONE)("%s is not called a missing record, and whether one is missing is unknown", (_, value) => {
    const { completeness: found, warnings, findings, hooks_fired } = written(value);
    expect(hooks_fired).toHaveLength(1);
    expect(found).toMatchObject({ status: "unknown", emitters: [{ expected: 3, seen: 2, missing: [] }] });
    expect(findings.filter(({ code }) => code === "missing_records")).toEqual([]);
    expect(warnings).toMatchObject([{ code: "unreadable_sequence", position: "line 2" }]);
    expect(warnings[0]?.message).toContain("its number can be among 2, which no record has");
  });

  it("says what stands in its place, a text told from a number", () => {
    expect(written("two").warnings[0]?.message).toContain(
      '1 record of the emitter e-1 has no sequence number that can be read (it says "two")',
    );
    expect(written(-1).warnings[0]?.message).toContain("(it says -1)");
  });

  it("accounts for one of several numbers that no record has: the others are missing", () => {
    const { completeness: found, findings } = written("two", 2);
    expect(found).toMatchObject({ status: "incomplete", emitters: [{ missing: ["2-4"] }] });
    expect(findings[0]?.message).toMatch(/^at least 2 records of the emitter e-1 are missing \(sequence 2-4\)/);
  });

  it("is read where a text says the number", () => {
    expect(written("2")).toMatchObject({ completeness: { status: "complete" }, warnings: [] });
  });

  it("can have been lost with other attributes of its span; one that was never written leaves a gap a gap", () => {
    const agent = emitter();
    agent.start();
    agent.write("hook", ran, { attributes: { "activation.sequence": undefined }, droppedAttributes: 4 });
    agent.end();
    expect(buildActivationReport(agent.spans).completeness.status).toBe("unknown");
    const [start, hook, end] = agent.spans;
    const never = buildActivationReport([start!, { ...hook!, droppedAttributes: 0 }, end!]);
    expect(never.completeness).toMatchObject({ status: "incomplete", emitters: [{ missing: ["2"] }] });
  });

  it("has no part in the order: such a record stands at its own time", () => {
    const agent = emitter();
    agent.write("hook", { ...ran, name: "first" }, { at: 1 });
    agent.write("hook", { ...ran, name: "last" }, { at: 3, attributes: { "activation.sequence": -7 } });
    agent.write("hook", { ...ran, name: "second" }, { at: 2 });
    expect(buildActivationReport(agent.spans).hooks_fired?.map((row) => row.hook_name)).toEqual(["first", "second", "last"]);
  });
});

describe("missing parents", () => {
  it("are the parents of activation spans that are not in the input, whatever span they are", () => {
    const agent = emitter();
    const model = agent.raw("chat", { "gen_ai.operation.name": "chat" }, { parent: null });
    const call = agent.call("Bash", {}, { parent: "00000000000000aa" });
    agent.write("hook", ran, { parent: model });
    agent.write("hook", ran, { parent: call });
    agent.write("hook", ran, { parent: "00000000000000bb" });
    agent.write("hook", ran, { parent: null });
    expect(buildActivationReport(agent.spans).completeness.missing_parents).toBe(1);
  });

  it("are not known where spans were passed over, among which they can be", () => {
    const spans = [{ name: "traces.jsonl", format: "otlp-json", spans: 90 }];
    const one = sessionOf((agent) => agent.write("hook", ran, { parent: "00000000000000bb" }));
    expect(buildActivationReport(one, { sources: spans }).completeness.missing_parents).toBeNull();
    expect(
      buildActivationReport(
        sessionOf(() => {}),
        { sources: spans },
      ).completeness.missing_parents,
    ).toBe(0);
  });
});

describe("null and []", () => {
  const sections = ["hooks_fired", "hooks_skipped", "policies", "surfaces", "disables"] as const;
  const items = ["hooks", "skills", "plugins", "mcp_servers", "mcp_tools", "trust_changes", "provenance"] as const;

  it("tell 'none, the emitters are complete' from 'not known'", () => {
    const complete = buildActivationReport(sessionOf(() => {}));
    for (const section of sections) expect(complete[section], section).toEqual([]);
    for (const section of items) expect(complete[section], section).toBeNull();
    const agent = emitter();
    agent.start();
    const unfinished = buildActivationReport(agent.spans);
    for (const section of [...sections, ...items]) expect(unfinished[section], section).toBeNull();
  });

  it.each([
    ["hook_registration", "hooks"],
    ["skill", "skills"],
    ["plugin", "plugins"],
    ["mcp_server", "mcp_servers"],
    ["mcp_tool", "mcp_tools"],
    ["mcp_trust", "trust_changes"],
  ] as const)("an inventory of %s makes empty %s known to be empty, and no other", (kind, section) => {
    const agent = emitter();
    agent.inventoried([kind]);
    const report = buildActivationReport(agent.spans);
    for (const each of items) expect(report[each], each).toEqual(each === section ? [] : null);
  });
});

describe("an inventory of which a record is missing", () => {
  it("makes no empty list known to be empty", () => {
    const agent = emitter();
    agent.start();
    agent.sequence += 1;
    agent.inventoried(["skill"]);
    agent.end();
    const whole = emitter({ id: "e-2" });
    whole.inventoried(["plugin"]);
    expect(buildActivationReport([...agent.spans, ...whole.spans])).toMatchObject({ skills: null, plugins: [] });
    expect(buildActivationReport(whole.spans, { lostRecords: true }).plugins).toBeNull();
  });
});

describe("a section that cannot be built", () => {
  it("is null and named, and takes no other section along", () => {
    const hostile = { kind: "skill" as const, name: "notes", sessionId: "s-1" };
    Object.defineProperty(hostile, "warnings", {
      enumerable: false,
      get: () => {
        throw new Error("no such warnings");
      },
    });
    const record = { activation: hostile, traceId: "", spanId: "", startTime: [1, 0], endTime: [1, 0] } as const;
    const report = buildActivationReport([record, ...sessionOf((agent) => agent.write("plugin", { name: "kit", status: "registered" }))]);
    expect(report.skills).toBeNull();
    expect(report.completeness.degraded).toEqual([{ section: "skills", reason: "no such warnings" }]);
    expect(report.plugins).toMatchObject([{ name: "kit" }]);
  });
});

describe("the totals of an emitter's end", () => {
  const veto = { name: "g", event: "PreToolUse", decision: "vetoed" } as const;
  const warned = (lost: number, stated: number, filtered = false) => {
    const agent = emitter();
    agent.start();
    agent.write("hook", veto);
    agent.lose(lost);
    agent.end({ totalHooksVetoed: stated });
    const { completeness, warnings } = buildActivationReport(agent.spans, { filtered });
    return [completeness.status, ...warnings.map(({ message }) => message)];
  };

  it("are no word on what is missing: that they exceed what was read is a warning", () => {
    expect(warned(0, 1)).toEqual(["complete"]);
    expect(warned(0, 3)).toEqual([
      "complete",
      "at its end the emitter e-1 counts 2 vetoes more than were read, and no missing record accounts for that",
    ]);
  });

  it("warn of no more than the missing records leave open, and of nothing where the read was filtered", () => {
    expect(warned(2, 3)).toEqual(["incomplete"]);
    expect(warned(1, 3)[1]).toContain("counts 1 veto more");
    expect(warned(0, 3, true)).toEqual(["unknown"]);
  });
});
