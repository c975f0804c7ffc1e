/** What stands where a credential was. */
export const MASK = "[redacted]";

type Credential = readonly [pattern: RegExp, replacement: string];

const NAME = String.raw`[\w-]{0,40}(?:secret|token|password|passwd|passphrase|(?:api|access|account|private|shared)[_-]?key|credential)`;
const ASSIGNS = String.raw`["']?\s{0,3}(?:[=:]|%3d)\s{0,3}`;

/**
 * What looks like a credential, each with what takes its place: a value under a telling name, as an assignment, in JSON
 * or as a flag; what a header or an address carries; and the forms that vendors give their tokens so that scanners find them.
 *
 * Every pattern is linear: bounded runs, and nothing repeated that repeats itself.
 */
export const CREDENTIALS: readonly Credential[] = [
  // In quotes a value has spaces; those come first.
  mask(String.raw`\b(${NAME}${ASSIGNS}")[^"\n]{3,}`, "gi", "$1"),
  mask(String.raw`\b(${NAME}${ASSIGNS}')[^'\n]{3,}`, "gi", "$1"),
  mask(String.raw`\b(${NAME}${ASSIGNS})(?!["'])[^\s"',;&]{3,}`, "gi", "$1"),
  mask(String.raw`(?<!\S)(--?${NAME}\s{1,3})(?!-)(?:"[^"\n]{1,}"?|'[^'\n]{1,}'?|[^\s"']{3,})`, "gi", "$1"),
  mask(String.raw`(?<!\S)((?:-u|--user|--proxy-user)[\s=]\s{0,3}["']?[^\s:"']{1,100}:)[^\s"']{3,}`, "g", "$1"),
  mask(String.raw`([;"'&?]\s{0,3}pwd\s{0,3}=\s{0,3})[^\s"';&]{3,}`, "gi", "$1"),
  // Programs that take one behind a flag of a letter, which means something else elsewhere.
  mask(String.raw`\b((?:mysql|mariadb)[\w-]{0,20}(?:\s{1,3}(?!-p)[^\s|;&]{1,80}){0,12}\s{1,3}-p["']?)[^\s"']{3,}`, "g", "$1"),
  mask(String.raw`\b(sshpass\s{1,3}-p\s{0,3}["']?)[^\s"']{3,}`, "g", "$1"),
  mask(String.raw`\b(redis-cli(?:\s{1,3}(?!-a\s|--pass\s)[^\s|;&]{1,80}){0,12}\s{1,3}(?:-a|--pass)\s{1,3}["']?)[^\s"']{3,}`, "g", "$1"),
  mask(
    String.raw`\b((?:docker|podman|helm|oc|az)\s{1,3}(?:registry\s{1,3})?login(?:\s{1,3}(?!-p\s)[^\s|;&]{1,80}){0,12}\s{1,3}-p\s{1,3}["']?)[^\s"']{3,}`,
    "g",
    "$1",
  ),

  // Headers.
  mask(String.raw`\b((?:proxy-)?authorization["']?\s{0,3}[=:]\s{0,3}["']?(?:\w{1,20}\s)?)[^\s"',;]{3,}`, "gi", "$1"),
  mask(String.raw`\b(bearer(?:\s{1,3}|:\s{0,3}))[\w.~+/=-]{8,}`, "gi", "$1"),
  mask(String.raw`\b((?:set-)?cookie:\s{0,3})[^\r\n"']{3,}`, "gi", "$1"),

  // Addresses.
  mask(String.raw`(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,100}:)[^\s/@]{1,200}(?=@)`, "gi", "$1"),
  mask(String.raw`(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/:@]{16,200}(?=@)`, "gi", "$1"),
  mask(String.raw`([?&][\w-]{0,40}(?:sig|signature|key|auth)=)[^\s"'&#]{8,}`, "gi", "$1"),
  mask(String.raw`\b(hooks\.slack\.com\/(?:services|workflows)\/|discord(?:app)?\.com\/api\/webhooks\/)[\w/-]{8,}`, "gi", "$1"),

  // Vendors. A word of letters alone after a prefix is a name: two digits make it a token.
  mask(String.raw`\b(?:sk|pk|rk|xai|gsk|whsec)[-_](?=[\w-]{0,40}\d[\w-]{0,40}\d)[\w-]{16,}`, "g"),
  mask(
    String.raw`\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeposr]-|ya29\.|glsa_|sbp_|shp(?:at|ca|pa|ss)_|do[opr]_v1_|GOCSPX-|pypi-AgE)[\w-]{16,}`,
    "g",
  ),
  mask(
    String.raw`\b(?:npm_|hf_)[A-Za-z0-9]{16,}|\bdapi[0-9a-f]{32}|\bAGE-SECRET-KEY-1\w{16,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\b\d{8,10}:AA[\w-]{30,}`,
    "g",
  ),
  mask(String.raw`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}`, "g"),
  mask(String.raw`\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*`, "g"),
  mask(String.raw`-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?`, "g"),
];

function mask(pattern: string, flags: string, before = ""): Credential {
  return [new RegExp(pattern, flags), `${before}${MASK}`];
}
