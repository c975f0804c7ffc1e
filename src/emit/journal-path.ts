import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder of the journal: `ACTIVATION_JOURNAL` where it is set (`off` turns the journal off), else
 * `extension-activation` in the user's state directory (XDG Base Directory specification 0.8).
 */
export function journalRoot(env: Environment = process.env): string | undefined {
  const set = env["ACTIVATION_JOURNAL"];
  if (set === "off") return undefined;
  if (set !== undefined && set !== "") return resolve(set);
  const state = env["XDG_STATE_HOME"];
  const base = state !== undefined && state.startsWith("/") ? state : join(env["HOME"] || homedir(), ".local", "state");
  return join(base, "extension-activation");
}

/** The folder of one session. Its name is a hash: a session's id comes from outside and is no file name. */
export function sessionFolder(root: string, sessionId: string): string {
  return join(root, createHash("sha256").update(sessionId).digest("hex").slice(0, 32));
}

/** The file that one writing process has for itself. */
export function journalFile(root: string, sessionId: string, emitter: string): string {
  return join(sessionFolder(root, sessionId), `${emitter.replaceAll(/[^\w-]/g, "_").slice(0, 100)}.jsonl`);
}
