import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Diagnosis } from "../../views/page/diagnosis-page.ts";
import { displayPath } from "../../emit/shorten.ts";
import { type Place, ok, problem } from "./diagnosis.ts";

/** Packages that bring or use the API, looked up from the project. */
const USERS = [
  "extension-activation",
  "@opentelemetry/sdk-node",
  "@opentelemetry/sdk-trace-node",
  "@opentelemetry/sdk-trace-base",
] as const;
const API = "@opentelemetry/api";

/**
 * Which copies of the OpenTelemetry API a project has. A library whose copy is of a later minor version than the one
 * that the SDK registered with gets a tracer that records nothing, and neither says so.
 */
export function openTelemetryApi({ folder }: Place): readonly Diagnosis[] {
  const copies = new Map<string, string>();
  for (const from of [folder, ...USERS.map((user) => find(user, folder))]) {
    const path = from === undefined ? undefined : find(API, from);
    const version = path === undefined ? undefined : versionOf(path);
    if (path !== undefined && version !== undefined) copies.set(path, version);
  }
  const versions = [...new Set(copies.values())];
  if (versions.length === 0) return [];
  if (versions.length === 1) return [ok("opentelemetry_api", `one version of ${API} in this project: ${versions[0]}`)];
  const listed = [...copies].map(([path, version]) => `${version} in ${displayPath(path)}`).join(", ");
  return [
    problem(
      "opentelemetry_api",
      `${versions.length} versions of ${API} in this project: ${listed}; code that uses the later one records nothing under an SDK that registered with the earlier`,
      `npm ls ${API}, then npm install ${API}@${earliest(versions)}`,
    ),
  ];
}

function earliest(versions: readonly string[]): string | undefined {
  return versions.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))[0];
}

/** The folder of a package, as Node.js finds it from a folder: nothing is loaded. */
function find(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (statSync(join(found, "package.json"), { throwIfNoEntry: false })?.isFile() === true) return realpathSync(found);
    if (dirname(folder) === folder) return undefined;
  }
}

function versionOf(folder: string): string | undefined {
  try {
    const version: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
