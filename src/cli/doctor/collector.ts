import type { Diagnosis } from "../../views/page/diagnosis-page.ts";
import { type Place, note, ok, problem } from "./diagnosis.ts";

const TIMEOUT_MS = 2000;

type Variable = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" | "OTEL_EXPORTER_OTLP_ENDPOINT";

/** Whether somebody answers at the OTLP endpoint, where one is set: an empty export is sent to it. */
export async function collector({ environment }: Place): Promise<readonly Diagnosis[]> {
  const exact = environment["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"]?.trim();
  const base = environment["OTEL_EXPORTER_OTLP_ENDPOINT"]?.trim();
  const variable: Variable = exact ? "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" : "OTEL_EXPORTER_OTLP_ENDPOINT";
  const endpoint = exact || (base ? `${base.replace(/\/+$/, "")}/v1/traces` : "");
  if (endpoint === "") return [ok("otlp", "no OTLP endpoint is set: records go to the journal only")];
  const exporters = environment["OTEL_TRACES_EXPORTER"]?.trim() ?? "";
  if (exporters !== "" && !exporters.split(",").some((name) => name.trim() === "otlp"))
    return [problem("otlp_off", `OTEL_TRACES_EXPORTER=${exporters}: nothing is sent to ${variable}`, "unset OTEL_TRACES_EXPORTER")];
  // `localhost:4318` parses as well: as a URL with the scheme `localhost:`.
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    return [problem("otlp_endpoint", `${variable} is no http:// or https:// address`, named(variable, "http://localhost:4318"))];
  const url = new URL(endpoint);
  const credentials = url.username === "" ? {} : { authorization: basic(url) };
  url.username = url.password = "";
  const shown = `${url.origin}${url.pathname}`;
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...credentials, ...headers(environment) },
      body: '{"resourceSpans":[]}',
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return [verdict(url, answer.status, variable)];
  } catch (error) {
    const cause = causeOf(error);
    if (isOtherProtocol(error)) {
      return [
        problem(
          "otlp_no_http",
          `what answers at ${shown} speaks no HTTP/1.1 (${cause}): OTLP/gRPC perhaps, and records are sent over HTTP`,
          named(variable, overHttp(url)),
        ),
      ];
    }
    const grpc = url.port === "4317" ? "; 4317 is the port of OTLP/gRPC, and records are sent over HTTP" : "";
    return [
      problem(
        "otlp_no_answer",
        `nobody answers at ${shown} (${cause})${grpc}`,
        grpc === "" ? `start the Collector, or unset ${variable}` : named(variable, overHttp(url)),
      ),
    ];
  }
}

/** The variable for traces alone is the whole address; to the other one exporters add the path. */
function named(variable: Variable, collector: string): string {
  return `export ${variable}=${collector}${variable === "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" ? "/v1/traces" : ""}`;
}

function overHttp({ protocol, hostname }: URL): string {
  return `${protocol}//${hostname}:4318`;
}

function verdict(url: URL, status: number, variable: Variable): Diagnosis {
  const shown = `${url.origin}${url.pathname}`;
  if (status >= 200 && status < 300) return ok("otlp", `a Collector answers at ${shown}`);
  if (status === 401 || status === 403)
    return problem("otlp_refused", `${shown} refuses us (HTTP ${status})`, "export OTEL_EXPORTER_OTLP_HEADERS=authorization=…");
  if (status === 404 || status === 405)
    return problem(
      "otlp_path",
      `something answers at ${shown}, and takes no traces there (HTTP ${status})`,
      // Where the path is the usual one, the port is of something else.
      named(variable, url.pathname === "/v1/traces" ? overHttp(url) : url.origin),
    );
  return note("otlp_answer", `${shown} answers with HTTP ${status} to an empty export`, null);
}

/** `OTEL_EXPORTER_OTLP_HEADERS`: name=value pairs with commas between them, percent-encoded. */
function headers(environment: Place["environment"]): Record<string, string> {
  const set: Record<string, string> = {};
  const pairs = environment["OTEL_EXPORTER_OTLP_TRACES_HEADERS"] ?? environment["OTEL_EXPORTER_OTLP_HEADERS"] ?? "";
  for (const pair of pairs.split(",")) {
    const at = pair.indexOf("=");
    if (at > 0) set[pair.slice(0, at).trim()] = decoded(pair.slice(at + 1).trim());
  }
  return set;
}

function basic({ username, password }: URL): string {
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64")}`;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Node.js's parser of HTTP could not read what came: somebody answered, in another language. On Node.js 24 it gives no code. */
function isOtherProtocol(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && error.cause.name === "HTTPParserError";
}

/** The system's own word for it (ECONNREFUSED) stands in the cause of what fetch throws. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${TIMEOUT_MS} ms`;
  const { cause } = error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : error.message;
}
