// What starting costs: `explain --version` and `explain --help`, and what importing the library costs an agent, against
// `node -e ''`, whole processes in turn.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { line, median } from "./measure.mjs";

const cli = fileURLToPath(new URL("../dist/cli/explain.cjs", import.meta.url));
const ROUNDS = 25;

/** @param {readonly string[]} args */
function took(args) {
  const began = process.hrtime.bigint();
  const { status } = spawnSync(process.execPath, args, { stdio: "ignore" });
  if (status !== 0) throw new Error(`node ${args.join(" ")}: exit code ${status}`);
  return Number(process.hrtime.bigint() - began) / 1e6;
}

const importing = (face) => ["-e", `import(${JSON.stringify(new URL(`../dist/${face}.js`, import.meta.url).href)})`];
const cases = {
  nothing: ["-e", ""],
  version: [cli, "--version"],
  help: [cli, "--help"],
  index: importing("index"),
  reader: importing("reader"),
  sources: importing("sources"),
};
const times = Object.fromEntries(Object.keys(cases).map((name) => [name, /** @type {number[]} */ ([])]));
for (let round = -2; round < ROUNDS; round++) {
  for (const [name, args] of Object.entries(cases)) {
    const ms = took(args);
    if (round >= 0) times[name].push(ms);
  }
}
const ratio = (name) => median(times[name].map((ms, round) => ms / times.nothing[round]));
line(
  "explain --version",
  ratio("version"),
  `node -e '' (${median(times.nothing).toFixed(0)} ms)`,
  Number(process.versions.node.split(".")[0]) === 20 ? 1.15 : 1.35,
);
line("explain --help", ratio("help"), "node -e ''");
line('import "extension-activation"', ratio("index"), "node -e ''");
line('import "extension-activation/reader"', ratio("reader"), "node -e ''");
line('import "extension-activation/sources"', ratio("sources"), "node -e ''");
