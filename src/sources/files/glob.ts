import { join, parse, sep } from "node:path";
import { entriesOf } from "./fileset.ts";
import { SourceError } from "../source.ts";

/** Whether a path has a character that a shell would expand. */
export function isGlob(path: string): boolean {
  return /[*?[{]/.test(path);
}

/**
 * The files that a pattern names: `*` and `?` within a name, `**` over any directories, and within a name `[…]` and `{a,b}`. A name that begins
 * with a dot is matched by a pattern that begins with one. Pipes and devices must be named.
 * @param unreadable directories on the way that cannot be read are added to it
 */
export async function expandGlob(pattern: string, unreadable: SourceError[] = []): Promise<string[]> {
  const { root } = parse(pattern);
  const parts = pattern
    .slice(root.length)
    .split(sep === "\\" ? /[\\/]/ : "/")
    .filter((part) => part !== "");
  const found: string[] = [];
  await walk(root, parts, found, unreadable);
  return [...new Set(found)];
}

async function walk(directory: string, parts: readonly string[], found: string[], unreadable: SourceError[]): Promise<void> {
  const [part, ...rest] = parts;
  if (part === undefined) return;
  // A name without a pattern need not be listed, which may be forbidden; and `..` never is.
  if (!isGlob(part) && rest.length > 0) return await walk(join(directory, part), rest, found, unreadable);
  if (part === "**") await walk(directory, rest, found, unreadable);
  const matches = part === "**" ? isVisible : matcher(part);
  for (const entry of await entriesOf(directory === "" ? "." : directory, unreadable)) {
    if (!matches(entry.name)) continue;
    const path = directory === "" ? entry.name : join(directory, entry.name);
    if (part === "**") {
      if (entry.isDirectory()) await walk(path, parts, found, unreadable);
    } else if (rest.length > 0) {
      if (entry.isDirectory() || entry.isSymbolicLink()) await walk(path, rest, found, unreadable);
    } else if (entry.isFile() || entry.isSymbolicLink()) found.push(path);
  }
}

function isVisible(name: string): boolean {
  return !name.startsWith(".");
}

function matcher(part: string): (name: string) => boolean {
  const expression = expressionOf(part);
  return (name) => (part.startsWith(".") || isVisible(name)) && expression.test(name);
}

function expressionOf(part: string): RegExp {
  try {
    return new RegExp(`^(?:${translate(part)})$`, "su");
  } catch (cause) {
    // All but the ranges is escaped.
    throw new SourceError(part, `${part} is no pattern: a range in its brackets runs backwards`, { cause });
  }
}

function translate(part: string): string {
  let expression = "";
  for (let at = 0; at < part.length;) {
    const list = part[at] === "{" ? listAt(part, at) : undefined;
    if (list === undefined) {
      const [token, not, set] = TOKEN.exec(part.slice(at))!;
      expression += expressionOfToken(token, not, set);
      at += token.length;
    } else {
      expression += `(?:${list.items.map(translate).join("|")})`;
      at = list.end;
    }
  }
  return expression;
}

const TOKEN = /^(?:\*+|\?|\[(!?)([^\]]+)\]|[^*?[{]+|[[{])/su;

function expressionOfToken(token: string, not: string | undefined, set: string | undefined): string {
  if (token.startsWith("*")) return "[^/]*";
  if (token === "?") return "[^/]";
  if (set !== undefined) return `[${not === "!" ? "^" : ""}${set.replace(/[\\\]^[]/g, String.raw`\$&`)}]`;
  return token.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

/** The items of the list in braces that begins there, which can hold lists, and where it ends; undefined where it is not closed. */
function listAt(part: string, open: number): { readonly items: readonly string[]; readonly end: number } | undefined {
  const items: string[] = [];
  let from = open + 1;
  let depth = 0;
  for (let at = open; at < part.length; at++) {
    if (part[at] === "{") depth++;
    else if (part[at] === "," && depth === 1) {
      items.push(part.slice(from, at));
      from = at + 1;
    } else if (part[at] === "}" && --depth === 0) return { items: [...items, part.slice(from, at)], end: at + 1 };
  }
  return undefined;
}
