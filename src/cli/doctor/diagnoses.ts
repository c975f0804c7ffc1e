import type { Diagnosis } from "../../views/page/diagnosis-page.ts";
import { collector } from "./collector.ts";
import { journal } from "./journal.ts";
import { openTelemetryApi } from "./opentelemetry-api.ts";
import type { Place } from "./diagnosis.ts";
import { runtime } from "./runtime.ts";

/** Everything that keeps activations from being recorded, in the order of the way that a record takes. Reads only; runs nothing. */
export async function diagnoses(place: Place): Promise<readonly Diagnosis[]> {
  return [...runtime(place), ...openTelemetryApi(place), ...journal(place), ...(await collector(place))];
}
