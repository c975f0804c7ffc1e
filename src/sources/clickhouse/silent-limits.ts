import type { DocumentOrigin } from "../content/document.ts";
import { AnswerTooLarge, type HttpClient } from "../http/client.ts";
import { SourceError } from "../source.ts";
import { parsedObject } from "./page-rows.ts";

/**
 * The modes in which a limit can end a query early, as if it had found no more, and the limits of each. Of a page that is cut
 * (`result_overflow_mode`) the next one gives the rest; with these, rows are missing within it.
 */
const LIMITS_OF: Readonly<Record<string, readonly string[]>> = {
  read_overflow_mode: ["max_rows_to_read", "max_bytes_to_read"],
  read_overflow_mode_leaf: ["max_rows_to_read_leaf", "max_bytes_to_read_leaf"],
  timeout_overflow_mode: ["max_execution_time"],
  timeout_overflow_mode_leaf: ["max_execution_time_leaf"],
  sort_overflow_mode: ["max_rows_to_sort", "max_bytes_to_sort"],
  set_overflow_mode: ["max_rows_in_set", "max_bytes_in_set"],
  transfer_overflow_mode: ["max_rows_to_transfer", "max_bytes_to_transfer"],
};

const NAMES = Object.entries(LIMITS_OF).flat(2);

/** A user sees the settings that hold for it, also with `readonly = 1`. */
export const SETTINGS_QUERY: string = `SELECT name, value FROM system.settings WHERE name IN (${NAMES.map((name) => `'${name}'`).join(", ")}) FORMAT JSONEachRow`;

/** Says where a limit of the user may have left rows out without a word. */
export async function tellSilentLimits(client: HttpClient, origin: DocumentOrigin): Promise<void> {
  const settings = await settingsOf(client);
  for (const [mode, limits] of Object.entries(LIMITS_OF)) {
    if (settings.get(mode) !== "break") continue;
    for (const limit of limits) {
      const value = settings.get(limit) ?? "0";
      if (Number(value) === 0) continue;
      const advice = "records may be missing; ask for less time, or as a user without it";
      origin.warn("partial_answer", `${limit} = ${value} with ${mode} = break lets ClickHouse end a query early without a word: ${advice}`);
    }
  }
}

/** None where they are not to be had: nothing is said then. */
async function settingsOf(client: HttpClient): Promise<ReadonlyMap<string, string>> {
  const settings = new Map<string, string>();
  try {
    const { body } = await client.get("/", { query: SETTINGS_QUERY });
    for (const line of body.split("\n")) {
      const { name, value } = parsedObject(line) ?? {};
      if (typeof name === "string" && typeof value === "string") settings.set(name, value);
    }
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof AnswerTooLarge)) throw error;
  }
  return settings;
}
