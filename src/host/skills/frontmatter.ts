import { isMap, isScalar, LineCounter, parseDocument, type Document, type Node } from "yaml";

/** What is wrong with a `SKILL.md`, and in which line. */
export interface SkillProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** The frontmatter of a `SKILL.md`, in the Agent Skills format (agentskills.io, specification of 2025-12). */
export interface Frontmatter {
  readonly name: string;
  readonly description: string;
  readonly license?: string | undefined;
  readonly compatibility?: string | undefined;
  readonly allowedTools?: string | undefined;
  readonly metadata: ReadonlyMap<string, string>;
  /** False where the file asks to be kept from the model (`disable-model-invocation`, which several agents know). */
  readonly listed: boolean;
}

export interface ParsedSkill {
  /** Undefined where there is any problem. */
  readonly frontmatter?: Frontmatter | undefined;
  readonly body: string;
  /** Every problem, not the first. */
  readonly problems: readonly SkillProblem[];
  readonly warnings: readonly string[];
}

const MOST_FRONTMATTER = 32_768;
const MOST_BRACKETS = 200;
const MOST_LINES = 1000;
const MOST_PROBLEMS = 50;
const MOST_NAME = 64;
const MOST_DESCRIPTION = 1024;
const MOST_COMPATIBILITY = 500;

/** Reads a `SKILL.md`. The name in it has to be that of its folder. */
export function parseSkill(text: string, folderName: string): ParsedSkill {
  const split = /^\uFEFF?---[ \t]*\r?\n([^]*?)^---[ \t]*(?:\r?\n|$)/m.exec(text.slice(0, MOST_FRONTMATTER + 16));
  if (split === null || split.index !== 0) return broken(1, whyNoFrontmatter(text));
  const body = text.slice(split[0].length);
  const yaml = split[1] ?? "";
  if (couldNestDeeply(yaml)) return broken(2, "the frontmatter has more brackets, or more list signs in a row, than any skill needs");
  if (takesLong(yaml)) return broken(2, "the frontmatter has more lines, or more commas, than any skill needs");
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, logLevel: "silent", prettyErrors: false, schema: "core" });
  // The frontmatter begins in line 2.
  const lineAt = (offset: number): number => lines.linePos(offset).line + 1;
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ pos, message }) => ({ line: lineAt(pos[0]), message }));
    return { body, problems: problems.slice(0, MOST_PROBLEMS), warnings: [] };
  }
  return new Reader(document, lineAt).read(body, folderName);
}

/**
 * The YAML parser recurses, and a stack that overflows in it can end the process instead of throwing. So how deep a text
 * could nest is bounded before it is parsed, by what nesting costs: a bracket, a sign, or an indentation that the
 * length of the frontmatter bounds. Closing brackets are not looked at: they may stand in a quoted text.
 */
function couldNestDeeply(yaml: string): boolean {
  return (yaml.match(/[[{]/g)?.length ?? 0) > MOST_BRACKETS || /(?:[-?:][ \t]+){8}/.test(yaml);
}

/** The parser holds every key against every other: a third of a second for 32 kB of short ones, and a folder has many files. */
function takesLong(yaml: string): boolean {
  return (yaml.match(/\n/g)?.length ?? 0) > MOST_LINES || (yaml.match(/,/g)?.length ?? 0) > MOST_LINES;
}

function broken(line: number, message: string): ParsedSkill {
  return { body: "", problems: [{ line, message }], warnings: [] };
}

function whyNoFrontmatter(text: string): string {
  if (!/^\uFEFF?---[ \t]*\r?\n/.test(text)) return "the file does not begin with --- and a YAML frontmatter";
  return text.length > MOST_FRONTMATTER
    ? `the frontmatter is not closed by --- within ${MOST_FRONTMATTER} characters`
    : "the frontmatter is not closed by ---";
}

class Reader {
  readonly #document: Document.Parsed;
  readonly #lineAt: (offset: number) => number;
  readonly #problems: SkillProblem[] = [];
  readonly #warnings: string[] = [];
  readonly #fields = new Map<string, Node | null>();

  constructor(document: Document.Parsed, lineAt: (offset: number) => number) {
    this.#document = document;
    this.#lineAt = lineAt;
  }

  read(body: string, folderName: string): ParsedSkill {
    const root = this.#document.contents;
    if (!isMap(root)) return broken(2, "the frontmatter is no YAML mapping");
    for (const { key, value } of root.items) {
      if (isScalar(key) && typeof key.value === "string") this.#fields.set(key.value, value);
      else this.#problem(key, "a key is no plain text");
    }
    const name = this.#name(folderName);
    const description = this.#text("description", MOST_DESCRIPTION, true);
    const license = this.#text("license", MOST_DESCRIPTION);
    const compatibility = this.#text("compatibility", MOST_COMPATIBILITY);
    const allowedTools = this.#text("allowed-tools", 10_000);
    const metadata = this.#metadata();
    const listed = !this.#flag("disable-model-invocation");
    const known = new Set(KNOWN_KEYS);
    for (const key of this.#fields.keys()) if (!known.has(key)) this.#warnings.push(`unknown key: ${key.slice(0, 64)}`);
    const problems = this.#problems.slice(0, MOST_PROBLEMS);
    const warnings = this.#warnings.slice(0, MOST_PROBLEMS);
    if (problems.length > 0 || name === undefined || description === undefined) return { body, problems, warnings };
    return { frontmatter: { name, description, license, compatibility, allowedTools, metadata, listed }, body, problems, warnings };
  }

  #name(folderName: string): string | undefined {
    const name = this.#text("name", MOST_NAME, true);
    if (name === undefined) return undefined;
    const node = this.#fields.get("name");
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
      return this.#problem(node, `name ${JSON.stringify(name)} may hold lower-case letters, digits, and single hyphens between them`);
    }
    if (name !== folderName) return this.#problem(node, `name ${name} is not that of its folder, ${JSON.stringify(folderName)}`);
    return name;
  }

  #text(key: string, most: number, required = false): string | undefined {
    const node = this.#fields.get(key);
    if (node === undefined) return required ? this.#problem(undefined, `${key} is missing`) : undefined;
    const value = this.#scalar(node);
    if (typeof value !== "string") return this.#problem(node, `${key} has to be a text`);
    if (required && value.trim() === "") return this.#problem(node, `${key} is empty`);
    if (value.length > most) return this.#problem(node, `${key} is longer than ${most} characters`);
    return value.trim();
  }

  #flag(key: string): boolean {
    const node = this.#fields.get(key);
    if (node === undefined) return false;
    const value = this.#scalar(node);
    if (typeof value === "boolean") return value;
    this.#problem(node, `${key} has to be true or false`);
    return false;
  }

  #metadata(): ReadonlyMap<string, string> {
    const metadata = new Map<string, string>();
    const node = this.#fields.get("metadata");
    if (node === undefined) return metadata;
    const map = this.#resolved(node);
    if (!isMap(map)) {
      this.#problem(node, "metadata has to be a mapping");
      return metadata;
    }
    for (const { key, value } of map.items) {
      const [name, text] = [isScalar(key) ? key.value : undefined, this.#scalar(value as Node | null)];
      if (typeof name === "string" && (typeof text === "string" || typeof text === "number" || typeof text === "boolean")) {
        metadata.set(name, String(text));
      } else {
        this.#problem(key, `metadata: ${typeof name === "string" ? name.slice(0, 64) : "a key"} has to be a text`);
      }
    }
    return metadata;
  }

  #scalar(node: Node | null): unknown {
    const resolved = this.#resolved(node);
    return isScalar(resolved) ? resolved.value : undefined;
  }

  /** An alias is followed once: nothing of this format is a structure that aliases could blow up. */
  #resolved(node: Node | null): Node | null | undefined {
    return node !== null && "resolve" in node ? node.resolve(this.#document) : node;
  }

  #problem(node: unknown, message: string): undefined {
    const offset = (node as Node | null | undefined)?.range?.[0];
    this.#problems.push({ line: offset === undefined ? 2 : this.#lineAt(offset), message });
    return undefined;
  }
}

const KNOWN_KEYS = ["name", "description", "license", "compatibility", "metadata", "allowed-tools", "disable-model-invocation"];
