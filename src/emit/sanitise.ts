import type { WrittenAttributes } from "../activation/attribute.ts";
import type { Redactor } from "./redact.ts";
import { displayPath, type Shorten } from "./shorten.ts";

/** Properties that hold a path of a file. */
const PATHS: ReadonlySet<string> = new Set([
  "sourcePath",
  "sourceRealPath",
  "rulePath",
  "manifestPath",
  "sourceDir",
  "shadowedBy",
  "shadows",
  "key",
]);

/** Properties that hold text of an extension's own making: redacted, and cut. */
const TEXTS: ReadonlySet<string> = new Set(["reason", "routingReason", "command", "warnings", "provenanceErrors", "provenanceSigner"]);

type Value = WrittenAttributes[string];

/** A copy of facts as they may be kept and sent: paths shortened, texts redacted, what is undefined left out. */
export function sanitise<T extends object>(facts: T, redact: Redactor, shorten: Shorten): T {
  const clean: Record<string, Value> = {};
  for (const [property, value] of Object.entries(facts) as [string, Value][]) {
    if (value === undefined) continue;
    if (PATHS.has(property)) clean[property] = each(value, shorten);
    else if (property === "workspacePath") clean[property] = each(value, (path) => displayPath(path));
    else if (TEXTS.has(property)) clean[property] = each(value, redact);
    else clean[property] = Array.isArray(value) ? [...value] : value;
  }
  return clean as T;
}

function each(value: Value, change: (text: string) => string): Value {
  if (typeof value === "string") return change(value);
  return Array.isArray(value) ? (value as readonly string[]).map((item) => change(item)) : value;
}

/** The attributes that are there: the OpenTelemetry SDK would look at every undefined one on every dispatch. */
export function compact(...parts: readonly WrittenAttributes[]): WrittenAttributes {
  const present: Record<string, Value> = {};
  for (const part of parts) {
    for (const [name, value] of Object.entries(part)) if (value !== undefined) present[name] = value;
  }
  return present;
}
