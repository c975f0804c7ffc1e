const ADDRESS = /^(?:([a-z][a-z\d.+-]*):\/\/|([a-z]+)\+(?=[^/]))(.*)$/is;
const HOST_AND_PORT = /^[a-z\d.-]+:\d{1,5}(?:\/[^*?[{]*)?$/i;

/** An address as somebody wrote it, and as it has to be written. */
export interface MeantAddress {
  /** Without what could be a credential. */
  readonly shown: string;
  /** Empty where it has none. */
  readonly scheme: string;
  /** None where it is the address of something that is not read. */
  readonly addresses: readonly string[];
}

/**
 * What a path that does not exist was meant for, where it looks like an address: `jaeger://localhost:16686`,
 * `http://localhost:3200`, `localhost:8123`.
 *
 * @returns undefined where it looks like a path
 */
export function meantAddress(path: string, backends: readonly string[]): MeantAddress | undefined {
  if (HOST_AND_PORT.test(path)) return { shown: path, scheme: "", addresses: backends.map((backend) => `${backend}+http://${path}`) };
  const [, scheme, bare, rest = ""] = ADDRESS.exec(path) ?? [];
  const said = (scheme ?? bare)?.toLowerCase();
  const named = backends.find((backend) => backend === said);
  if (said === undefined || (scheme === undefined && named === undefined)) return undefined;
  // Up to the last @ of the authority, and from the query on: shells and logs keep what is repeated.
  const place = rest.replace(/^[^/?#]*@/, "").replace(/[?#].*$/s, "");
  const known = { shown: scheme === undefined ? `${said}+${place}` : `${said}://${place}`, scheme: said };
  if (place === "") return { ...known, addresses: [] };
  if (named !== undefined) return { ...known, addresses: [`${named}+http://${place}`] };
  // Of another way to a backend the port is another one too: only what speaks HTTP can be meant so.
  return { ...known, addresses: /^https?$/.test(said) ? backends.map((backend) => `${backend}+${said}://${place}`) : [] };
}
