import { bounded } from "./text-limit.ts";

/** Rewrites a text before it is kept or sent. It MUST NOT throw; one that does leaves `[redacted]`. */
export type Redactor = (text: string) => string;

/** What a reason is cut to (conventions, principle 6). */
export const REASON_LIMIT = 1024;

const MASK = "[redacted]";

// What looks like a credential: key=value of a telling name, an authorization header, and the prefixes that vendors give
// their tokens so that scanners find them. Every pattern is linear: no nested quantifier, bounded runs.
const CREDENTIALS: readonly [pattern: RegExp, replacement: string][] = [
  [
    /\b((?:[\w-]{0,40}(?:secret|token|password|passwd|api[_-]?key|access[_-]?key|credential))["']?\s{0,3}[=:]\s{0,3}["']?)[^\s"',;&]{3,}/gi,
    `$1${MASK}`,
  ],
  [/\b((?:authorization|proxy-authorization)["']?\s{0,3}[=:]\s{0,3}["']?(?:\w{1,20}\s)?)[^\s"',;]{3,}/gi, `$1${MASK}`],
  [/\b(bearer\s+)[\w.~+/=-]{8,}/gi, `$1${MASK}`],
  [/\b(?:sk|pk|rk)[-_](?=[\w-]{0,40}\d)[\w-]{16,}/g, MASK],
  [/\b(?:gh[pousr]_|glpat-|xox[abposr]-|npm_|hf_|ya29\.)[\w-]{16,}/g, MASK],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}/g, MASK],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, MASK],
  [/(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,100}:)[^\s/@]{1,200}@/gi, `$1${MASK}@`],
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g, MASK],
];

/** The default: masks what looks like a credential and leaves the rest as it is. */
export const redactCredentials: Redactor = (text) => {
  let redacted = text;
  for (const [pattern, replacement] of CREDENTIALS) redacted = redacted.replace(pattern, replacement);
  return redacted;
};

/** What of a text is looked at. An extension can give a reason of any length, and ten patterns run over it. */
const MOST_READ = 8 * REASON_LIMIT;

/** How many texts it remembers what it made of. */
const MOST_KEPT = 512;

/** Redacts, shortens paths and cuts, and remembers what it did: reasons repeat, and a hot path cannot run ten patterns on each. */
export function cached(redact: Redactor, shorten: (text: string) => string = (text) => text): Redactor {
  const done = new Map<string, string>();
  return (given) => {
    let text = given;
    let redacted: string | undefined;
    try {
      text = beginning(given);
      redacted = done.get(text);
      if (redacted !== undefined) return redacted;
      redacted = bounded(shorten(redact(text)), REASON_LIMIT);
    } catch {
      redacted = MASK;
    }
    if (done.size >= MOST_KEPT) done.clear();
    done.set(text, redacted);
    return redacted;
  };
}

/** Ends before the word in which it would be cut: half of a credential does not look like one. */
function beginning(text: string): string {
  return text.length <= MOST_READ ? text : `${text.slice(0, MOST_READ).replace(/\S+$/, "")}…`;
}
