import { CREDENTIALS, MASK } from "./credentials.ts";
import { bounded } from "./text-limit.ts";

/** Rewrites a text before it is kept or sent. It MUST NOT throw; one that does leaves `[redacted]`. */
export type Redactor = (text: string) => string;

/** What a reason is cut to (conventions, principle 6). */
export const REASON_LIMIT = 1024;

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
