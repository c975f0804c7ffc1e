import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { z } from "zod";
import { HostError, messageOf } from "../host-error.ts";
import { problemsOf } from "../problems.ts";
import { readJson } from "../read-file.ts";

/** What was approved of one tool. */
export interface ToolApproval {
  /** The digest of its definition when it was approved. */
  readonly digest?: string | undefined;
  /** Until when (RFC 3339). */
  readonly expires?: string | undefined;
  /** Approved once, and no longer. */
  readonly revoked?: boolean | undefined;
}

/** What was approved of one server. A server that is not in the file is not trusted, and not started. */
export interface ServerTrust {
  /** The digest of how it is started, when it was approved: another command under the same name is not trusted. */
  readonly definition?: string | undefined;
  readonly expires?: string | undefined;
  /** Which of its tools are offered; patterns with `*`. Default: all. */
  readonly allow?: readonly string[] | undefined;
  /** Which are not, whatever allows them; patterns with `*`. */
  readonly deny?: readonly string[] | undefined;
  /** Whether each tool has to be approved by itself. Default: no; those that were approved are held to their digest. */
  readonly approveEach?: boolean | undefined;
  readonly tools?: Readonly<Record<string, ToolApproval>> | undefined;
}

export interface TrustFile {
  readonly servers: Readonly<Record<string, ServerTrust>>;
}

const time = z.iso.datetime({ offset: true });
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/, "is no sha256:<hex>");
const patterns = z.array(z.string().min(1).max(1000)).max(1000);

const trustShape: z.ZodType<TrustFile> = z.strictObject({
  servers: z.record(
    z.string(),
    z.strictObject({
      definition: digest.optional(),
      expires: time.optional(),
      allow: patterns.optional(),
      deny: patterns.optional(),
      approveEach: z.boolean().optional(),
      tools: z
        .record(z.string(), z.strictObject({ digest: digest.optional(), expires: time.optional(), revoked: z.boolean().optional() }))
        .optional(),
    }),
  ),
});

/** Whether a text is a time as a trust file may hold it: one that cannot be read again would make the whole file unusable. */
export function isTime(text: string): boolean {
  return time.safeParse(text).success;
}

/** Whom the user trusts. It is read from a file, changed in memory, and written only by {@link TrustStore.save}. */
export class TrustStore {
  /** The file; undefined where the trust is in memory only. */
  readonly path: string | undefined;
  readonly #servers: Map<string, ServerTrust>;

  constructor(path: string | undefined, trust: TrustFile = { servers: {} }) {
    this.path = path;
    this.#servers = new Map(Object.entries(trust.servers));
  }

  /**
   * Reads a trust file. Where there is none, nobody is trusted.
   * @throws HostError with every problem of the file: a broken file is no reason to trust, nor to forget a denial
   */
  static async read(path: string): Promise<TrustStore> {
    const json = await readJson(path);
    if (json === undefined) return new TrustStore(path);
    const parsed = trustShape.safeParse(json);
    if (!parsed.success) throw new HostError(`${path} cannot be used: ${problemsOf(parsed.error).join("; ")}`);
    return new TrustStore(path, parsed.data);
  }

  server(name: string): ServerTrust | undefined {
    return this.#servers.get(name);
  }

  setServer(name: string, trust: ServerTrust): void {
    this.#servers.set(name, trust);
  }

  removeServer(name: string): void {
    this.#servers.delete(name);
  }

  setTool(server: string, tool: string, approval: ToolApproval): void {
    const trust = this.#servers.get(server) ?? {};
    const tools = Object.fromEntries([...Object.entries(trust.tools ?? {}).filter(([name]) => name !== tool), [tool, approval]]);
    this.#servers.set(server, { ...trust, tools });
  }

  /**
   * Writes the file anew, whole or not at all.
   * @throws HostError where there is no file to write to, or it cannot be written
   */
  async save(): Promise<void> {
    if (this.path === undefined) throw new HostError("the trust is in memory only: give the host a trust file (mcp.trustFile) to keep it");
    const written = `${this.path}.${randomUUID()}.tmp`;
    try {
      await writeFile(written, `${JSON.stringify({ servers: Object.fromEntries(this.#servers) }, null, 2)}\n`, { mode: 0o600 });
      await rename(written, this.path);
    } catch (cause) {
      await rm(written, { force: true });
      throw new HostError(`${this.path} cannot be written: ${messageOf(cause)}; the change holds for this session only`, { cause });
    }
  }
}
