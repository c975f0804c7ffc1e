import { MATCHER_SYNTAXES, type MatcherSyntax } from "../activation/hook-registration.ts";
import { linearRegex } from "./linear-regex.ts";

/** Whether a matcher selects a tool; undefined where hosts would differ. */
export type Selector = (tool: string) => boolean | undefined;

/**
 * A matcher as a function of the tool's name; undefined where it cannot be evaluated: an unknown syntax, a glob beyond
 * `*` and `?`, a regular expression that is not provably linear.
 */
export function selectorOf(matcher: string | undefined, syntax: string | undefined): Selector | undefined {
  if (!isSyntax(syntax)) return undefined;
  if (syntax === "all") return () => true;
  if (matcher === undefined) return undefined;
  switch (syntax) {
    case "exact":
      return (tool) => tool === matcher;
    case "list": {
      const names = new Set(matcher.split(/[|,]/).map((name) => name.trim()));
      return (tool) => names.has(tool);
    }
    case "glob":
      return globSelector(matcher);
    case "regex":
      return regexSelector(matcher);
    default:
      return syntax satisfies never;
  }
}

function isSyntax(syntax: string | undefined): syntax is MatcherSyntax {
  return (MATCHER_SYNTAXES as readonly (string | undefined)[]).includes(syntax);
}

/** Brackets, braces and escapes mean different things to different hosts. */
function globSelector(glob: string): Selector | undefined {
  if (/[[\]{}\\!]/.test(glob)) return undefined;
  return regexSelector(
    `^(?:${glob
      .replace(/[.+^$()|]/g, "\\$&")
      .replaceAll("*", "[^]*")
      .replaceAll("?", "[^]")})$`,
  );
}

/** Some hosts look for the pattern anywhere in the name, some want all of it: where these differ, nobody can tell. */
function regexSelector(pattern: string): Selector | undefined {
  const regex = linearRegex(pattern);
  if (regex === undefined) return undefined;
  return (tool) => {
    const found = regex.test(tool);
    return found === regex.matches(tool) ? found : undefined;
  };
}
