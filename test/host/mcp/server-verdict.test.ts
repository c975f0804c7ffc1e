import { describe, expect, it } from "vitest";
import { configDigest } from "../../../src/host/mcp/connection.ts";
import { whyBlocked, whyConnected } from "../../../src/host/mcp/server-verdict.ts";

const config = { command: "node", args: ["issues.mjs"] };
const noon = Date.parse("2026-03-01T12:00:00Z");

describe("a server", () => {
  it.each([
    ["is trusted", config, {}, undefined],
    ["is trusted as it is started", config, { definition: configDigest(config) }, undefined],
    ["is trusted a second longer", config, { expires: "2026-03-01T12:00:01Z" }, undefined],
    ["is not in the trust file", config, undefined, "server_untrusted"],
    ["is no longer trusted", config, { expires: "2026-03-01T12:00:00Z" }, "trust_expired"],
    ["is started in another way", { ...config, args: ["other.mjs"] }, { definition: configDigest(config) }, "modified_since_trusted"],
    ["is reached over HTTP", { url: "https://issues.example/mcp" }, {}, "connect_failed"],
    ["is turned off where it is declared, whoever trusts it", { ...config, disabled: true }, {}, "disabled_by_setting"],
  ])("that %s", (_, declared, trust, reasonCode) => {
    expect(whyBlocked({ name: "issues", config: declared }, trust, {}, noon)?.reasonCode).toBe(reasonCode);
  });

  it.each([
    ["project", "blocked"],
    ["user", undefined],
  ] as const)("that an untrusted workspace declares is not started: scope %s", (scope, status) => {
    const trust = { definition: configDigest(config) };
    expect(whyBlocked({ name: "issues", config, scope }, trust, { trusted: false }, noon)?.status).toBe(status);
  });

  it("that is connected says who declared it", () => {
    expect(whyConnected({ name: "issues", config })).toBe("declared in the host's configuration, and trusted");
    expect(whyConnected({ name: "issues", config, plugin: "acme" })).toBe("declared by the plugin acme, and trusted");
  });
});
