import type { DocumentOrigin } from "../content/document.ts";

/** A place inside a document, for people: "line 3, trace 1, span 2". */
export function placeIn(origin: DocumentOrigin, ...places: readonly string[]): string {
  return [origin.position, ...places].filter((place) => place !== "").join(", ");
}

/** Spans of a document, each with where it stands: of one alone that is the document. */
export function* placed(spans: readonly unknown[], origin: DocumentOrigin): Iterable<readonly [span: unknown, origin: DocumentOrigin]> {
  for (const [index, span] of spans.entries()) {
    yield [span, spans.length === 1 ? origin : { ...origin, position: placeIn(origin, `span ${index + 1}`) }];
  }
}
