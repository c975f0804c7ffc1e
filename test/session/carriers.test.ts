import { propagation, ROOT_CONTEXT, trace, type Context } from "@opentelemetry/api";
import { core } from "@opentelemetry/sdk-node";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { createRecorder } from "../../src/emit/recorder.ts";
import { BaggageLimitError } from "../../src/session/baggage-limit.ts";
import type { Carrier } from "../../src/session/carrier.ts";
import { Session, type FromOptions } from "../../src/session/session.ts";

const SPAN = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", traceFlags: 1 };
const TRACEPARENT = `00-${SPAN.traceId}-${SPAN.spanId}-01`;

function parent(): Session {
  const session = new Session({ id: "s-1", run: "r-1" });
  session.settle();
  session.disable({ kind: "hook", name: "guard" });
  session.disable({ kind: "mcp_tool", name: "issues/*" });
  return session;
}

/** A recorder over a session, as a process has that comes up with it; what it wrote of disables. */
function disableFacts(session: Session): readonly object[] {
  const recorder = createRecorder(session);
  recorder.startSession();
  recorder.hookRegistration({ name: "guard", event: "PreToolUse", state: "active", reasonCode: "always_active" });
  recorder.hookRegistration({ name: "audit", event: "PreToolUse", state: "active", reasonCode: "always_active", protected: true });
  recorder.inventoried(["hook_registration"]);
  recorder.endSession();
  const activations = Array.from(session.records(), ({ activation }) => activation);
  const sequences = activations.map((activation) => ("sequence" in activation ? activation.sequence : 0));
  expect(sequences.toSorted((a = 0, b = 0) => a - b)).toEqual(activations.map((_, i) => i + 1));
  expect(activations[0]).toMatchObject({ kind: "session", phase: "started" });
  return activations.filter(({ kind }) => kind === "disable");
}

describe("out of a process", () => {
  it.each([
    ["HTTP headers", { host: "x", baggage: "team=blue;p=1, other=%2C" }],
    ["MCP's _meta", { progressToken: 7, baggage: "team=blue;p=1,other=%2C" }],
    ["fetch's headers", new Headers({ baggage: "team=blue;p=1, other=%2C" })],
  ])("goes the session into %s, beside what others have there, as it was", (_title, carrier) => {
    parent().inject(carrier, ROOT_CONTEXT);
    const baggage = carrier instanceof Headers ? carrier.get("baggage") : carrier.baggage;
    expect(baggage).toBe(
      "team=blue;p=1,other=%2C,session.id=s-1,activation.run.id=r-1,activation.disabled=hook.guard!mcp_tool.issues%252F*",
    );
  });

  it("replaces what it wrote before; an empty set takes the member away", () => {
    const session = parent();
    const carrier = session.inject(
      { baggage: "activation.disabled=hook.old,activation%2Edisabled=hook.older,session.id=other" },
      ROOT_CONTEXT,
    );
    expect(carrier.baggage).not.toContain("old");
    for (const target of session.disabled) session.enable(target);
    session.setRun(undefined);
    expect(session.inject(carrier, ROOT_CONTEXT).baggage).toBe("session.id=s-1");
  });

  it("gives a carrier the active span, but takes none away that is there", () => {
    const context = trace.setSpanContext(ROOT_CONTEXT, { ...SPAN, traceState: new core.TraceState("a=b") });
    expect(parent().inject<Record<string, unknown>>({}, context)).toMatchObject({ traceparent: TRACEPARENT, tracestate: "a=b" });
    expect(parent().inject({ traceparent: "theirs" }, context).traceparent).toBe("theirs");
  });

  it("makes an environment of another, which it leaves alone", () => {
    const env = { PATH: "/bin", EMPTY: undefined, BAGGAGE: "team=blue", TRACESTATE: "old=1" };
    const before = { ...env };
    const child = parent().childEnvironment(env, trace.setSpanContext(ROOT_CONTEXT, SPAN));
    expect(env).toEqual(before);
    expect(child).toEqual({
      PATH: "/bin",
      BAGGAGE: "team=blue,session.id=s-1,activation.run.id=r-1,activation.disabled=hook.guard!mcp_tool.issues%252F*",
      TRACEPARENT,
    });
  });

  it("gives a child the span of the parent process where none is active, and none where there is none", () => {
    const session = new Session({ parent: { ...SPAN, isRemote: true } });
    expect(session.childEnvironment({}, ROOT_CONTEXT)["TRACEPARENT"]).toBe(TRACEPARENT);
    expect(parent().childEnvironment({}, ROOT_CONTEXT)).not.toHaveProperty("TRACEPARENT");
  });

  it("becomes plain OpenTelemetry baggage where that is asked for", () => {
    const theirs = propagation.setBaggage(ROOT_CONTEXT, propagation.createBaggage({ team: { value: "blue, green" } }));
    const carrier: Record<string, string> = {};
    new core.W3CBaggagePropagator().inject(parent().baggage(theirs), carrier, { set: (to, key, value) => (to[key] = value) });
    expect(carrier["baggage"]).toContain("team=blue%2C%20green");
    expect(Session.from(carrier, { trust: true }).disabled).toEqual(parent().disabled);
  });

  it("stays within the process otherwise", () => {
    const carrier = {};
    new core.W3CBaggagePropagator().inject(parent().bind(ROOT_CONTEXT), carrier, { set: () => expect.unreachable() });
    expect(Session.current(parent().bind(ROOT_CONTEXT))?.id).toBe("s-1");
  });
});

describe("the limits of W3C Baggage", () => {
  const many = (count: number, name: (i: number) => string): Session => {
    const session = new Session({ id: "s-1" });
    session.settle();
    for (let i = 0; i < count; i++) session.disable({ kind: "hook", name: name(i) });
    return session;
  };
  const others = (count: number, size: number): string => Array.from({ length: count }, (_, i) => `k${i}=${"v".repeat(size)}`).join(",");

  it.each([
    ["one member", many(400, (i) => `guard-number-${i}`), "", "pair"],
    ["all of them", many(100, (i) => `guard-${i}`), others(3, 2500), "total"],
    ["their number", many(1, () => "guard"), others(179, 1), "pairs"],
  ] as const)("are checked before anything is written: %s", (_title, session, baggage, limit) => {
    const carrier = { baggage };
    for (const send of [
      (): unknown => session.inject(carrier, ROOT_CONTEXT),
      (): unknown => session.childEnvironment({ BAGGAGE: baggage }, ROOT_CONTEXT),
      (): unknown => session.baggage(contextWith(baggage)),
    ]) {
      const error = thrown(send);
      expect(error).toBeInstanceOf(BaggageLimitError);
      expect(error).toMatchObject({ limit, message: expect.stringContaining("turn off with a pattern") });
    }
    expect(carrier).toEqual({ baggage });
    // Recorded once, however often it is tried.
    expect(disableFacts(session).filter((fact) => "reasonCode" in fact && fact.reasonCode === "over_baggage_limit")).toHaveLength(1);
  });

  it("are used to the last byte, and what is within them arrives whole through OpenTelemetry's propagator", () => {
    const fixed = "session.id=s-1,activation.disabled=hook.".length;
    // Two others of 4,000 bytes and a name for the rest.
    const baggage = `a=${"v".repeat(3998)},b=${"v".repeat(3998)}`;
    const room = 8192 - baggage.length - 1 - fixed;
    const session = many(1, () => "g".repeat(room));
    const carrier: Record<string, string> = {};
    new core.W3CBaggagePropagator().inject(session.baggage(contextWith(baggage)), carrier, { set: (to, key, value) => (to[key] = value) });
    expect(carrier["baggage"]).toHaveLength(8192);
    expect(Session.from(carrier, { trust: true }).disabled).toEqual(session.disabled);
    expect(session.inject({ baggage }, ROOT_CONTEXT).baggage).toHaveLength(8192);
    const tooMuch = many(1, () => "g".repeat(room + 1));
    expect(() => tooMuch.inject({ baggage }, ROOT_CONTEXT)).toThrow(BaggageLimitError);
    expect(() => tooMuch.baggage(contextWith(baggage))).toThrow(BaggageLimitError);
  });

  it("are used to the last byte of one member", () => {
    const room = 4096 - "activation.disabled=hook.".length;
    const full = many(1, () => "g".repeat(room));
    expect(Session.from(full.inject({}, ROOT_CONTEXT), { trust: true }).disabled).toEqual(full.disabled);
    const tooMuch = many(1, () => "g".repeat(room + 1));
    expect(thrown(() => tooMuch.inject({}, ROOT_CONTEXT))).toMatchObject({ limit: "pair", size: 4097 });
  });

  function contextWith(baggage: string): Context {
    const entries = baggage === "" ? [] : baggage.split(",").map((member) => member.split("="));
    return propagation.setBaggage(
      ROOT_CONTEXT,
      propagation.createBaggage(Object.fromEntries(entries.map(([key, value]) => [key, { value }]))),
    );
  }
});

describe("into a process", () => {
  const carried = (): Record<string, string> => parent().childEnvironment({}, trace.setSpanContext(ROOT_CONTEXT, SPAN));
  const saved = { ...process.env };
  afterEach(() => {
    for (const name of ["BAGGAGE", "TRACEPARENT"]) {
      if (saved[name] === undefined) delete process.env[name];
      else process.env[name] = saved[name];
    }
  });

  it("comes the session of the environment that a parent set: same session, run and disables, its own emitter", () => {
    Object.assign(process.env, carried());
    const child = Session.from(process.env, { agent: "sub" });
    expect(child).toMatchObject({ id: "s-1", run: "r-1", agent: "sub", parent: { spanId: SPAN.spanId } });
    expect(child.emitter).not.toBe(parent().emitter);
    expect(child.disabledBy({ kind: "hook", name: "guard" })).toBe("hook.guard");
    expect(disableFacts(child)).toMatchObject([
      { target: "hook", targetName: "guard", accepted: true, matched: 1, origin: "environment" },
      { target: "mcp_tool", targetName: "issues/*", accepted: true, matched: 0, origin: "environment" },
    ]);
  });

  it("is the environment trusted for what it is, not for what it looks like", () => {
    const copy = { ...carried() };
    expect(Session.from(copy).disabled).toEqual([]);
    expect(Session.from(copy, { trust: true }).disabled).toEqual(parent().disabled);
    Object.assign(process.env, copy);
    expect(Session.from(process.env, { trust: false }).disabled).toEqual([]);
  });

  it.each<[string, FromOptions]>([
    ["by default", {}],
    ["when told so", { trust: false }],
  ])("comes nothing from a stranger %s: no disable, no session, no run, no span", (_title, options) => {
    const headers = parent().inject<Record<string, string>>({ traceparent: TRACEPARENT }, ROOT_CONTEXT);
    const session = Session.from(headers, options);
    expect(session).toMatchObject({ run: undefined, parent: undefined, disabled: [] });
    expect(session.id).not.toBe("s-1");
    expect(session.disabledBy({ kind: "hook", name: "guard" })).toBeUndefined();
    const refused = { accepted: false, matched: 0, origin: "baggage", reasonCode: "untrusted_carrier" };
    expect(disableFacts(session)).toMatchObject([
      { ...refused, target: "hook", targetName: "guard" },
      { ...refused, target: "mcp_tool", targetName: "issues/*" },
    ]);
  });

  it("cannot be switched off what is protected, by whatever is trusted", () => {
    const sender = parent();
    sender.disable({ kind: "hook", name: "audit" }, { allowProtected: true });
    const session = Session.from(sender.inject({}, ROOT_CONTEXT), { trust: true });
    const facts = disableFacts(session);
    expect(session.disabledBy({ kind: "hook", name: "audit", protected: true })).toBeUndefined();
    expect(facts).toContainEqual(expect.objectContaining({ targetName: "audit", accepted: false, reasonCode: "protected" }));
  });

  it("is a session of its own where the host says so, and still has the disables", () => {
    const session = Session.from(carried(), { trust: true, id: "mine" });
    expect(session).toMatchObject({ id: "mine", run: undefined, parent: undefined });
    expect(session.disabled).toHaveLength(2);
  });

  it.each([undefined, null, {}, { baggage: 42 }, { baggage: "" }])("comes up as new where there is nothing: %j", (carrier) => {
    const session = Session.from(carrier, { trust: true });
    expect(session.id).toMatch(/^s-/);
    expect(disableFacts(session)).toEqual([]);
  });

  it("says what it could not follow", () => {
    const session = Session.from({ baggage: "activation.disabled=tool.x!hook.guard!hook.%25" }, { trust: true });
    const facts = disableFacts(session);
    expect(facts).toMatchObject([
      { targetName: "guard", accepted: true },
      { targetName: "tool.x", accepted: false, reasonCode: "not_recognised" },
      { targetName: "hook.%25", accepted: false, reasonCode: "not_recognised" },
    ]);
    expect(facts[1]).not.toHaveProperty("target");
  });

  it("records no more than a handful of what a stranger asks, and says how much it was", () => {
    const baggage = `activation.disabled=${Array.from({ length: 1000 }, (_, i) => `hook.h${i}`).join("!")}`;
    const facts = disableFacts(Session.from({ baggage }));
    expect(facts).toHaveLength(65);
    expect(facts.at(-1)).toMatchObject({ accepted: false, reason: "936 further items of the same carrier were refused as well" });
    const long = disableFacts(Session.from({ baggage: `x=${"y".repeat(100_000)}` }));
    expect(long).toMatchObject([{ accepted: false, reasonCode: "over_baggage_limit" }]);
  });

  it("reaches a running session what a later carrier asks, and is refused from a stranger", () => {
    const session = new Session({ id: "mine" });
    session.receive({ baggage: "session.id=s-9,activation.disabled=hook.guard" });
    expect(session.disabled).toEqual([]);
    session.receive({ baggage: "activation.disabled=hook.lint" }, { trust: true });
    expect(session).toMatchObject({ id: "mine", disabled: [{ kind: "hook", name: "lint" }] });
    expect(disableFacts(session)).toMatchObject([
      { targetName: "guard", accepted: false },
      { targetName: "lint", accepted: true },
    ]);
  });

  it("throws for nothing that a carrier can hold, and turns off nothing that a stranger asks", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .array(
          fc.constantFrom("session.id=", "activation.run.id=", "activation.disabled=", "hook.", "a", "%", "!", ",", ";", "\ud800", "00-"),
        )
        .map((parts) => parts.join("")),
    );
    const carriers = fc.oneof(
      fc.record({ baggage: texts, traceparent: texts }),
      fc.dictionary(fc.constantFrom("baggage", "BAGGAGE", "__proto__", "get"), fc.anything()),
      fc.anything(),
    );
    fc.assert(
      fc.property(carriers, (carrier) => {
        expect(Session.from(carrier as Carrier).disabled).toEqual([]);
        const trusted = Session.from(carrier as Carrier, { trust: true });
        trusted.settle();
        expect(trusted.inject({}, ROOT_CONTEXT)).toHaveProperty("baggage");
        expect(trusted.disabledBy({ kind: "hook", name: "guard", protected: true })).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});

function thrown(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}
