import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readHookSettings } from "../../src/host/hooks/settings.ts";
import { readMcpConfig } from "../../src/host/mcp/config.ts";
import { TrustStore } from "../../src/host/mcp/trust.ts";
import { parseManifest } from "../../src/host/plugins/manifest.ts";

const page = readFileSync(new URL("../../docs/host.md", import.meta.url), "utf8");
const folder = mkdtempSync(join(tmpdir(), "documented-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The file on the page that has this key, and where it begins with a name, a manifest. */
function documented(key: string, isManifest = false): unknown {
  const files = [...page.matchAll(/^```json\n(.*?)^```/gms)]
    // The page leaves out the digits of a digest.
    .map(([, text = ""]) => JSON.parse(text.replaceAll("sha256:…", `sha256:${"0".repeat(64)}`)) as Readonly<Record<string, unknown>>)
    .filter((json) => key in json && "name" in json === isManifest);
  expect(files, key).toHaveLength(1);
  return files[0];
}

function file(name: string, json: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(json));
  return path;
}

test("the files on the host's page are read as they stand there", async () => {
  const settings = file("settings.json", documented("hooks"));
  expect(await readHookSettings({ path: settings, scope: "project" }, folder)).toMatchObject([{ name: "guard", failMode: "closed" }]);
  expect([...(await readMcpConfig(file("mcp.json", documented("mcpServers")))).keys()]).toEqual(["issues"]);
  expect(parseManifest(documented("tools", true))).toMatchObject({ manifest: { name: "ship-kit", tools: [{ name: "bump_version" }] } });
  const trust = await TrustStore.read(file("mcp-trust.json", documented("servers")));
  expect(trust.server("issues")).toMatchObject({ deny: ["delete_*"] });
});
