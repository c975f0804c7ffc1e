import { generateKeyPairSync } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkProvenance, describeProvenance, type ProvenanceCheck, type Signers } from "../../../src/host/skills/provenance.ts";
import { Project } from "../project.ts";

const keys = generateKeyPairSync("ed25519");
const others = generateKeyPairSync("ed25519");
const signers: Signers = { acme: keys.publicKey.export({ type: "spki", format: "pem" }) };

let project: Project;
beforeEach(() => {
  project = new Project();
  project.skill("skills", "notes");
  project.write("skills/notes/scripts/run.sh", "echo 1\n");
});
afterEach(() => project.remove());

async function signed(signer = "acme", key = keys.privateKey): Promise<void> {
  project.write("skills/notes/provenance.json", await describeProvenance(project.path("skills/notes"), signer, key));
}

async function check(known: Signers = signers): Promise<ProvenanceCheck> {
  return await checkProvenance(project.path("skills/notes"), readFileSync(project.path("skills/notes/provenance.json")), known);
}

describe("the provenance of a skill", () => {
  it("holds while nothing has changed", async () => {
    await signed();
    expect(await check()).toEqual({ signed: true, verified: true, signer: "acme", errors: [] });
  });

  it("names everything that has changed, not the first thing", async () => {
    project.write("skills/notes/data.txt", "1");
    await signed();
    project.write("skills/notes/SKILL.md", "other");
    project.write("skills/notes/extra.sh", "rm");
    rmSync(project.path("skills/notes/data.txt"));
    const { errors, verified } = await check();
    expect(verified).toBe(false);
    expect(errors).toEqual([
      expect.stringMatching(/^SKILL\.md is not what was signed: its digest is sha256:[0-9a-f]{12}…, signed was sha256:[0-9a-f]{12}…$/),
      "data.txt is missing",
      "extra.sh is not covered",
    ]);
  });

  it("does not hold with a signature of somebody else", async () => {
    await signed("acme", others.privateKey);
    expect(await check()).toMatchObject({ signed: true, verified: false, errors: ["the signature is not acme's"] });
  });

  it("does not hold when its list was written anew and its signature kept", async () => {
    await signed();
    const { signature } = JSON.parse(readFileSync(project.path("skills/notes/provenance.json"), "utf8")) as { signature: string };
    project.write("skills/notes/SKILL.md", "other");
    project.write("skills/notes/provenance.json", { ...(await describeProvenance(project.path("skills/notes"), "acme")), signature });
    expect(await check()).toMatchObject({ signed: true, verified: false, errors: ["the signature is not acme's"] });
  });

  it("is not known to be verified where nobody has the key", async () => {
    await signed("toString");
    expect(await check()).toEqual({ signed: true, verified: undefined, signer: "toString", errors: [] });
  });

  it("can be digests alone", async () => {
    project.write("skills/notes/provenance.json", await describeProvenance(project.path("skills/notes"), "acme"));
    expect(await check()).toEqual({ signed: false, verified: undefined, signer: "acme", errors: [] });
  });

  it("covers a link within the folder, and none that leaves it", async () => {
    project.link("skills/notes/inner", project.path("skills/notes/SKILL.md"));
    await signed();
    expect((await check()).errors).toEqual([]);
    project.write("secret", "1");
    project.link("skills/notes/outer", project.path("secret"));
    project.link("skills/notes/round", project.path("skills/notes"));
    expect((await check()).errors).toEqual([
      expect.stringContaining("outer cannot be read"),
      expect.stringContaining("round cannot be read"),
    ]);
  });

  it.each([
    ["no JSON", "{", ["provenance.json is no JSON"]],
    [
      "of the wrong shape",
      '{"signer": 3, "files": {"SKILL.md": "md5:1"}}',
      ["provenance.json: signer: ", "provenance.json: files.SKILL.md: is no sha256:<hex>"],
    ],
    ["a list", "[]", ["provenance.json: "]],
  ])("is refused where it is %s", async (_, text, errors) => {
    project.write("skills/notes/provenance.json", text);
    const found = await check();
    expect(found.errors).toHaveLength(errors.length);
    for (const [at, error] of errors.entries()) expect(found.errors[at]).toContain(error);
  });

  it("does not take a name of an object's own for a file that is covered", async () => {
    project.write("skills/notes/constructor", "1");
    project.write("skills/notes/provenance.json", { signer: "acme", files: {} });
    expect((await check()).errors).toContain("constructor is not covered");
  });
});
