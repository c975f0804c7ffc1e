import { tryParseJson } from "../json/parse.ts";

/** The JSON values of a body that is streamed: one, or one a line. */
export interface StreamedAnswer {
  /** None where the body is no JSON from its first line on. */
  readonly values: readonly unknown[];
  /** Whether something behind the first value is none: the stream broke off. */
  readonly isCut: boolean;
}

/** The JSON value of a body, or the values of its lines, up to the first that is none. */
export function parseStreamed(body: string): StreamedAnswer {
  const whole = tryParseJson(body);
  if (whole !== undefined) return { values: [whole], isCut: false };
  const values: unknown[] = [];
  for (const line of body.split("\n")) {
    if (line.trim() === "") continue;
    const value = tryParseJson(line);
    if (value === undefined) return { values, isCut: values.length > 0 };
    values.push(value);
  }
  return { values, isCut: false };
}
