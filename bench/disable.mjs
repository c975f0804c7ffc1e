// What it costs to ask whether a surface is off, and to hand on what is off, with 60 names turned off.
import { propagation, ROOT_CONTEXT } from "@opentelemetry/api";
import { core } from "@opentelemetry/sdk-node";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { Session } from "../dist/index.js";
import { compare, line } from "./measure.mjs";

const tracer = new NodeTracerProvider().getTracer("bench");
const session = new Session({ id: "s-1" });
session.settle();
for (let i = 0; i < 60; i++) session.disable({ kind: ["hook", "skill", "plugin"][i % 3], name: `some-extension-${i}` });

const off = { kind: "hook", name: "some-extension-57" };
const on = { kind: "hook", name: "another-extension", plugin: "acme" };
// As in an agent: a hundred surfaces, not one that the processor remembers.
const surfaces = Array.from({ length: 100 }, (_, i) => ({ kind: "skill", name: `skill-${i}`, plugin: "acme" }));
let next = 0;
let found = 0;

const checks = await compare({
  "bare span"() {
    const span = tracer.startSpan("bare", undefined, ROOT_CONTEXT);
    span.setAttributes({ a: "1", b: "2", c: "3", d: "4", e: "5", f: "6", g: "7", h: "8", i: "9", j: "10" });
    span.end();
  },
  off: () => session.disabledBy(off) !== undefined && found++,
  on: () => session.disabledBy(on) !== undefined && found++,
  many: () => session.disabledBy(surfaces[next++ % 100]) !== undefined && found++,
  first: () => session.disabledBy({ kind: "hook", name: "another-extension", plugin: "acme" }) !== undefined && found++,
});
line("disable check, 60 names: a surface that is off", checks.off.ratio, "a bare span", 0.05);
line("disable check, 60 names: a surface that is on", checks.on.ratio, "a bare span", 0.05);
line("disable check, 60 names: 100 surfaces in turn", checks.many.ratio, "a bare span", 0.05);
line("disable check, 60 names: a surface never asked before", checks.first.ratio, "a bare span");

// On the wire, against a baggage entry for each name.
const propagator = new core.W3CBaggagePropagator();
const setter = { set: (carrier, key, value) => (carrier[key] = value) };
const getter = { get: (carrier, key) => carrier[key], keys: Object.keys };
const entries = Object.fromEntries(session.disabled.map(({ kind, name }) => [`${kind}.${name}`, { value: "off" }]));
const apart = propagation.setBaggage(ROOT_CONTEXT, propagation.createBaggage(entries));
const received = { apart: {}, together: session.inject({}, ROOT_CONTEXT) };
propagator.inject(apart, received.apart, setter);

const out = await compare(
  { entries: () => propagator.inject(apart, {}, setter), inject: () => session.inject({}, ROOT_CONTEXT) },
  { iterations: 2_000 },
);
line("handing on 60 names: session.inject", out.inject.ratio, "60 baggage entries");
const back = await compare(
  { entries: () => propagator.extract(ROOT_CONTEXT, received.apart, getter), from: () => Session.from(received.together, { trust: true }) },
  { iterations: 2_000 },
);
line("taking them over: Session.from, a whole session", back.from.ratio, "60 baggage entries");
