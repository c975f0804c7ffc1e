import { endOfString } from "./string-end.ts";

/** An object or list that stands in a list, and how many line feeds lie before it. */
export interface Item {
  readonly text: string;
  readonly lines: number;
}

/**
 * The objects and lists that are whole in a list that is not, such as one that a program was writing when it ended.
 *
 * `list` begins with `[`. What is behind the last whole item is left out.
 */
export function* itemsOf(list: string): Generator<Item> {
  let depth = 0;
  let lines = 0;
  let from = 0;
  let linesBefore = 0;
  for (let at = 0; at < list.length; at++) {
    switch (list.charAt(at)) {
      case '"':
        at = endOfString(list, at);
        break;
      case "\n":
        lines++;
        break;
      case "{":
      case "[":
        if (++depth === 2) {
          from = at;
          linesBefore = lines;
        }
        break;
      case "}":
      case "]":
        if (--depth === 1) yield { text: list.slice(from, at + 1), lines: linesBefore };
        break;
      default:
    }
  }
}
