import type { DocumentOrigin } from "../content/document.ts";
import type { HttpClient } from "../http/client.ts";
import type { JsonObject } from "../values/json-value.ts";
import { CutOff, pageRows } from "./page-rows.ts";
import { Place } from "./place.ts";

/** A question whose answer comes in pages. */
export interface PagedQuestion {
  readonly query: string;
  /** Its parameters, but for those that say where a page begins (`at`, `trace`, `row`). */
  readonly parameters: Readonly<Record<string, string>>;
  /** Nanoseconds since the epoch, where the first page begins. */
  readonly since: bigint;
  /** Rows in a page. */
  readonly rows: number;
}

/** How often a body that breaks off is asked for again without a single row of progress. */
const MAX_BREAKS = 3;

/**
 * Reads page after page, each as a stream. A body that breaks off goes on behind the last row that came whole.
 *
 * Only a page without rows is the end: a setting of the user (`result_overflow_mode = 'break'`, `limit`), or something
 * between that was cut off, can end a page sooner without a word. Of rows of one key that were parted so, copies are lost.
 */
export async function* readPages(client: HttpClient, question: PagedQuestion, origin: DocumentOrigin): AsyncGenerator<JsonObject, void> {
  const fixed = { query: question.query, ...asParameters({ ...question.parameters, rows: String(question.rows) }) };
  const place = new Place({ at: String(question.since), trace: "", row: "" });
  let isLost = false;
  const noting: DocumentOrigin = {
    ...origin,
    warn: (...warning) => {
      isLost = true;
      origin.warn(...warning);
    },
  };
  let breaks = 0;
  while (true) {
    let rows = 0;
    let failure: unknown;
    try {
      for await (const row of pageRows(client, { ...fixed, ...asParameters({ ...place.cursor }) }, noting)) {
        if (!place.isAhead(row)) return origin.warn("partial_answer", NOT_ASKED_FOR);
        rows += 1;
        if (place.wasGiven(row)) continue;
        breaks = 0;
        yield row;
      }
    } catch (error) {
      failure = error;
    }
    if (failure === undefined) {
      if (rows === 0 || isLost) return;
      place.endPage();
    } else if ((client.isBroken(failure) || failure instanceof CutOff) && breaks < MAX_BREAKS) {
      breaks += 1;
      place.beginAgain();
    } else if (failure instanceof CutOff) return origin.warn("partial_answer", `${failure.message}, also when asked again`);
    else throw client.failed(failure);
  }
}

const NOT_ASKED_FOR =
  "a page begins before the place it was asked for, as where a cache answers in place of ClickHouse; what comes behind it was not read";

/** They are read as in the format TSV, in which a backslash begins an escape. */
function asParameters(values: Readonly<Record<string, string>>): Record<string, string> {
  const escaped = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n");
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`param_${name}`, escaped(value)]));
}
