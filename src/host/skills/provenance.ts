import { sign, verify, type KeyLike } from "node:crypto";
import { lstat, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { z } from "zod";
import { canonicalJson, digestOf } from "../digest.ts";
import { messageOf } from "../host-error.ts";
import { problemsOf } from "../problems.ts";
import { readRegularFile, resolveWithin } from "../read-file.ts";

/** The file beside a `SKILL.md` that says what the folder held when it was signed. */
export const PROVENANCE_FILE = "provenance.json";

const MOST_FILES = 1000;
const MOST_FILE_BYTES = 16_777_216;
/** Of a folder in all: whoever writes a skill must not keep the host reading. */
const MOST_BYTES = 67_108_864;
const MOST_ERRORS = 50;

export interface Provenance {
  readonly signer: string;
  /** `sha256:<hex>` of every file of the folder but this one, by its path with `/`. */
  readonly files: Readonly<Record<string, string>>;
  /** Ed25519 over {@link signedText}, in base64. */
  readonly signature?: string | undefined;
}

const provenanceShape: z.ZodType<Provenance> = z.object({
  signer: z.string().min(1).max(256),
  files: z.record(z.string(), z.string().regex(/^sha256:[0-9a-f]{64}$/, "is no sha256:<hex>")),
  signature: z.base64().max(1024).optional(),
});

/** What a check of a folder's provenance came to. */
export interface ProvenanceCheck {
  readonly signed: boolean;
  /** Undefined where the signature could not be checked, since nobody gave the signer's key. */
  readonly verified?: boolean | undefined;
  readonly signer?: string | undefined;
  /** Every error, not the first. */
  readonly errors: readonly string[];
}

/** Who may sign: a public key (PEM, or a key object of `node:crypto`) by the signer's name. */
export type Signers = Readonly<Record<string, KeyLike>>;

/** The exact text that a signature is over. */
function signedText({ signer, files }: Pick<Provenance, "signer" | "files">): string {
  return canonicalJson({ files, signer });
}

/** Describes a folder as it is, and signs that with an Ed25519 key where one is given. Writes nothing. */
export async function describeProvenance(folder: string, signer: string, privateKey?: KeyLike): Promise<Provenance> {
  const { files, errors } = await digestFolder(folder);
  if (errors.length > 0) throw new TypeError(`${folder} cannot be described: ${errors.join("; ")}`);
  const described = { signer, files: Object.fromEntries(files) };
  if (privateKey === undefined) return described;
  return { ...described, signature: sign(null, Buffer.from(signedText(described)), privateKey).toString("base64") };
}

/**
 * Holds a folder against its `provenance.json`: the digest of every file, files that are missing or too many, and the
 * signature. `content` is that file's.
 */
export async function checkProvenance(folder: string, content: Buffer, signers: Signers): Promise<ProvenanceCheck> {
  let json: unknown;
  try {
    json = JSON.parse(content.toString("utf8"));
  } catch (error) {
    return { signed: false, errors: [`${PROVENANCE_FILE} is no JSON: ${messageOf(error)}`] };
  }
  const parsed = provenanceShape.safeParse(json);
  if (!parsed.success) return { signed: false, errors: problemsOf(parsed.error).map((problem) => `${PROVENANCE_FILE}: ${problem}`) };
  const provenance = parsed.data;
  const errors = await compareFiles(folder, provenance);
  const verified = verifySignature(provenance, signers, errors);
  return {
    signed: provenance.signature !== undefined,
    verified: verified === undefined ? undefined : verified && errors.length === 0,
    signer: provenance.signer,
    errors: errors.length <= MOST_ERRORS ? errors : [...errors.slice(0, MOST_ERRORS), `and ${errors.length - MOST_ERRORS} more`],
  };
}

async function compareFiles(folder: string, provenance: Provenance): Promise<string[]> {
  const found = await digestFolder(folder);
  const errors = [...found.errors];
  for (const [path, digest] of Object.entries(provenance.files)) {
    const actual = found.files.get(path);
    if (actual === undefined) errors.push(`${path} is missing`);
    else if (actual !== digest) errors.push(`${path} is not what was signed: its digest is ${short(actual)}, signed was ${short(digest)}`);
  }
  for (const path of found.files.keys()) if (!Object.hasOwn(provenance.files, path)) errors.push(`${path} is not covered`);
  return errors;
}

/** Adds what is wrong to `errors`; undefined where there is nothing to check with. */
function verifySignature(provenance: Provenance, signers: Signers, errors: string[]): boolean | undefined {
  const { signer, signature } = provenance;
  if (signature === undefined) return undefined;
  const key = Object.hasOwn(signers, signer) ? signers[signer] : undefined;
  if (key === undefined) return undefined;
  try {
    if (verify(null, Buffer.from(signedText(provenance)), key, Buffer.from(signature, "base64"))) return true;
    errors.push(`the signature is not ${signer}'s`);
  } catch (error) {
    errors.push(`the signature of ${signer} cannot be checked: ${messageOf(error)}`);
  }
  return false;
}

interface FolderDigest {
  /** Digests by path with `/`, in the order of their names. */
  readonly files: ReadonlyMap<string, string>;
  readonly errors: readonly string[];
}

async function digestFolder(folder: string): Promise<FolderDigest> {
  const files = new Map<string, string>();
  const errors: string[] = [];
  const waiting = [folder];
  let entries = 0;
  let bytes = 0;
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    for (const name of (await readdir(current)).sort()) {
      const path = join(current, name);
      const shown = relative(folder, path).split(sep).join("/");
      if (shown === PROVENANCE_FILE) continue;
      if (++entries > MOST_FILES) return { files, errors: [...errors, `more than ${MOST_FILES} files and folders`] };
      if (bytes > MOST_BYTES) return { files, errors: [...errors, `more than ${MOST_BYTES} bytes`] };
      try {
        const stat = await lstat(path);
        if (stat.isDirectory()) waiting.push(path);
        // A link to a folder is refused by the read: following it could go round in circles.
        else {
          const content = await readRegularFile(await resolveWithin(folder, path), MOST_FILE_BYTES);
          bytes += content.length;
          files.set(shown, digestOf(content));
        }
      } catch (error) {
        errors.push(`${shown} cannot be read: ${messageOf(error)}`);
      }
    }
  }
  return { files, errors };
}

/** Enough of a digest to tell two apart; whoever wants the whole can compute it. */
function short(digest: string): string {
  return `${digest.slice(0, "sha256:".length + 12)}…`;
}
