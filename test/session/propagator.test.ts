import { defaultTextMapSetter, ROOT_CONTEXT } from "@opentelemetry/api";
import { W3CBaggagePropagator } from "@opentelemetry/core";
import { beforeAll, describe, expect, it } from "vitest";
import { SessionPropagator } from "../../src/session/propagator.ts";
import { Session } from "../../src/session/session.ts";
import { buildProgram, run } from "../helpers/program.ts";

interface Outcome {
  /** The baggage that arrived, by path; null where none did. */
  readonly seen: Readonly<Record<string, string | null>>;
  readonly told: readonly string[];
}

const OURS = /activation\.|s-1|hook\.|guard/;
const SESSION = "team=blue,session.id=s-1,activation.run.id=r-1,activation.disabled=hook.guard";

describe("under OpenTelemetry's HTTP and undici instrumentation", () => {
  let program: string;
  const outcome = async (...args: readonly string[]): Promise<Outcome> => {
    const { stdout, stderr, code } = await run(program, args, {
      env: { ...process.env, OTEL_LOGS_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none", OTEL_TRACES_EXPORTER: "none" },
    });
    expect(stderr).toBe("");
    expect(code).toBe(0);
    return JSON.parse(stdout) as Outcome;
  };

  beforeAll(async () => {
    program = await buildProgram(new URL("programs/propagating.ts", import.meta.url));
  });

  it("nothing of ours leaves through the stock propagator", async () => {
    const { seen } = await outcome("stock");
    expect(Object.keys(seen)).toHaveLength(16);
    for (const [path, baggage] of Object.entries(seen)) {
      if (path.startsWith("/relayed") || path.endsWith("-asked")) continue;
      expect(baggage).toBe("team=blue");
    }
    // Asked for with `session.baggage`, it goes to all.
    expect(seen["/fetch-asked"]).toBe(SESSION);
    expect(seen["/http-asked"]).toBe(SESSION);
    // The instrumentation writes the header anew where the context has baggage: why `inject` is not for there.
    expect(seen["/http-injected-asked"]).toBe("team=blue");
    expect(seen["/http-injected-alone-asked"]).toBe(SESSION.replace("team=blue,", ""));
  });

  it.each(["on", "off"])("the session goes to listed hosts, and to no other, with sampling %s", async (sampling) => {
    const { seen, told } = await outcome("listed", sampling);
    expect(seen["/fetch-listed"]).toBe(SESSION);
    expect(seen["/http-listed"]).toBe(SESSION);
    expect(seen["/redirect"]).toBe(SESSION);
    const others = [
      "/fetch-other",
      "//localhost/fetch-disguised",
      "/redirected",
      "/http-other",
      "//localhost/http-disguised",
      "/fetch-asked",
      "/http-asked",
    ];
    for (const path of others) expect([path, seen[path]]).toEqual([path, "team=blue"]);
    // What came from outside is not passed on as if this process said it.
    expect(seen["/relayed-listed"]).toBe("team=red");
    expect(seen["/relayed-other"]).toBe("session.id=victim,team=red");
    // Over the limit nothing goes half, the request is made, and it is told once.
    expect(seen["/too-much"]).toBe("team=blue");
    expect(seen["/http-too-much"]).toBe("team=blue");
    expect(told.filter((message) => message.includes("nothing was handed on"))).toHaveLength(1);
  });

  it("nothing goes where the instrumentations do not say where a request goes, and that is told", async () => {
    const { seen, told } = await outcome("unhooked");
    const unasked = Object.entries(seen).filter(([path]) => !path.endsWith("-alone-asked"));
    expect(unasked.filter(([, baggage]) => baggage !== null && OURS.test(baggage))).toEqual([]);
    expect(told.filter((message) => message.includes("give propagator.http"))).toHaveLength(1);
  });
});

describe("by itself", () => {
  it("a request that was told of and not made lends its host to no other", async () => {
    const session = new Session({ id: "s-1" });
    const propagator = new SessionPropagator(new W3CBaggagePropagator(), { hosts: ["listed.example"] });
    const sent = (): Record<string, string> => {
      const carrier = {};
      propagator.inject(session.bind(ROOT_CONTEXT), carrier, defaultTextMapSetter);
      return carrier;
    };
    propagator.http.startOutgoingSpanHook({ hostname: "listed.example" });
    expect(sent()).toEqual({ baggage: "session.id=s-1" });
    propagator.http.startOutgoingSpanHook({ hostname: "listed.example" });
    await Promise.resolve();
    expect(sent()).toEqual({});
  });
});
