import { Command } from "commander";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { addDisableOptions, applyDisableOptions } from "../../src/index.ts";
import { hostOf, Project, reportOf } from "../host/project.ts";

const project = new Project();
afterAll(() => project.remove());

/** Every file of the project with its content and time. */
function onDisk(): unknown {
  return readdirSync(project.folder, { recursive: true, encoding: "utf8" }).map((name) => {
    const path = join(project.folder, name);
    const stat = statSync(path);
    return [name, stat.mtimeMs, stat.isFile() ? readFileSync(path, "utf8") : null];
  });
}

it("test_disable_surface_session_scoped", async () => {
  project.skill("skills", "release-notes");
  project.skill("skills", "commit-style");
  const options = { skills: { directories: [{ path: project.path("skills"), scope: "project" }] } } as const;
  const before = onDisk();

  const { host, session } = hostOf(project, options);
  const flags = addDisableOptions(new Command()).parse(["--disable-skill", "release-notes"], { from: "user" }).opts();
  applyDisableOptions(session, flags);
  await host.start();

  expect(host.skills.promptSection()).not.toContain("release-notes");
  expect(host.skills.promptSection()).toContain("- commit-style:");
  expect(host.skills.use("release-notes")).toMatchObject({ status: "unavailable", reasonCode: "disabled_for_session" });
  expect(reportOf(session).skills).toMatchObject([
    { name: "commit-style", status: "loaded" },
    { name: "release-notes", status: "skipped", reason_code: "disabled_for_session", disabled_by: "skill.release-notes" },
  ]);

  session.enable({ kind: "skill", name: "release-notes" });
  expect(host.skills.promptSection()).toContain("- release-notes:");
  expect(host.skills.use("release-notes")).toMatchObject({ status: "used" });
  await host.stop();
  expect(reportOf(session).disables).toMatchObject([
    { name: "release-notes", state: "disabled", accepted: true, matched: 1, honoured: true, origin: "flag" },
    { name: "release-notes", state: "enabled", accepted: true },
  ]);

  // Nothing was kept: the next session has the skill, and no file has changed.
  expect(onDisk()).toEqual(before);
  const next = hostOf(project, options);
  await next.host.start();
  expect(next.host.skills.promptSection()).toContain("- release-notes:");
  await next.host.stop();
});
