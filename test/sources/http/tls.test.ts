import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildProgram, run, type Finished } from "../../helpers/program.ts";

/** Certificates are made anew: one that is kept would expire. */
const noOpenssl = spawnSync("openssl", ["version"]).error !== undefined;

describe.skipIf(noOpenssl)("a backend over TLS", () => {
  let folder: string;
  let authority: string;
  let server: Server;
  let explain: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "extension-activation-tls-"));
    authority = join(folder, "certificate.pem");
    const key = join(folder, "key.pem");
    const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    execFileSync("openssl", ["req", ...kind, ...subject, "-keyout", key, "-out", authority], { stdio: "ignore" });
    server = createServer({ key: readFileSync(key), cert: readFileSync(authority) }, (_request, response) => {
      response.setHeader("content-type", "application/json").end('{"traces":[]}');
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    explain = await buildProgram(new URL("../../../src/cli/explain.ts", import.meta.url));
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function ask(host: string, env: NodeJS.ProcessEnv): Promise<Finished> {
    const { port } = server.address() as AddressInfo;
    return run(explain, ["activation", `tempo+https://${host}:${port}`], { env: { PATH: process.env["PATH"], ...env } });
  }

  it("is read where its authority is named", async () => {
    const { code, stdout, stderr } = await ask("localhost", { NODE_EXTRA_CA_CERTS: authority });
    expect({ code, stderr }).toEqual({ code: 3, stderr: "" });
    expect(stdout).toContain(": no spans");
  });

  it("is not believed where its certificate is nobody's, and what to do is said", async () => {
    const { code, stdout, stderr } = await ask("localhost", {});
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr).toMatch(/its certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\); .* NODE_EXTRA_CA_CERTS/);
  });

  it("is not believed where its certificate is for another name", async () => {
    const { code, stderr } = await ask("127.0.0.1", { NODE_EXTRA_CA_CERTS: authority });
    expect(code).toBe(4);
    expect(stderr).toContain("its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID); use the name that it is for");
    expect(stderr).not.toContain("NODE_EXTRA_CA_CERTS");
  });
});
