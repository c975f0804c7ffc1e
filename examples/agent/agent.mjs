#!/usr/bin/env node
// A small agent: a loop around a model, with hooks, skills, a plugin and an MCP server from extension-activation's
// host. The model is a script (model.mjs), so the example runs offline; everything else is real.
//
//   node examples/agent/agent.mjs
//   node examples/agent/agent.mjs --disable-skill release-notes
//   cd examples/agent/project && node ../../../dist/cli/explain.cjs activation
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { addDisableOptions, applyDisableOptions, describeChange } from "extension-activation";
import { createHost } from "extension-activation/host";
import { startSession } from "extension-activation/sdk";
import { noVersionTag } from "./hooks.mjs";
import { nextStep } from "./model.mjs";
import { fileTools } from "./tools.mjs";

// `agent.mjs | head` closes the pipe: nobody reads on.
process.stdout.on("error", () => process.exit(0));

const here = fileURLToPath(new URL(".", import.meta.url));
const project = join(here, "project");
const settings = join(project, ".agent");
// What the user trusts is kept where no project can write it.
const home = join(here, "home/.agent");

const program = addDisableOptions(
  new Command("agent").description("a small agent with extensions").argument("[prompt...]", "what to do", ["/ship", "1.2.0"]),
).parse();

// 1. A session that is recorded: every decision below becomes a span in the journal.
const recorded = startSession({ agent: "example-agent", mode: "print", workspace: { path: project, trusted: true } });
const { session, recorder } = recorded;

// 2. The extensions. `session.disable` and the flags hold for this session only; no file is changed.
const host = createHost({
  recorder,
  hooks: { settings: [{ path: join(settings, "settings.json"), scope: "project" }] },
  skills: {
    directories: [
      { path: join(settings, "skills"), scope: "project" },
      { path: join(home, "skills"), scope: "user" },
    ],
    signers: { "acme-release": readFileSync(join(settings, "acme-release.pem"), "utf8") },
  },
  plugins: { directories: [{ path: join(settings, "plugins"), scope: "project" }], load: true, enabledVia: "the agent's configuration" },
  mcp: { configFile: join(settings, "mcp.json"), trustFile: join(home, "mcp-trust.json") },
});
for (const tool of fileTools(project)) host.tools.register(tool);
host.hooks.register(noVersionTag);
applyDisableOptions(session, program.opts());

for (const change of await host.start()) say("off", describeChange(change));

// 3. A run: the model sees the prompt with the skills that are on, and the tools that are offered.
const answer = await host.run(program.args.join(" ") || "/ship 1.2.0", async ({ prompt }) => {
  say("user", prompt);
  const [, command, words] = /^\/(\S+)\s*(.*)$/.exec(prompt) ?? [];
  const called = command === undefined ? undefined : await host.plugins.call(command, words);
  if (called?.status === "unavailable") return `I cannot do /${command}: ${called.reason}.`;
  const messages = [
    { role: "system", text: host.skills.promptSection() },
    { role: "user", text: called?.prompt ?? prompt },
  ];
  for (;;) {
    const step = nextStep(messages, host.offeredTools());
    if (step.answer !== undefined) return step.answer;
    messages.push({ role: "tool", step, text: await act(step) });
  }
});
say("agent", answer.status === "blocked" ? `blocked by ${answer.block.hook}: ${answer.block.reason}` : answer.value);

// 4. The end: the last facts are written.
await host.stop();
await recorded.end();
say("next", `explain activation --session ${session.id}`);

async function act(step) {
  if (step.skill !== undefined) {
    const use = host.skills.use(step.skill, "implicit");
    say("skill", `${step.skill}: ${use.status === "used" ? "read" : use.reason}`);
    return use.status === "used" ? use.instructions : use.reason;
  }
  const outcome = await host.callTool(step.tool, step.arguments);
  say("tool", `${step.tool}(${JSON.stringify(step.arguments)}) → ${firstLine(describe(outcome))}`);
  return describe(outcome);
}

function describe(outcome) {
  switch (outcome.status) {
    case "completed":
      return typeof outcome.result === "string" ? outcome.result : (outcome.result.content?.[0]?.text ?? JSON.stringify(outcome.result));
    case "blocked":
      return `blocked by the ${outcome.by} ${outcome.name}: ${outcome.reason ?? "it gave no reason"}`;
    default:
      return `${outcome.status}: ${outcome.reason}`;
  }
}

function firstLine(text) {
  const [line, ...more] = text.trim().split("\n");
  return more.length === 0 ? line : `${line} …`;
}

function say(who, text) {
  process.stdout.write(`${who.padStart(6)}  ${text}\n`);
}
