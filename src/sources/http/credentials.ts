import { failure } from "./failure.ts";
import type { BackendAddress } from "./address.ts";
import { variable } from "./variable.ts";

/** The environment that credentials are taken from. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a request carries to be let in. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  /** Texts that must never be shown, longest first. */
  readonly secrets: readonly string[];
}

/**
 * Reads the credentials of a backend from the environment: `EXPLAIN_<BACKEND>_TOKEN` (bearer), `_USER` and `_PASSWORD`
 * (basic; ClickHouse's own headers), `_HEADERS` (`name=value,name=value`, percent-encoded as in
 * `OTEL_EXPORTER_OTLP_HEADERS`), and `EXPLAIN_TEMPO_TENANT`.
 *
 * @throws SourceError where they contradict one another or cannot stand in a header; it names the variable, never the value.
 */
export function credentialsFrom(environment: Environment, address: BackendAddress): Credentials {
  const named = (name: string): string => variable(address.backend, name);
  const read = (name: string): string | undefined => environment[named(name)] || undefined;
  const token = read("TOKEN");
  const user = read("USER");
  const password = read("PASSWORD");
  if (token !== undefined && (user !== undefined || password !== undefined)) {
    throw failure(address.name, `${named("TOKEN")} is set beside ${named("USER")} or ${named("PASSWORD")}; unset one of them`);
  }
  const headers: Record<string, string> = Object.create(null);
  const set = (name: string, value: string, from: string): void => {
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value)) {
      throw failure(
        address.name,
        `${named(from)} holds what cannot stand in an HTTP header (a line break, or a character outside Latin-1)`,
      );
    }
    headers[name.toLowerCase()] = value;
  };
  if (token !== undefined) set("authorization", `Bearer ${token}`, "TOKEN");
  if (address.backend === "clickhouse") {
    if (user !== undefined) set("x-clickhouse-user", user, "USER");
    if (password !== undefined) set("x-clickhouse-key", password, "PASSWORD");
  } else if (user !== undefined || password !== undefined) {
    set("authorization", `Basic ${Buffer.from(`${user ?? ""}:${password ?? ""}`).toString("base64")}`, "USER");
  }
  const tenant = address.backend === "tempo" ? read("TENANT") : undefined;
  if (tenant !== undefined) set("x-scope-orgid", tenant, "TENANT");
  for (const [name, value] of headerList(read("HEADERS"), address, named("HEADERS"))) set(name, value, "HEADERS");
  return { headers, secrets: secretsOf([token, password, ...Object.values(headers)]) };
}

/** Whether others on the network can read them: not over https, and not on this machine alone. */
export function areSentInClear(credentials: Credentials, address: BackendAddress): boolean {
  return credentials.secrets.length > 0 && /^http:\/\/(?!(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$)/.test(address.origin);
}

/** RFC 9110, section 5.6.2: a token. */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function* headerList(list: string | undefined, address: BackendAddress, variable: string): Iterable<readonly [string, string]> {
  for (const pair of (list ?? "").split(",")) {
    if (pair.trim() === "") continue;
    const at = pair.indexOf("=");
    if (at < 1) throw failure(address.name, `${variable} is to be written name=value,name=value`);
    yield [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())];
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** As it is, and as it stands in JSON, in an address, and in a form. */
function formsOf(secret: string): readonly string[] {
  const inAddress = encodeURIComponent(secret.toWellFormed());
  return [secret, JSON.stringify(secret).slice(1, -1), inAddress, inAddress.replaceAll("%20", "+")];
}

/** The value of an `authorization` header is secret, and so is what follows its scheme. */
function secretsOf(values: readonly (string | undefined)[]): readonly string[] {
  const secrets = new Set<string>();
  for (const value of values) {
    if (value === undefined || value.length < 3) continue;
    const bare = /^(?:Bearer|Basic) (.+)$/.exec(value)?.[1];
    for (const secret of bare === undefined ? [value] : [value, bare]) for (const form of formsOf(secret)) secrets.add(form);
  }
  return [...secrets].sort((a, b) => b.length - a.length);
}
