/**
 * A name in which `*` stands for any characters. Matching never backtracks, whatever the pattern.
 */
export interface Pattern {
  readonly text: string;
  matches(name: string): boolean;
}

export function compilePattern(text: string): Pattern {
  if (!text.includes("*")) return { text, matches: (name) => name === text };
  const [first = "", ...rest] = text.split("*");
  const last = rest.pop() ?? "";
  const inner = rest.filter((part) => part !== "");
  return {
    text,
    matches(name) {
      if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
      let from = first.length;
      const end = name.length - last.length;
      for (const part of inner) {
        const at = name.indexOf(part, from);
        if (at < 0 || at + part.length > end) return false;
        from = at + part.length;
      }
      return from <= end;
    },
  };
}

/** Whether a name matches a pattern that is used once. */
export function matchesPattern(pattern: string, name: string): boolean {
  return compilePattern(pattern).matches(name);
}
