import type { View } from "./view.ts";

/**
 * JSON with the exact values. What a terminal would not show as itself is written as `\u` escapes, which are the same
 * value to every JSON parser.
 *
 * The members of the outermost object, and the rows of its lists, come one at a time: a report can be longer than a
 * string can be.
 */
export const json: View<object> = {
  *render(result) {
    yield "{";
    let separator = "\n";
    for (const [key, value] of Object.entries(result)) {
      if (value === undefined) continue;
      yield `${separator}  ${text(key, "")}: `;
      if (Array.isArray(value) && value.length > 0) yield* list(value);
      else yield text(value, "  ");
      separator = ",\n";
    }
    yield separator === "\n" ? "}\n" : "\n}\n";
  },
};

function* list(rows: readonly unknown[]): Iterable<string> {
  let separator = "[\n    ";
  for (const row of rows) {
    yield separator + text(row, "    ");
    separator = ",\n    ";
  }
  yield "\n  ]";
}

/** One value, its further lines indented. */
function text(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replace(UNSAFE, escape).replaceAll("\n", `\n${indent}`);
}

const UNSAFE = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu;

function escape(character: string): string {
  let escaped = "";
  for (let i = 0; i < character.length; i++) escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
  return escaped;
}
