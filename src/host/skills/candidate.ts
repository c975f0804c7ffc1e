import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import type { SourceScope } from "../../activation/common.ts";
import type { ReasonCode } from "../../activation/reason-code.ts";
import { digestOf } from "../digest.ts";
import { errorTypeOf, messageOf } from "../host-error.ts";
import { FileRefused, isWithin, readRegularFile, resolveWithin } from "../read-file.ts";
import { parseSkill, type Frontmatter, type SkillProblem } from "./frontmatter.ts";
import { checkProvenance, PROVENANCE_FILE, type ProvenanceCheck, type Signers } from "./provenance.ts";

const SKILL_FILE = "SKILL.md";

/** The largest `SKILL.md` that is read, in bytes. */
const MOST_SKILL_BYTES = 1_048_576;

/** A folder that is searched for skills. */
export interface SkillDirectory {
  readonly path: string;
  readonly scope: SourceScope;
  /** The plugin that brings it. */
  readonly plugin?: string | undefined;
}

/** Why a candidate cannot be loaded. */
export interface SkillFault {
  readonly reason: string;
  readonly reasonCode: ReasonCode;
  readonly errorType?: string | undefined;
}

/** A folder with a `SKILL.md`, as it was found. */
export interface SkillCandidate {
  /** As its frontmatter says; the folder's name where that cannot be read. */
  readonly name: string;
  readonly directory: SkillDirectory;
  /** The `SKILL.md`. */
  readonly path: string;
  /** The same file behind links, where it differs. */
  readonly realPath?: string | undefined;
  readonly digest?: string | undefined;
  readonly frontmatter?: Frontmatter | undefined;
  readonly body: string;
  readonly warnings: readonly string[];
  /** Undefined where the folder has no `provenance.json`. */
  readonly provenance?: ProvenanceCheck | undefined;
  readonly fault?: SkillFault | undefined;
}

/** Scopes whose links may lead out of the searched folder: their owner made them. */
const LINKS_MAY_LEAVE: ReadonlySet<SourceScope> = new Set<SourceScope>(["builtin", "managed", "user"]);

const MOST_CANDIDATES = 2000;
const MOST_ENTRIES = 10_000;

/**
 * Finds the skills in a folder: every folder in it that has a `SKILL.md`, in the order of their names. Runs nothing.
 * @returns none where there is no such folder
 */
export async function findSkills(directory: SkillDirectory, signers: Signers): Promise<readonly SkillCandidate[]> {
  let names: string[];
  try {
    names = (await readdir(directory.path)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    return [faulty(directory, directory.path, "unreadable", messageOf(error), errorTypeOf(error))];
  }
  const candidates: SkillCandidate[] = [];
  for (const [at, name] of names.entries()) {
    if (candidates.length >= MOST_CANDIDATES || at >= MOST_ENTRIES) {
      const most = at >= MOST_ENTRIES ? `${MOST_ENTRIES} entries` : `${MOST_CANDIDATES} skills`;
      const reason = `the folder has more than ${most}; the others are not looked at`;
      return [...candidates, faulty(directory, directory.path, "over_limit", reason)];
    }
    const candidate = await readSkill(directory, join(directory.path, name), signers);
    if (candidate !== undefined) candidates.push(candidate);
  }
  return candidates;
}

/** undefined where the folder is none, or has no `SKILL.md`. */
async function readSkill(directory: SkillDirectory, folder: string, signers: Signers): Promise<SkillCandidate | undefined> {
  const path = join(folder, SKILL_FILE);
  try {
    const realFolder = await realpath(folder);
    const root = await realpath(directory.path);
    if (!LINKS_MAY_LEAVE.has(directory.scope) && !isWithin(root, realFolder)) {
      throw new FileRefused("outside", `${folder} leads out of ${directory.path}`);
    }
    const realPath = await resolveWithin(realFolder, join(realFolder, SKILL_FILE));
    const content = await readRegularFile(realPath, MOST_SKILL_BYTES);
    const parsed = parseSkill(content.toString("utf8"), basename(folder));
    return {
      name: parsed.frontmatter?.name ?? basename(folder),
      directory,
      path,
      realPath: realPath === path ? undefined : realPath,
      digest: digestOf(content),
      frontmatter: parsed.frontmatter,
      body: parsed.body,
      warnings: parsed.warnings,
      provenance: await provenanceOf(realFolder, signers),
      fault: parsed.problems.length === 0 ? undefined : faultOf(parsed.problems),
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR" || (code === "ENOENT" && !(await isDangling(path)) && !(await isDangling(folder)))) return undefined;
    const tooLarge = error instanceof FileRefused && error.why === "too_large";
    return faulty(directory, path, tooLarge ? "over_limit" : "unreadable", messageOf(error), errorTypeOf(error), basename(folder));
  }
}

/** Whether there is a link by that name, and what it leads to is missing. */
async function isDangling(path: string): Promise<boolean> {
  try {
    if (!(await lstat(path)).isSymbolicLink()) return false;
  } catch {
    return false;
  }
  return await realpath(path).then(
    () => false,
    () => true,
  );
}

async function provenanceOf(folder: string, signers: Signers): Promise<ProvenanceCheck | undefined> {
  try {
    const file = await resolveWithin(folder, join(folder, PROVENANCE_FILE));
    return await checkProvenance(folder, await readRegularFile(file, MOST_SKILL_BYTES), signers);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    return { signed: false, errors: [`${PROVENANCE_FILE} cannot be read: ${messageOf(error)}`] };
  }
}

function faultOf(problems: readonly SkillProblem[]): SkillFault {
  const onlyDescription = problems.every(({ message }) => message === "description is missing" || message === "description is empty");
  const reason = problems.map(({ line, message }) => `line ${line}: ${message}`).join("; ");
  return { reason, reasonCode: onlyDescription ? "missing_description" : "invalid_frontmatter" };
}

function faulty(
  directory: SkillDirectory,
  path: string,
  reasonCode: ReasonCode,
  reason: string,
  errorType?: string,
  name: string = basename(path),
): SkillCandidate {
  return { name, directory, path, body: "", warnings: [], fault: { reason, reasonCode, errorType } };
}
