import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HostError } from "../../src/host/host-error.ts";
import type { OwnTool } from "../../src/host/tools.ts";
import { hostOf, Project, reportOf, type Hosted } from "./project.ts";

let project: Project;
let hosted: Hosted;
beforeEach(() => {
  project = new Project();
  hosted = hostOf(project);
});
afterEach(async () => {
  await hosted.host.stop();
  project.remove();
});

const tool = (name: string): OwnTool => ({ name, execute: () => name });
const names = (): readonly string[] => hosted.host.offeredTools().map(({ name }) => name);
const raise = (): never => {
  throw new Error("no network");
};

describe("a surface", () => {
  it("that is sealed offers what it had, and tells what comes later", async () => {
    const { host, session } = hosted;
    const ops = [tool("write")];
    let files: () => OwnTool[] = () => [tool("read")];
    host.surface.add({ name: "files-kit", tools: () => files() });
    host.surface.add({ name: "ops-kit", tools: () => ops });
    await host.start();
    ops.push(tool("deploy"));
    files = raise;
    await host.run("x", async () => await host.callTool("read", {}));
    expect(names()).toEqual(["read", "write"]);
    expect(await host.callTool("deploy", {})).toMatchObject({ status: "unavailable" });
    const report = reportOf(session);
    expect(report.surfaces).toMatchObject([
      { phase: "seal", status: "sealed", extensions: ["files-kit", "ops-kit"], tools: ["read", "write"], diagnostics: [] },
      {
        phase: "harvest",
        status: "harvested",
        tools: ["read", "write"],
        diagnostics: [
          { extension: "files-kit", severity: "WARNING", refusal: false, reason_code: "provider_raised" },
          {
            extension: "ops-kit",
            severity: "ERROR",
            refusal: false,
            reason_code: "late_tool",
            detail: "the tool deploy appeared after the seal and is not offered",
          },
        ],
      },
    ]);
    expect(report.findings).toContainEqual(expect.objectContaining({ code: "late_tool", subject: "extension:ops-kit" }));
    expect(report.mcp_tools).toMatchObject([{ tool: "read", reason: "brought by the extension files-kit" }, { tool: "write" }]);
  });

  it.each<[string, () => readonly OwnTool[], string]>([
    ["raises", raise, "provider_raised"],
    ["claims the name of another's tool", () => [tool("new"), tool("read")], "name_claimed"],
    ["claims one name twice", () => [tool("new"), tool("new")], "name_claimed"],
    ["claims an MCP tool's name", () => [tool("mcp__a__b")], "name_claimed"],
    ["has too many", () => Array.from({ length: 1001 }, (_, at) => tool(`t${at}`)), "over_limit"],
  ])("refuses an extension that %s, whole", async (_, tools, reasonCode) => {
    const { host, session } = hosted;
    host.tools.register(tool("read"));
    host.surface.add({ name: "bad", tools });
    host.surface.add({ name: "good", tools: () => [tool("write")] });
    await host.start();
    expect(names()).toEqual(["read", "write"]);
    const report = reportOf(session);
    expect(report.surfaces).toMatchObject([
      {
        status: "sealed",
        extensions: ["good"],
        diagnostics: [{ extension: "bad", severity: "ERROR", refusal: true, reason_code: reasonCode }],
      },
    ]);
    expect(report.findings).toContainEqual(expect.objectContaining({ code: "admission_refused", subject: "extension:bad" }));
  });

  it("of which nothing was admitted is refused", async () => {
    hosted.host.surface.add({ name: "bad", tools: raise });
    await hosted.host.start();
    expect(reportOf(hosted.session).surfaces).toMatchObject([
      { status: "refused", reason_code: "provider_raised", extensions: [], tools: [] },
    ]);
  });

  it("takes no extension when it is sealed, and none twice", async () => {
    const { host } = hosted;
    host.surface.add({ name: "kit", tools: () => [] });
    expect(() => host.surface.add({ name: "kit", tools: () => [] })).toThrow(HostError);
    await host.start();
    expect(() => host.surface.add({ name: "late", tools: () => [] })).toThrow("sealed");
  });
});
