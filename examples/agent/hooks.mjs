// A hook in the agent's own process: it takes an argument away before the tool sees it. (The other hook of this
// example, guard-workspace, is a program of its own: see project/.agent/settings.json.)

import { fileURLToPath } from "node:url";

/** @type {import("extension-activation/host").HookSpec} */
export const noVersionTag = {
  name: "no-version-tag",
  event: "PreToolUse",
  matcher: "mcp__issues__*",
  source: { path: fileURLToPath(import.meta.url), scope: "builtin" },
  run({ arguments: { tag, ...rest } }) {
    return tag === undefined ? undefined : { arguments: rest };
  },
};
