import { stat } from "node:fs/promises";
import { fileSource, streamSource, type ByteStream } from "./files/file.ts";
import type { MeantAddress } from "./meant-address.ts";
import { SourceError, type Source } from "./source.ts";

export interface OpenOptions {
  /** Where `-` is read from; the standard input of the process where it is left out. */
  readonly stdin?: ByteStream;
  /** Where a backend's credentials are looked for; the environment of the process where it is left out. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** The backends that can be read, by the scheme of their address. */
export const BACKENDS = ["jaeger", "tempo", "clickhouse"] as const;
export type Backend = (typeof BACKENDS)[number];

/**
 * Opens what stands on a command line: a file, a directory, a pattern, `-`, or a backend such as `jaeger+http://localhost:16686`.
 * The format is found by content, when it is read.
 *
 * Throws {@link SourceError} where there is nothing of that name.
 */
export async function openSource(argument: string, options: OpenOptions = {}): Promise<Source> {
  if (argument === "-") return streamSource(options.stdin ?? (process.stdin as ByteStream));
  const scheme = /^([a-z]+)\+https?:\/\//i.exec(argument)?.[1]?.toLowerCase();
  if (scheme !== undefined) return openBackend(scheme, argument, options.environment ?? process.env);
  return openPath(argument);
}

type Opener = (address: string, environment: Readonly<Record<string, string | undefined>>) => Source;

const OPENERS: Readonly<Record<Backend, () => Promise<Opener>>> = {
  jaeger: async () => (await import("./jaeger/backend.ts")).openJaeger,
  tempo: async () => (await import("./tempo/backend.ts")).openTempo,
  clickhouse: async () => (await import("./clickhouse/backend.ts")).openClickhouse,
};

async function openBackend(scheme: string, address: string, environment: Readonly<Record<string, string | undefined>>): Promise<Source> {
  const backend = BACKENDS.find((known) => known === scheme);
  if (backend === undefined) throw new SourceError(scheme, `${scheme} is no backend that explain reads; it reads ${BACKENDS.join(", ")}`);
  const open = await OPENERS[backend]();
  return open(address, environment);
}

async function openPath(path: string): Promise<Source> {
  const status = await stat(path).catch(() => undefined);
  if (status?.isDirectory() === true) return (await import("./files/fileset.ts")).directorySource(path);
  if (status === undefined) {
    const { meantAddress } = await import("./meant-address.ts");
    const meant = meantAddress(path, BACKENDS);
    if (meant !== undefined) throw noAddress(meant);
    const { expandGlob, isGlob } = await import("./files/glob.ts");
    if (isGlob(path)) {
      const unreadable: SourceError[] = [];
      return openGlob(path, await expandGlob(path, unreadable), unreadable);
    }
  }
  return fileSource(path);
}

function noAddress({ shown, scheme, addresses }: MeantAddress): SourceError {
  const [only] = addresses;
  if (only === undefined) {
    const forms = BACKENDS.map((backend) => `${backend}+http(s)://…`).join(", ");
    return new SourceError(shown, `${shown}: ${scheme}:// is no address that explain reads; it takes ${forms}, and the paths of files`);
  }
  const advice = addresses.length === 1 ? `write ${only}` : `say which backend it is, one of ${addresses.join(", ")}`;
  return new SourceError(shown, `${shown}: ${advice}`);
}

async function openGlob(pattern: string, paths: readonly string[], unreadable: readonly SourceError[]): Promise<Source> {
  if (paths.length === 0) {
    const why = unreadable[0] === undefined ? "check the pattern" : unreadable[0].message;
    throw new SourceError(pattern, `${pattern}: no file matches (looked from ${process.cwd()}); ${why}`);
  }
  const [{ fileSetSource }, { inOrderOfTime }] = await Promise.all([import("./files/fileset.ts"), import("./files/rotation.ts")]);
  return fileSetSource(pattern, inOrderOfTime(paths), unreadable);
}
