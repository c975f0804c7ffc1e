import { homedir } from "node:os";

/** Makes the paths in a text short: what is in the workspace is written relative to it, the home directory `~`. */
export type Shorten = (text: string) => string;

// A path begins where the character before it can be none of its own: `/mnt/home/u/x` is not under `/home/u`. In a file
// URL it begins at the third slash.
const BEGINS = String.raw`(?<![\w\\.~-])(?<!(?<!\/)\/)`;

/** @param workspace the session's workspace; one that is no folder of its own, such as `/`, shortens nothing */
export function pathShortener(workspace: string | undefined, home: string = homedir()): Shorten {
  const isFolder = (folder: string | undefined): folder is string => folder !== undefined && /[^/\\.]/.test(folder);
  const inWorkspace = isFolder(workspace) ? new RegExp(`${BEGINS}(?<!\\/)${escape(workspace)}[/\\\\](?=\\S)`, "g") : undefined;
  const atHome = isFolder(home) ? new RegExp(`${BEGINS}${escape(home)}(?![\\w-]|\\.\\w)`, "g") : undefined;
  return (text) => {
    let short = text;
    if (inWorkspace !== undefined) short = short.replace(inWorkspace, "");
    if (atHome !== undefined) short = short.replace(atHome, "~");
    return short;
  };
}

function escape(folder: string): string {
  return folder.replace(/[/\\]+$/, "").replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** A path, or a text with paths, with the home directory written `~`. */
export function displayPath(path: string, home: string = homedir()): string {
  return pathShortener(undefined, home)(path);
}
