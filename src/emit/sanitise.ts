import type { WrittenAttributes } from "../activation/attribute.ts";
import type { Redactor } from "./redact.ts";
import { displayPath, type Shorten } from "./shorten.ts";
import { bounded, boundedList } from "./text-limit.ts";

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

/** A copy of facts as they may be kept and sent: paths shortened, texts redacted and cut; what is undefined, or no value of an attribute, left out. */
export function sanitise<T extends object>(facts: T, redact: Redactor, shorten: Shorten): T {
  const clean: Record<string, Value> = {};
  for (const [property, value] of Object.entries(facts) as [string, unknown][]) {
    if (value === undefined) continue;
    const kept = attributeValue(value, changeOf(property, redact, shorten));
    if (kept !== undefined) clean[property] = kept;
  }
  return clean as T;
}

function changeOf(property: string, redact: Redactor, shorten: Shorten): (text: string) => string {
  if (PATHS.has(property)) return (path) => shorten(bounded(path));
  if (property === "workspacePath") return (path) => displayPath(bounded(path));
  return TEXTS.has(property) ? redact : bounded;
}

/** The types keep others out, and JavaScript does not: an object that got so far would be in the session's record and not on the span. */
function attributeValue(value: unknown, change: (text: string) => string): Value {
  if (typeof value === "string") return change(value);
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return value;
  return Array.isArray(value) ? boundedList(value, change) : undefined;
}

/** The attributes that are there: the OpenTelemetry SDK would look at every undefined one on every dispatch. */
export function compact(...parts: readonly WrittenAttributes[]): WrittenAttributes {
  const present: Record<string, Value> = {};
  for (const part of parts) {
    for (const [name, value] of Object.entries(part)) if (value !== undefined) present[name] = value;
  }
  return present;
}
