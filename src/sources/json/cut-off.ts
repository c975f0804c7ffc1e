import { endOfString } from "./string-end.ts";

interface Open {
  readonly closer: "}" | "]";
  readonly key: string | undefined;
  /** Behind the last object or list in it that is whole. */
  end: number;
  /** Its key. */
  lastKey: string | undefined;
}

/**
 * A JSON object that is cut off, closed behind its last record that is whole: a span of a list called `spans`, or an item of
 * one called `data`. undefined where it was cut off in neither. What is left out is lost.
 */
export function closedBehindRecords(text: string): string | undefined {
  const open = openAtEnd(text);
  const last = lastToKeep(open);
  const cut = open[last];
  if (cut === undefined) return undefined;
  const closers = open.slice(0, last + 1).map(({ closer }) => closer);
  return text.slice(0, cut.end) + closers.toReversed().join("");
}

/** The innermost of what is open that is not a part of a record; -1 where that cannot be told. */
function lastToKeep(open: readonly Open[]): number {
  const spans = open.findIndex(({ key, closer }) => key === "spans" && closer === "]");
  if (spans >= 0) return spans;
  const beside = open.findIndex(({ key }) => key !== undefined && BESIDE_SPANS.has(key));
  if (beside >= 0) return beside - 1;
  if (open.some(({ key }) => key !== undefined && AROUND_SPANS.has(key))) return open.length - 1;
  const [outermost] = open;
  if (open.length === 1 && AROUND_SPANS.has(outermost?.lastKey ?? "")) return 0;
  return open.findIndex(({ key, closer }) => key === "data" && closer === "]");
}

/** What stands behind the spans, in Jaeger's traces and in the answers of Tempo. */
const BESIDE_SPANS = new Set(["processes", "metrics"]);

/** What holds spans, and no part of one. */
const AROUND_SPANS = new Set(["trace", "resourceSpans", "batches", "scopeSpans", "instrumentationLibrarySpans"]);

/** What is open where the text ends, the outermost first. */
function openAtEnd(text: string): readonly Open[] {
  const open: Open[] = [];
  let key: string | undefined;
  let lastString = "";
  for (let at = 0; at < text.length; at++) {
    switch (text.charAt(at)) {
      case '"': {
        const end = endOfString(text, at);
        lastString = end - at > LONGEST_KEY ? "" : text.slice(at + 1, end);
        at = end;
        break;
      }
      case ":":
        key = lastString;
        break;
      case ",":
        key = undefined;
        break;
      case "{":
        open.push({ closer: "}", key, end: at + 1, lastKey: undefined });
        key = undefined;
        break;
      case "[":
        open.push({ closer: "]", key, end: at + 1, lastKey: undefined });
        key = undefined;
        break;
      case "}":
      case "]": {
        const closed = open.pop();
        const outer = open.at(-1);
        if (outer !== undefined) {
          outer.end = at + 1;
          outer.lastKey = closed?.key;
        }
        break;
      }
      default:
    }
  }
  return open;
}

const LONGEST_KEY = 64;
