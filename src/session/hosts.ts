/**
 * A list of hosts: exact names and addresses, and `*.suffix` for every host below a domain, which is not the domain itself.
 * @throws {TypeError} for an entry that is neither
 */
export function hostList(entries: readonly string[]): (host: string) => boolean {
  const exact = new Set<string>();
  const suffixes: string[] = [];
  for (const entry of entries) {
    const name = entry.startsWith("*.") ? entry.slice(2) : entry;
    const host = canonicalHost(name);
    if (host === undefined || (name !== entry && host.startsWith("["))) {
      throw new TypeError(
        `${JSON.stringify(entry)} is no host: give a name such as api.example.com, an address, or *.example.com, without scheme, port or path`,
      );
    }
    if (name === entry) exact.add(host);
    else suffixes.push(`.${host}`);
  }
  return (text) => {
    const host = canonicalHost(text);
    return host !== undefined && (exact.has(host) || suffixes.some((suffix) => host.endsWith(suffix)));
  };
}

/** A host as the WHATWG URL standard writes it: lower case, punycode, addresses in one form; undefined where it is none. */
function canonicalHost(text: string): string | undefined {
  const bare = text.replace(/\.$/, "");
  if (bare === "" || /[/@?#\\*\s]|^\.|\.\./.test(bare)) return undefined;
  const isIpv6 = !bare.startsWith("[") && bare.split(":").length > 2;
  try {
    const { hostname, host } = new URL(`http://${isIpv6 ? `[${bare}]` : bare}/`);
    // A port, even http's own, which the URL swallows, is no part of a host.
    return host === hostname && !/:\d*$/.test(isIpv6 || bare.endsWith("]") ? "" : bare) ? hostname : undefined;
  } catch {
    return undefined;
  }
}
