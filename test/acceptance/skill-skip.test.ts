import { afterAll, expect, it } from "vitest";
import { hostOf, Project, reportOf } from "../host/project.ts";

const project = new Project();
afterAll(() => project.remove());

it("test_skill_skip_reason_surfaced", async () => {
  const path = project.skill("skills", "release-notes", 'name: Release Notes\ndescription: ""');
  const { host, session } = hostOf(project, { skills: { directories: [{ path: project.path("skills"), scope: "project" }] } });
  await host.start();
  await host.stop();

  expect(host.skills.promptSection()).toBe("");
  const report = reportOf(session);
  expect(report.skills).toMatchObject([
    { name: "release-notes", path: project.shown(path), status: "skipped", reason_code: "invalid_frontmatter" },
  ]);
  // Every validation error, each with its line.
  expect(report.skills?.[0]?.reason).toBe(
    'line 2: name "Release Notes" may hold lower-case letters, digits, and single hyphens between them; line 3: description is empty',
  );
  expect(report.findings).toContainEqual(expect.objectContaining({ code: "skill_skipped", subject: "skill:release-notes" }));
});
