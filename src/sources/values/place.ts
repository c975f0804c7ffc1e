import type { DocumentOrigin } from "../content/document.ts";

/** A place inside a document, for people: "line 3, trace 1, span 2". */
export function placeIn(origin: DocumentOrigin, ...places: readonly string[]): string {
  return [origin.position, ...places].filter((place) => place !== "").join(", ");
}
