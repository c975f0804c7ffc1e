import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitter } from "../helpers/spans.ts";
import { builtExplain } from "./built.ts";
import { Workspace } from "./workspace.ts";

let command: string;
let place: Workspace;

beforeAll(() => {
  command = builtExplain();
  place = new Workspace();
  const agent = emitter();
  agent.start();
  agent.write("hook_registration", { name: "guard", event: "PreToolUse", state: "active", reasonCode: "always_active" });
  agent.write("session", { phase: "inventoried", inventory: ["hook_registration", "skill"] });
  agent.call("Bash");
  agent.end();
  place.traces("traces.jsonl", agent.spans);
}, 120_000);

afterAll(() => place.remove());

/** The first line of the answer on it. */
function answer(subject: string, ...words: string[]): string | undefined {
  const { stdout } = spawnSync(process.execPath, [command, "activation", "traces.jsonl", ...words], {
    cwd: place.folder,
    encoding: "utf8",
  });
  return stdout.split(`Why ${subject}?\n`)[1]?.split("\n")[0]?.trim();
}

describe("each of several questions at once is answered as it would be alone", () => {
  test.each([
    ["hook nope", "--hook nope", /^the hook nope was never registered: all that there is was listed/],
    ["skill guard", "--skill guard", /^the skill guard was never registered/],
    ["plugin acme", "--plugin acme", /^nothing in traces\.jsonl .* says anything of the plugin acme: that is unknown, not absent$/],
    ["mcp wiki/edit", "--mcp wiki/edit", /says anything of the MCP tool wiki\/edit/],
    ["tool Bash", "--tool Bash", /calls of Bash are recorded; what offers it, and why, is not$/],
    ["command ship", "--command ship", /says anything of the command ship/],
  ])("%s", (subject, words, sentence) => {
    const alone = answer(subject, ...words.split(" "));
    expect(alone).toMatch(sentence);
    const others = "--hook nope --skill guard --plugin acme --mcp wiki/edit --tool Bash --command ship";
    expect(answer(subject, ...others.split(" "))).toBe(alone);
    expect(answer(subject, ...words.split(" "), "--run", "nowhere")).not.toContain("the run nowhere");
  });
});
