import type { BackendAddress } from "./address.ts";
import { TimedOut } from "./exchange.ts";
import type { HttpLimits } from "./limits.ts";
import { errorCode, isBrokenConnection } from "./retry.ts";
import { variable } from "./variable.ts";

/** The wording of what goes wrong between us and a backend: what happened, and what to do next. */

export function notLetIn(address: BackendAddress, status: number, given: boolean): string {
  const what = status === 401 ? "asks for credentials" : "does not allow this";
  const ways = `${variable(address.backend, "TOKEN")}, or ${variable(address.backend, "USER")} and ${variable(address.backend, "PASSWORD")}, or ${variable(address.backend, "HEADERS")}`;
  return `${what} (${status}); ${given ? "check what is set in" : "set"} ${ways}`;
}

export function explainFailure(address: BackendAddress, error: unknown, limits: HttpLimits): string {
  const code = errorCode(error);
  if (error instanceof TimedOut) {
    return `sent nothing for ${limits.timeout / 1000} s; if it only needs longer, raise ${variable(address.backend, "TIMEOUT")} (seconds)`;
  }
  // On Node.js 24 its parser of HTTP gives no code.
  const reason = deepestReason(error);
  if (reason instanceof Error && reason.name === "HTTPParserError") {
    return `does not answer in HTTP/1.1 (${code ?? reason.message}); is the port right, and does it speak https or gRPC there?`;
  }
  if (code === undefined) return `cannot be asked (${wordingOf(reason)}); check the address ${address.origin}`;
  if (code === "ECONNREFUSED") return `nothing listens at ${address.origin}; is ${address.backend} running there?`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `the name of the host in ${address.origin} is not known; check the address`;
  if (isBrokenConnection(error)) return `broke off the connection (${code}) in each of ${limits.attempts} attempts; try again later`;
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT")
    return "sent nothing for 300 s, which is as long as Node.js waits";
  if (code.startsWith("Z_") || code.startsWith("ERR_BROTLI") || code.startsWith("ERR__ERROR")) {
    return `sent what cannot be unpacked (${code}); something between may have changed or cut it`;
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return `its certificate is for another name (${code}); use the name that it is for`;
  if (code === "CERT_HAS_EXPIRED") return `its certificate has expired (${code}); have it renewed, and check this machine's clock`;
  if (code === "CERT_NOT_YET_VALID") return `its certificate is not valid yet (${code}); check this machine's clock`;
  if (/SSL|EPROTO/.test(code)) return `does not speak TLS as asked (${code}); is it http instead of https?`;
  if (/CERT|SIGNATURE|SELF_SIGNED|TLS/.test(code)) {
    return `its certificate is not trusted (${code}); name the file of its authority in NODE_EXTRA_CA_CERTS`;
  }
  return `cannot be asked (${code}); check the address ${address.origin}`;
}

export function explainRefusal(address: BackendAddress, status: number, text: string): string {
  const advice =
    status >= 500 || status === 413 || status === 422
      ? `the log of ${address.backend} says more`
      : `is it ${address.backend} that answers there, and is the base path right?`;
  return `answered ${status}: ${text}; ${advice}`;
}

/** When to try again, where a backend asked for so many milliseconds. */
export function whenAgain(asked: number | undefined): string {
  return asked !== undefined && asked > 0 && asked <= 86_400_000 ? `try again in ${Math.ceil(asked / 1000)} s` : "try again later";
}

/** The beginning of a body: one line, nothing secret, no control characters. */
export function excerpt(body: string, secrets: readonly string[]): string {
  if (/^\s*<(?:!doctype|html)/i.test(body)) return "(an HTML page)";
  const text = withoutSecrets(body.slice(0, 20_000), secrets)
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim();
  if (text === "") return "(no text)";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** Text of a backend, which can repeat what it was sent, without what must never be shown. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, "***"), text);
}

/** `fetch` itself says only that it failed. */
function deepestReason(error: unknown): unknown {
  let deepest = error;
  for (let depth = 0; depth < 5 && deepest instanceof Error && deepest.cause instanceof Error; depth += 1) deepest = deepest.cause;
  return deepest;
}

function wordingOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : "for no reason that is known";
}
