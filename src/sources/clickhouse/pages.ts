import type { DocumentOrigin } from "../content/document.ts";
import type { HttpClient } from "../http/client.ts";
import type { JsonObject } from "../values/json-value.ts";
import { pageRows } from "./page-rows.ts";
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

/** Reads page after page, each as a stream. A body that breaks off goes on behind the last row that came whole. */
export async function* readPages(client: HttpClient, question: PagedQuestion, origin: DocumentOrigin): AsyncGenerator<JsonObject, void> {
  const fixed = { query: question.query, ...asParameters({ ...question.parameters, rows: String(question.rows) }) };
  const place = new Place({ at: String(question.since), trace: "", row: "" });
  let breaks = 0;
  while (true) {
    let rows = 0;
    let failure: unknown;
    try {
      for await (const row of pageRows(client, { ...fixed, ...asParameters({ ...place.cursor }) }, origin)) {
        rows += 1;
        if (place.wasGiven(row)) continue;
        breaks = 0;
        yield row;
      }
    } catch (error) {
      failure = error;
    }
    if (failure === undefined) {
      if (rows < question.rows) return;
      place.endPage();
    } else if (client.isBroken(failure) && breaks < MAX_BREAKS) {
      breaks += 1;
      place.beginAgain();
    } else throw client.failed(failure);
  }
}

/** They are read as in the format TSV, in which a backslash begins an escape. */
function asParameters(values: Readonly<Record<string, string>>): Record<string, string> {
  const escaped = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n");
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`param_${name}`, escaped(value)]));
}
