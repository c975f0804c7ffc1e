import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SourceScope } from "../../../src/activation/common.ts";
import { findSkills, type SkillCandidate } from "../../../src/host/skills/candidate.ts";
import { Project } from "../project.ts";

let project: Project;
beforeEach(() => {
  project = new Project();
});
afterEach(() => project.remove());

async function find(scope: SourceScope = "project"): Promise<readonly SkillCandidate[]> {
  return await findSkills({ path: project.path("skills"), scope }, {});
}

const faultsOf = (candidates: readonly SkillCandidate[]): unknown => candidates.map(({ name, fault }) => [name, fault?.reasonCode]);

describe("the search for skills", () => {
  it("finds every folder with a SKILL.md, in the order of their names", async () => {
    project.skill("skills", "b");
    project.skill("skills", "a");
    project.write("skills/notes.md", "");
    project.write("skills/empty/README.md", "");
    expect((await find()).map(({ name, path, fault }) => [name, path, fault])).toEqual([
      ["a", project.path("skills/a/SKILL.md"), undefined],
      ["b", project.path("skills/b/SKILL.md"), undefined],
    ]);
  });

  it("finds nothing where there is no folder", async () => {
    expect(await find()).toEqual([]);
  });

  it("says that a folder is a file", async () => {
    project.write("skills", "");
    expect(faultsOf(await find())).toEqual([["skills", "unreadable"]]);
  });

  it("refuses a file of 10 MB without reading it", async () => {
    project.write("skills/big/SKILL.md", `---\nname: big\ndescription: x\n---\n${"x".repeat(10_485_760)}`);
    expect(faultsOf(await find())).toEqual([["big", "over_limit"]]);
  });

  it.skipIf(process.platform === "win32")("does not wait for a pipe", async () => {
    mkdirSync(project.path("skills/pipe"), { recursive: true });
    expect(spawnSync("mkfifo", [project.path("skills/pipe/SKILL.md")]).status).toBe(0);
    expect(faultsOf(await find())).toEqual([["pipe", "unreadable"]]);
  });

  it.skipIf(process.platform === "win32" || process.getuid?.() === 0)("says that a file cannot be read", async () => {
    chmodSync(project.skill("skills", "locked"), 0o000);
    expect(faultsOf(await find())).toEqual([["locked", "unreadable"]]);
  });

  it("says that a SKILL.md is a folder", async () => {
    mkdirSync(project.path("skills/odd/SKILL.md"), { recursive: true });
    expect(faultsOf(await find())).toEqual([["odd", "unreadable"]]);
  });

  it("reads a skill behind a link, and says where it really is", async () => {
    const real = project.skill("skills", "real", "name: linked\ndescription: x");
    project.link("skills/linked", project.path("skills/real"));
    expect((await find())[0]).toMatchObject({ name: "linked", path: project.path("skills/linked/SKILL.md"), realPath: real });
  });

  it.each<[SourceScope, string | undefined]>([
    ["project", "unreadable"],
    ["plugin", "unreadable"],
    ["user", undefined],
  ])("lets a folder of scope %s link out of the searched folder or not: %s", async (scope, fault) => {
    project.skill("elsewhere", "linked");
    project.link("skills/linked", project.path("elsewhere/linked"));
    expect(faultsOf(await find(scope))).toEqual([["linked", fault]]);
  });

  it("never follows a SKILL.md out of its folder", async () => {
    project.write("secret", "---\nname: leak\ndescription: x\n---\n");
    project.link("skills/leak/SKILL.md", project.path("secret"));
    for (const scope of ["project", "user"] as const) {
      expect(await find(scope)).toMatchObject([{ name: "leak", body: "", fault: { reasonCode: "unreadable" } }]);
    }
  });

  it("ends where links go round in circles, and names what dangles", async () => {
    project.skill("skills", "good");
    project.link("skills/loop", project.path("skills/loop"));
    project.link("skills/round", project.path("skills"));
    project.link("skills/dangling", project.path("nowhere"));
    expect(faultsOf(await find())).toEqual([
      ["dangling", "unreadable"],
      ["good", undefined],
      ["loop", "unreadable"],
    ]);
  });
});
