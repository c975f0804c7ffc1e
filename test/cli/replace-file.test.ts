import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { replaceFile } from "../../src/cli/replace-file.ts";

const folder = mkdtempSync(join(tmpdir(), "replace-"));
const at = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a file is replaced", () => {
  it("with its rights, behind a link too, and nothing is left beside it", async () => {
    writeFileSync(at("known.json"), "old");
    chmodSync(at("known.json"), 0o600);
    symlinkSync(at("known.json"), at("link.json"));
    await replaceFile(at("link.json"), "new");
    expect(readFileSync(at("known.json"), "utf8")).toBe("new");
    expect(statSync(at("known.json")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["known.json", "link.json"]);
  });

  it("or made, where there was none", async () => {
    await replaceFile(at("made.json"), "new");
    expect(readFileSync(at("made.json"), "utf8")).toBe("new");
  });

  // /dev/full takes nothing, as a full disk does.
  it.skipIf(!existsSync("/dev/full"))("in its place where it is a device, whose error is told", async () => {
    await expect(replaceFile("/dev/full", "new")).rejects.toMatchObject({ code: "ENOSPC" });
  });
});
