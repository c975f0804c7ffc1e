import { readdir } from "node:fs/promises";
import { join, parse, sep } from "node:path";

/** Whether a path has a character that a shell would expand. */
export function isGlob(path: string): boolean {
  return /[*?[{]/.test(path);
}

/**
 * The files that a pattern names: `*` and `?` within a name, `**` over any directories, and within a name `[…]` and `{a,b}`. A name that begins
 * with a dot is matched by a pattern that begins with one.
 */
export async function expandGlob(pattern: string): Promise<string[]> {
  const { root } = parse(pattern);
  const parts = pattern
    .slice(root.length)
    .split(sep === "\\" ? /[\\/]/ : "/")
    .filter((part) => part !== "");
  const found: string[] = [];
  await walk(root, parts, found);
  return [...new Set(found)];
}

async function walk(directory: string, parts: readonly string[], found: string[]): Promise<void> {
  const [part, ...rest] = parts;
  if (part === undefined) return;
  if (part === "**") await walk(directory, rest, found);
  const matches = part === "**" ? isVisible : matcher(part);
  for (const entry of await entriesOf(directory)) {
    if (!matches(entry.name)) continue;
    const path = directory === "" ? entry.name : join(directory, entry.name);
    if (part === "**") {
      if (entry.isDirectory()) await walk(path, parts, found);
    } else if (rest.length > 0) {
      if (!entry.isFile()) await walk(path, rest, found);
    } else if (!entry.isDirectory()) found.push(path);
  }
}

async function entriesOf(directory: string) {
  try {
    return await readdir(directory === "" ? "." : directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isVisible(name: string): boolean {
  return !name.startsWith(".");
}

function matcher(part: string): (name: string) => boolean {
  const expression = new RegExp(`^(?:${translate(part)})$`, "su");
  return (name) => (part.startsWith(".") || isVisible(name)) && expression.test(name);
}

function translate(part: string): string {
  return part.replace(
    /\*+|\?|\[(!?)([^\]]+)\]|\{([^{}]*)\}|[^*?[{]+|[[{]/gsu,
    (token, not: string, set: string | undefined, list: string | undefined) => {
      if (token.startsWith("*")) return "[^/]*";
      if (token === "?") return "[^/]";
      if (set !== undefined) return `[${not === "!" ? "^" : ""}${set.replace(/[\\\]^[]/g, String.raw`\$&`)}]`;
      if (list !== undefined) return `(?:${list.split(",").map(translate).join("|")})`;
      return token.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
    },
  );
}
