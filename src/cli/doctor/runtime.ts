import type { Diagnosis } from "../../views/page/diagnosis-page.ts";
import { type Place, ok, problem } from "./diagnosis.ts";

/** The oldest Node.js that the SDK runs on. */
const OLDEST: readonly [major: number, minor: number] = [20, 6];

/** Whether this Node.js records, and whether OpenTelemetry is switched off in it. */
export function runtime({ environment, nodeVersion }: Place): readonly Diagnosis[] {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  const old = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
  const version = old
    ? problem(
        "node_version",
        `Node.js ${nodeVersion} is older than ${OLDEST.join(".")}: the OpenTelemetry SDK does not run on it`,
        "nvm install 22",
      )
    : ok("node_version", `Node.js ${nodeVersion}`);
  return environment["OTEL_SDK_DISABLED"]?.trim().toLowerCase() === "true"
    ? [version, problem("sdk_disabled", "OTEL_SDK_DISABLED=true: nothing is sent over OTLP", "unset OTEL_SDK_DISABLED")]
    : [version];
}
