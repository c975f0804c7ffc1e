import { type Span, type Text, name, spans } from "./page.ts";

/** "12,345". By hand: `toLocaleString` takes longer than the rest of a row. */
export function digits(number: number): string {
  return String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** "1 hook", "3 hooks". */
export function count(number: number, one: string, many: string = `${one}s`): string {
  return `${digits(number)} ${number === 1 ? one : many}`;
}

/** "a, b and 3 more": at most `limit` names. */
export function names(all: readonly string[], limit: number): Text {
  const shown = all.length > limit + 1 ? all.slice(0, limit) : all;
  const rest = all.length - shown.length;
  const listed = shown.flatMap((each, i): readonly Span[] => (i === 0 ? [name(each)] : [", ", name(each)]));
  return rest === 0 ? listed : [...listed, ` and ${digits(rest)} more`];
}

/** Texts with something between them; the empty ones left out. */
export function join(texts: readonly (Text | undefined)[], between: string): Text {
  return texts
    .map((text) => spans(text ?? ""))
    .filter((text) => text.length > 0)
    .flatMap((text, i) => (i === 0 ? text : [between, ...text]));
}

/** RFC 3339 to the second: "2026-01-05 09:00:00". What is no time is shown as it is. */
export function clock(time: string): string {
  return time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/, "$1 $2");
}

/** "09:00:00 to 09:04:10", the date once where it is the same. */
export function period(start: string, end: string): string {
  const [from, to] = [clock(start), clock(end)];
  return from.slice(0, 10) === to.slice(0, 10) ? `${from} to ${to.slice(11)}` : `${from} to ${to}`;
}
