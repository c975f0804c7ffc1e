import { describe, expect, it } from "vitest";
import { parseAddress } from "../../../src/sources/http/address.ts";
import type { Backend } from "../../../src/sources/open.ts";
import { areSentInClear, credentialsFrom, type Credentials } from "../../../src/sources/http/credentials.ts";
import { limitsFrom } from "../../../src/sources/http/limits.ts";

const from = (backend: Backend, environment: Record<string, string>): Credentials =>
  credentialsFrom(environment, parseAddress(`${backend}+http://host`, backend));

describe("credentials from the environment", () => {
  it.each([
    ["a token", "jaeger", { EXPLAIN_JAEGER_TOKEN: "t0ken" }, { authorization: "Bearer t0ken" }],
    [
      "a user",
      "tempo",
      { EXPLAIN_TEMPO_USER: "u", EXPLAIN_TEMPO_PASSWORD: "p" },
      { authorization: `Basic ${Buffer.from("u:p").toString("base64")}` },
    ],
    [
      "ClickHouse's user",
      "clickhouse",
      { EXPLAIN_CLICKHOUSE_USER: "u", EXPLAIN_CLICKHOUSE_PASSWORD: "p" },
      { "x-clickhouse-user": "u", "x-clickhouse-key": "p" },
    ],
    ["a tenant", "tempo", { EXPLAIN_TEMPO_TENANT: "team-a" }, { "x-scope-orgid": "team-a" }],
    ["headers", "jaeger", { EXPLAIN_JAEGER_HEADERS: "X-One=a%2Cb, x-two = c=d," }, { "x-one": "a,b", "x-two": "c=d" }],
    ["nothing of another backend", "jaeger", { EXPLAIN_TEMPO_TOKEN: "t", EXPLAIN_JAEGER_TOKEN: "" }, {}],
  ] as const)("are %s", (_what, backend, environment, headers) => {
    expect({ ...from(backend, environment).headers }).toEqual(headers);
  });

  it.each([
    ["a line break", { EXPLAIN_JAEGER_TOKEN: "hunter2\r\nx: y" }, "EXPLAIN_JAEGER_TOKEN"],
    ["a character that no header has", { EXPLAIN_JAEGER_TOKEN: "hunter2😀" }, "EXPLAIN_JAEGER_TOKEN"],
    ["a name that is none", { EXPLAIN_JAEGER_HEADERS: "a b=hunter2" }, "EXPLAIN_JAEGER_HEADERS"],
    ["no name", { EXPLAIN_JAEGER_HEADERS: "hunter2" }, "EXPLAIN_JAEGER_HEADERS"],
    ["two ways at once", { EXPLAIN_JAEGER_TOKEN: "hunter2", EXPLAIN_JAEGER_USER: "u" }, "EXPLAIN_JAEGER_TOKEN"],
  ])("with %s are refused by the name of their variable, not by their value", (_what, environment, variable) => {
    expect(() => from("jaeger", environment as Record<string, string>)).toThrow(variable);
    expect(() => from("jaeger", environment as Record<string, string>)).not.toThrow("hunter2");
  });

  it("know every form in which they could show up", () => {
    const { secrets } = from("tempo", { EXPLAIN_TEMPO_USER: "user", EXPLAIN_TEMPO_PASSWORD: "hunter2" });
    expect(secrets).toEqual(expect.arrayContaining(["hunter2", Buffer.from("user:hunter2").toString("base64")]));
  });

  it("know how they stand in JSON, in an address and in a form", () => {
    const { secrets } = from("tempo", { EXPLAIN_TEMPO_TOKEN: 'a "b\\&' });
    expect(secrets).toEqual(expect.arrayContaining(['a "b\\&', 'a \\"b\\\\&', "a%20%22b%5C%26", "a+%22b%5C%26"]));
  });

  it("may be named like a property of every object", () => {
    expect(Object.keys(from("jaeger", { EXPLAIN_JAEGER_HEADERS: "__proto__=x" }).headers)).toEqual(["__proto__"]);
  });
});

describe("credentials that others on the network can read", () => {
  it.each([
    ["http://traces.example", true],
    ["http://10.0.0.1:3200", true],
    ["http://localhost.example", true],
    ["https://traces.example", false],
    ["http://localhost:3200", false],
    ["http://127.0.0.1:3200", false],
    ["http://[::1]:3200", false],
  ])("at %s: %s", (url, clear) => {
    const address = parseAddress(`tempo+${url}`, "tempo");
    expect(areSentInClear(credentialsFrom({ EXPLAIN_TEMPO_TOKEN: "t0ken" }, address), address)).toBe(clear);
    expect(areSentInClear(credentialsFrom({}, address), address)).toBe(false);
  });
});

describe("the time that is waited", () => {
  const address = parseAddress("tempo+http://host", "tempo");
  it("is a minute, or as many seconds as the environment says", () => {
    expect(limitsFrom({}, address).timeout).toBe(60_000);
    expect(limitsFrom({ EXPLAIN_TEMPO_TIMEOUT: "2.5" }, address).timeout).toBe(2500);
  });
  it.each(["0", "-1", "soon", "1e9", "301"])("is not %s", (text) => {
    expect(() => limitsFrom({ EXPLAIN_TEMPO_TIMEOUT: text }, address)).toThrow("EXPLAIN_TEMPO_TIMEOUT is to be a number of seconds");
  });
});
