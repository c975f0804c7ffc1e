import type { MatcherSyntax } from "../../activation/hook-registration.ts";
import { compileLinearRegex, type WholeMatch } from "./linear-regex.ts";

/**
 * What a matcher selects, compiled once. Every syntax looks at the tool's whole name, and none backtracks: a matcher
 * from configuration cannot hang whoever applies it.
 *
 * - `all`: everything
 * - `exact`: the name itself
 * - `list`: names separated by `|` or `,`
 * - `glob`: `*` stands for any characters, `?` for one
 * - `regex`: a regular expression without back references and look-around
 *
 * @throws SyntaxError where a regular expression is none, or cannot be matched in linear time
 */
export function compileMatcher(matcher: string, syntax: MatcherSyntax): WholeMatch {
  switch (syntax) {
    case "all":
      return () => true;
    case "exact":
      return (name) => name === matcher;
    case "list": {
      const names = new Set(matcher.split(/[|,]/).map((name) => name.trim()));
      return (name) => names.has(name);
    }
    case "glob":
      return compileLinearRegex(matcher.replaceAll(/[^\w*?]/g, "\\$&").replaceAll(/[*?]/g, (sign) => (sign === "*" ? "[^]*" : "[^]")));
    case "regex":
      return compileLinearRegex(matcher);
  }
}

/** How a matcher is read where nobody says: `regex` is never guessed, since `shell.*` is a glob too. */
export function inferMatcherSyntax(matcher: string | undefined): Exclude<MatcherSyntax, "regex"> {
  if (matcher === undefined || matcher === "" || matcher === "*") return "all";
  if (/[*?]/.test(matcher)) return "glob";
  return /[|,]/.test(matcher) ? "list" : "exact";
}
