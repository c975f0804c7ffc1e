// A hook that is a program: the input comes as JSON on standard input; exit code 2 blocks the call, and what stands on
// standard error is the reason.
import { relative, resolve } from "node:path";

let input = "";
for await (const chunk of process.stdin) input += chunk;
const { path = "" } = JSON.parse(input).arguments;

if (relative(process.cwd(), resolve(path)).startsWith("..")) {
  process.stderr.write(`${path} is outside the workspace`);
  process.exitCode = 2;
}
