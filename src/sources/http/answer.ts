/** The JSON value of a body; undefined where it is none, as with the page that a UI gives for every path. */
export function parseAnswer(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
