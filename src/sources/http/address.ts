import type { Backend } from "../open.ts";
import { failure } from "./failure.ts";
import { variable } from "./variable.ts";

/** Where a backend is, taken apart. */
export interface BackendAddress {
  readonly backend: Backend;
  /** What the report shows; without anything secret. */
  readonly name: string;
  /** Scheme, host and port: `https://traces.example:16686`. */
  readonly origin: string;
  /** The path without a slash at its end; empty for the root. */
  readonly path: string;
}

/**
 * Takes apart `jaeger+https://host:port/base`.
 *
 * @throws SourceError where it is no such address, or carries credentials or a query, which shells and logs would keep.
 */
export function parseAddress(address: string, backend: Backend): BackendAddress {
  const prefix = `${backend}+`;
  const url = URL.canParse(address.slice(prefix.length)) ? new URL(address.slice(prefix.length)) : undefined;
  if (!address.toLowerCase().startsWith(prefix) || url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw failure(backend, `this is no address of ${backend}; write ${prefix}http://host:port or ${prefix}https://host:port`);
  }
  const path = url.pathname.replace(/\/+$/, "");
  const name = `${prefix}${url.origin}${path}`;
  const variables = `${variable(backend, "USER")} and ${variable(backend, "PASSWORD")}, or ${variable(backend, "TOKEN")}`;
  if (url.username !== "" || url.password !== "") {
    throw failure(name, `an address must not carry credentials, since shells and logs keep it; set ${variables} instead`);
  }
  if (url.search !== "" || url.hash !== "") {
    throw failure(name, `an address ends with its path; for credentials set ${variables}, for the rest use the options of explain`);
  }
  return { backend, name, origin: url.origin, path };
}
