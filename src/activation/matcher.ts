import type { MatcherSyntax } from "./hook-registration.ts";
import { compileLinearRegex } from "./linear-regex.ts";

/** Whether a matcher selects a tool, told by the tool's name. */
export type Selector = (tool: string) => boolean;

/**
 * What a matcher selects, compiled once. Every syntax looks at the tool's whole name, and none backtracks: a matcher
 * from configuration or from a trace cannot hang whoever applies it.
 *
 * - `all`: everything
 * - `exact`: the name itself
 * - `list`: names separated by `|` or `,`
 * - `glob`: `*` stands for any characters, `?` for one
 * - `regex`: a regular expression without back references and look-around
 *
 * @throws SyntaxError where a regular expression is none, or cannot be matched in linear time
 */
export function compileMatcher(matcher: string, syntax: MatcherSyntax): Selector {
  switch (syntax) {
    case "all":
      return () => true;
    case "exact":
      return (tool) => tool === matcher;
    case "list": {
      const names = new Set(matcher.split(/[|,]/).map((name) => name.trim()));
      return (tool) => names.has(tool);
    }
    case "glob":
      return compileLinearRegex(regexOfGlob(matcher)).matches;
    case "regex":
      return compileLinearRegex(matcher).matches;
  }
}

/** How a matcher is read where nobody says: `regex` is never guessed, since `shell.*` is a glob too. */
export function inferMatcherSyntax(matcher: string | undefined): Exclude<MatcherSyntax, "regex"> {
  if (matcher === undefined || matcher === "" || matcher === "*") return "all";
  if (/[*?]/.test(matcher)) return "glob";
  return /[|,]/.test(matcher) ? "list" : "exact";
}

function regexOfGlob(glob: string): string {
  return glob
    .replaceAll(/[^\w*?]/g, "\\$&")
    .replaceAll("*", "[^]*")
    .replaceAll("?", "[^]");
}
