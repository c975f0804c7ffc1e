import { describe, expect, test } from "vitest";
import { createRecorder } from "../../src/emit/recorder.ts";
import type { Carrier } from "../../src/session/carrier.ts";
import { Session } from "../../src/session/session.ts";

const boom = (): never => {
  throw new Error("boom");
};

const disables = (session: Session): readonly unknown[] =>
  Array.from(session.records(), ({ activation }) => activation).filter(({ kind }) => kind === "disable");

describe("a carrier", () => {
  test.each<[string, unknown]>([
    ["whose field throws", Object.defineProperty({}, "baggage", { get: boom, enumerable: true })],
    ["whose methods throw", { get: boom, set: boom, delete: boom }],
    ["that throws at everything", new Proxy({}, { get: boom, ownKeys: boom, has: boom })],
    ["that is a number", 5],
  ])("%s brings nothing, and harms nobody", (_, carrier) => {
    const session = Session.from(carrier as Carrier, { trust: true });
    session.receive(carrier as Carrier, { trust: true });
    expect(session.disabled).toEqual([]);
  });

  test.each<[unknown]>([["false"], ["untrusted"], ["true"], [1], [{}], [null]])(
    "with the trust %j, which is none, turns nothing off",
    (trust) => {
      const session = Session.from({ baggage: "session.id=s-1,activation.disabled=hook.guard" }, { trust: trust as boolean });
      session.receive({ baggage: "activation.disabled=hook.guard" }, { trust: trust as boolean });
      expect(session.id).not.toBe("s-1");
      expect(session.disabled).toEqual([]);
    },
  );

  test("of a stranger who asks without end fills no journal, and the last record says that more is not recorded", () => {
    const session = new Session({ ringSize: 100_000 });
    createRecorder(session).startSession();
    session.settle();
    const baggage = `activation.disabled=${Array.from({ length: 100 }, (_, i) => `hook.guard-${i}`).join("!")}`;
    for (let i = 0; i < 1000; i++) session.receive({ baggage });
    const refused = disables(session);
    expect(refused.length).toBeLessThan(1100);
    expect(refused.at(-1)).toMatchObject({
      accepted: false,
      reasonCode: "over_limit",
      reason: expect.stringContaining("no longer recorded"),
    });
    expect(session.disabled).toEqual([]);
  });
});

describe("an environment with a field in two spellings", () => {
  const env = {
    baggage: "activation.disabled=hook.lint",
    BAGGAGE: "other=1",
    traceparent: `00-${"1".repeat(32)}-${"2".repeat(16)}-01`,
    PATH: "/bin",
  };

  test("is followed in both, and a child gets one: what was turned on again is on there", () => {
    const session = Session.from(env, { trust: true });
    session.settle();
    expect(session.isDisabled({ kind: "hook", name: "lint" })).toBe(true);
    session.enable({ kind: "hook", name: "lint" });
    const child = session.childEnvironment(env);
    expect(Session.from(child, { trust: true }).disabled).toEqual([]);
    expect(Object.keys(child).sort()).toEqual(["BAGGAGE", "PATH", "TRACEPARENT"]);
    expect(child["BAGGAGE"]).toContain("other=1");
  });
});

describe("a disable", () => {
  test.each([
    { kind: "hook", name: 5 },
    { kind: "hook", name: undefined },
    { kind: "everything", name: "a" },
    { kind: "__proto__", name: "a" },
  ])("of %j is refused, not thrown", (target) => {
    const session = new Session();
    createRecorder(session).startSession();
    session.settle();
    expect(session.disable(target as never)).toMatchObject({ accepted: false, reasonCode: "not_recognised" });
    expect(session.enable(target as never)).toMatchObject({ accepted: false });
    expect(session.disabled).toEqual([]);
  });
});
