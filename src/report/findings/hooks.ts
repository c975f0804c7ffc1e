import { knownRowName } from "../known-name.ts";
import type { HookRow, HookSkippedRow } from "../report.ts";

/**
 * Events in which a call that the matcher selects means a dispatch. Others (a permission asked for, a call that failed)
 * need more than the call.
 */
export const CALL_EVENTS: ReadonlySet<string | null> = new Set(["PreToolUse", "PostToolUse"]);

/** What joins a skip with the registration of its hook. */
export function hookIdentity(row: HookRow | HookSkippedRow): string {
  return JSON.stringify([row.event, knownRowName(row, row.hook_name) ?? row.hook_key, row.plugin]);
}
