import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { COLLECTOR, COLLECTOR_CONFIGS, configPath, JAEGER, JAEGER_STORES, noCollector, noJaeger, PROGRAMS } from "./programs.ts";

const COMPOSE = fileURLToPath(new URL("../../docker-compose.yml", import.meta.url));
const PORT = /\$\{env:[A-Z_]+_PORT:-\d+\}/;

describe("the configurations", () => {
  it.skipIf(noCollector).each(COLLECTOR_CONFIGS)("%s.yaml is valid for the Collector", (config) => {
    expect(validate(COLLECTOR, config)).toEqual({ status: 0, said: "" });
  });

  it.skipIf(noJaeger).each(JAEGER_STORES)("jaeger-%s.yaml is valid for Jaeger", (store) => {
    expect(validate(JAEGER, `jaeger-${store}`)).toMatchObject({ status: 0 });
  });

  it.each([...COLLECTOR_CONFIGS, ...JAEGER_STORES.map((store) => `jaeger-${store}`)])(
    "%s.yaml lets every port be set, and listens on loopback unless told otherwise",
    (config) => {
      const text = readFileSync(configPath(config), "utf8");
      const listening = [...text.matchAll(/^ *(?:endpoint|port): (.*)$/gm)].map(([, value]) => value ?? "");
      expect(listening.length).toBeGreaterThan(2);
      for (const value of listening) {
        if (value.startsWith("${env:JAEGER_ENDPOINT:-")) continue;
        expect(value).toMatch(PORT);
      }
      for (const [, host] of text.matchAll(/\$\{env:[A-Z]+_HOST:-([^}]*)\}/g)) expect(host).toBe("127.0.0.1");
    },
  );
});

interface Service {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly ports: readonly string[];
}

describe("docker-compose.yml", () => {
  const { services } = parse(readFileSync(COMPOSE, "utf8")) as { services: { collector: Service; jaeger: Service } };

  it("runs the versions that are tested here", () => {
    expect(services.collector.image).toBe(`otel/opentelemetry-collector-contrib:${PROGRAMS.collector.version}`);
    expect(services.jaeger.image).toBe(`jaegertracing/jaeger:${PROGRAMS.jaeger.version}`);
  });

  it("opens ports on loopback only", () => {
    for (const port of [...services.collector.ports, ...services.jaeger.ports]) expect(port).toMatch(/^127\.0\.0\.1:(\d+):\1$/);
  });

  it("sets nothing that its configurations do not read", () => {
    const configs = [configPath("collector"), ...JAEGER_STORES.map((store) => configPath(`jaeger-${store}`))];
    const read = configs.map((path) => readFileSync(path, "utf8")).join("");
    const set = Object.values(services).flatMap(({ environment }: Service) => Object.keys(environment));
    for (const name of set) expect(read).toContain(`\${env:${name}:-`);
  });

  const compose = ["docker-compose", "docker"].find((program) => spawnSync(program, composeArgs(program, "version")).status === 0);

  it.skipIf(compose === undefined).each(JAEGER_STORES)("is valid for Docker Compose with the %s store", (store) => {
    const { status, stderr } = spawnSync(compose ?? "", composeArgs(compose ?? "", "-f", COMPOSE, "config"), {
      encoding: "utf8",
      env: { ...process.env, JAEGER_STORE: store },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});

/** Compose is a program of its own, or a part of Docker's. */
function composeArgs(program: string, ...args: string[]): string[] {
  return program === "docker" ? ["compose", ...args] : args;
}

function validate(program: string, config: string): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(program, ["validate", "--config", configPath(config)], { encoding: "utf8" });
  return { status, said: stdout + stderr };
}
