import { MATCHER_SYNTAXES, type MatcherSyntax } from "../activation/hook-registration.ts";
import { compileLinearRegex } from "../activation/linear-regex.ts";
import { compileMatcher } from "../activation/matcher.ts";

/** Whether a matcher selects a tool; undefined where hosts would differ. */
export type CautiousSelector = (tool: string) => boolean | undefined;

/**
 * The contract's matcher as far as every host reads it alike; undefined where it cannot be evaluated: an unknown syntax,
 * a glob beyond `*` and `?`, a regular expression that is not provably linear.
 */
export function selectorOf(matcher: string | undefined, syntax: string | undefined): CautiousSelector | undefined {
  if (!isSyntax(syntax)) return undefined;
  if (matcher === undefined) return syntax === "all" ? () => true : undefined;
  // Brackets, braces and escapes mean different things to different hosts.
  if (syntax === "glob" && /[[\]{}\\!]/.test(matcher)) return undefined;
  try {
    return syntax === "regex" ? regexSelector(matcher) : compileMatcher(matcher, syntax);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isSyntax(syntax: string | undefined): syntax is MatcherSyntax {
  return (MATCHER_SYNTAXES as readonly (string | undefined)[]).includes(syntax);
}

/** Some hosts look for the pattern anywhere in the name, some want all of it: where these differ, nobody can tell. */
function regexSelector(pattern: string): CautiousSelector {
  const regex = compileLinearRegex(pattern);
  return (tool) => {
    const found = regex.test(tool);
    return found === regex.matches(tool) ? found : undefined;
  };
}
