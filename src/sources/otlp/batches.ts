import { isObject, listFrom } from "../values/json-value.ts";

/**
 * Whether a list of `batches` is Grafana's copy and not Tempo's own: only Grafana writes times as JSON numbers.
 * (Tempo before 2.0 had `instrumentationLibrarySpans` too.)
 */
export function haveNumericTimes(batches: unknown): boolean {
  for (const batch of listFrom(batches)) {
    if (!isObject(batch)) continue;
    for (const scope of [...listFrom(batch["instrumentationLibrarySpans"]), ...listFrom(batch["scopeSpans"])]) {
      const span = isObject(scope) ? listFrom(scope["spans"])[0] : undefined;
      if (isObject(span)) return typeof span["startTimeUnixNano"] === "number" || typeof span["startTimeUnixNano"] === "bigint";
    }
  }
  return false;
}
