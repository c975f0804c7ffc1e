import type { DocumentOrigin } from "../content/document.ts";
import type { HttpClient } from "../http/client.ts";
import { isObject, type JsonObject } from "../values/json-value.ts";
import { tryParseJson } from "../json/parse.ts";
import { linesOf, LineTooLong } from "./lines.ts";

/** Characters in a line: a row holds no more than a span's attributes and events. */
const LONGEST_LINE = 32 * 1024 * 1024;

/** An answer that ended as if it were whole, in the middle of a row: a proxy between, or what is packed, was cut off. */
export class CutOff extends Error {
  override readonly name = "CutOff";
}

/**
 * The rows of one page, as they come. Where the query failed behind its first rows, or a row is too long, that is a
 * warning. Throws SourceError where the question is refused, {@link CutOff} where the last row is not whole.
 */
export async function* pageRows(
  client: HttpClient,
  parameters: Readonly<Record<string, string>>,
  origin: DocumentOrigin,
): AsyncGenerator<JsonObject, void> {
  const answer = await client.stream("/", parameters);
  const lines = linesOf(answer.body, LONGEST_LINE);
  if (answer.status !== 200) throw client.refused({ status: answer.status, body: await beginningOf(lines) });
  try {
    for await (const line of lines) {
      if (isBracket(line)) continue;
      const row = parsedObject(line);
      if (row !== undefined && "TraceId" in row) {
        yield row;
        continue;
      }
      const behind = await beginningOf(lines);
      if (row === undefined && behind === "" && line.trimStart().startsWith("{"))
        throw new CutOff("the answer ends in the middle of a row");
      // The status was sent before the query failed: ClickHouse can only write its error among the rows.
      const reason = client.excerpt(`${line} ${behind}`.replace("__exception__", ""));
      origin.warn("partial_answer", `ClickHouse ended the query before its end: ${reason}`);
      return;
    }
  } catch (error) {
    if (!(error instanceof LineTooLong)) throw error;
    origin.warn("limit_reached", "a row is larger than what is held of one (32 million characters); what comes behind it was not read");
  }
}

/** The first lines of what is left of a body, and what came of them where it breaks off. */
async function beginningOf(lines: AsyncIterable<string>): Promise<string> {
  let text = "";
  try {
    for await (const line of lines) {
      text += `${line} `;
      if (text.length > 1000) break;
    }
  } catch {
    // What came is the error that is looked for; that the body breaks off behind it says nothing more.
  }
  return text;
}

/** The beginning or the end of a list of rows, as a server whose setting is `output_format_json_array_of_rows` writes it. */
function isBracket(line: string): boolean {
  return /^\s*[[\]]\s*$/.test(line);
}

/** The object that a line is, a comma behind it or not; undefined for anything else. */
export function parsedObject(line: string): JsonObject | undefined {
  const value = tryParseJson(line.replace(/\}\s*,\s*$/, "}"));
  return isObject(value) ? value : undefined;
}
