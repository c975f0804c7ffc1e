import type { ChildProcess, SpawnOptions } from "node:child_process";

/** Options of `spawn` for a process group of its own, so that what the command starts ends with it. */
export const OWN_GROUP: Pick<SpawnOptions, "detached" | "windowsHide"> = { detached: process.platform !== "win32", windowsHide: true };

const running = new Set<ChildProcess>();
let watchesExit = false;

/** A group of its own does not end with the terminal: it is ended with this process. */
export function trackGroup(child: ChildProcess): void {
  if (!watchesExit) {
    watchesExit = true;
    process.once("exit", () => running.forEach((group) => killGroup(group)));
  }
  running.add(child);
  child.once("close", () => running.delete(child));
}

/** Sends a signal to a process and all that it started. Never throws. */
export function killGroup(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}
