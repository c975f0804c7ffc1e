import type { MatcherSyntax } from "./hook-registration.ts";
import { compileLinearRegex, type Steps } from "./linear-regex.ts";

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
 * @param steps what globs and expressions may take; the selector takes of it too, and throws `OutOfSteps` where it is used up
 * @throws SyntaxError where a regular expression is none, or cannot be matched in linear time
 */
export function compileMatcher(matcher: string, syntax: MatcherSyntax, steps?: Steps): Selector {
  switch (syntax) {
    case "all":
      return () => true;
    case "exact":
      return (tool) => tool === matcher;
    case "list": {
      const names = namesOfList(matcher);
      return (tool) => names.has(tool);
    }
    case "glob":
      return whole(regexOfGlob(matcher), steps);
    case "regex":
      return whole(matcher, steps);
  }
}

function whole(source: string, steps: Steps | undefined): Selector {
  const regex = compileLinearRegex(source, steps);
  return (tool) => regex.matches(tool, steps);
}

/** The names that a matcher of the syntax `list` selects. */
export function namesOfList(matcher: string): ReadonlySet<string> {
  return new Set(matcher.split(/[|,]/).map((name) => name.trim()));
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
