import { MATCHER_SYNTAXES, type MatcherSyntax } from "../activation/hook-registration.ts";
import { compileLinearRegex, OutOfSteps, type Steps } from "../activation/linear-regex.ts";
import { compileMatcher } from "../activation/matcher.ts";

/** Whether a matcher selects a tool; undefined where hosts would differ. */
export type CautiousSelector = (tool: string) => boolean | undefined;

/**
 * The contract's matcher as far as every host reads it alike; undefined where it cannot be evaluated: an unknown syntax,
 * a glob beyond `*` and `?`, a regular expression that is not provably linear, or one for which nothing is left of `steps`.
 */
export function selectorOf(matcher: string | undefined, syntax: string | undefined, steps?: Steps): CautiousSelector | undefined {
  if (!isSyntax(syntax)) return undefined;
  if (matcher === undefined) return syntax === "all" ? () => true : undefined;
  // Brackets, braces and escapes mean different things to different hosts.
  if (syntax === "glob" && /[[\]{}\\!]/.test(matcher)) return undefined;
  try {
    return affordable(syntax === "regex" ? regexSelector(matcher, steps) : compileMatcher(matcher, syntax, steps), steps);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof OutOfSteps) return undefined;
    throw error;
  }
}

/** One that tells nothing where nothing is left of the steps. */
function affordable(selector: CautiousSelector, steps: Steps | undefined): CautiousSelector {
  if (steps === undefined) return selector;
  return (tool) => {
    try {
      return selector(tool);
    } catch (error) {
      if (error instanceof OutOfSteps) return undefined;
      throw error;
    }
  };
}

function isSyntax(syntax: string | undefined): syntax is MatcherSyntax {
  return (MATCHER_SYNTAXES as readonly (string | undefined)[]).includes(syntax);
}

/** Some hosts look for the pattern anywhere in the name, some want all of it: where these differ, nobody can tell. */
function regexSelector(pattern: string, steps: Steps | undefined): CautiousSelector {
  const regex = compileLinearRegex(pattern, steps);
  return (tool) => {
    const found = regex.test(tool, steps);
    return found === regex.matches(tool, steps) ? found : undefined;
  };
}
