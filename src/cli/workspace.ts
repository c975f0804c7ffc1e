import { displayPath } from "../emit/shorten.ts";

/** Whether a session of that workspace is one of this folder: it ran here, or in a folder above. */
export function hereIn(workspace: string | undefined, folder: string): boolean {
  if (workspace === undefined) return false;
  const here = displayPath(folder);
  return here === workspace || here.startsWith(workspace.endsWith("/") ? workspace : `${workspace}/`);
}
