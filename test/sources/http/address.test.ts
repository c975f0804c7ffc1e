import { describe, expect, it } from "vitest";
import { parseAddress } from "../../../src/sources/http/address.ts";
import { SourceError } from "../../../src/sources/source.ts";

describe("the address of a backend", () => {
  it.each([
    ["jaeger", "jaeger+http://localhost:16686", "http://localhost:16686", ""],
    ["jaeger", "jaeger+https://traces.example/jaeger/", "https://traces.example", "/jaeger"],
    ["tempo", "tempo+http://[::1]:3200//", "http://[::1]:3200", ""],
    ["clickhouse", "clickhouse+http://h:8123/otel.otel_traces", "http://h:8123", "/otel.otel_traces"],
  ] as const)("of %s, %s, is taken apart", (backend, address, origin, path) => {
    expect(parseAddress(address, backend)).toEqual({ backend, name: `${backend}+${origin}${path}`, origin, path });
  });

  it.each(["jaeger+ftp://host", "jaeger+http://", "jaeger+", "http://host", "tempo+http://host", "jaeger+javascript:alert(1)"])(
    "%s is refused with the form that is right",
    (address) => {
      expect(() => parseAddress(address, "jaeger")).toThrow("write jaeger+http://host:port");
    },
  );

  it.each([
    "tempo+http://user:hunter2@host",
    "tempo+http://hunter2@host",
    "tempo+http://host/?token=hunter2",
    "tempo+http://host/#hunter2",
  ])("%s is refused without repeating what is secret, naming the variables instead", (address) => {
    const refusal = refused(() => parseAddress(address, "tempo"));
    expect(refusal.message).toContain("EXPLAIN_TEMPO_PASSWORD");
    expect(`${refusal.message} ${refusal.source}`).not.toContain("hunter2");
  });
});

function refused(act: () => unknown): SourceError {
  try {
    act();
  } catch (error) {
    if (error instanceof SourceError) return error;
  }
  throw new Error("it was not refused");
}
