import { haveNumericTimes } from "../otlp/batches.ts";
import type { DocumentFormat } from "../content/document.ts";
import { isObject } from "../values/json-value.ts";
import { decodeResourceSpans } from "../otlp/json.ts";

/**
 * What Grafana's Explore saves of a Tempo trace: Tempo's `batches` with the retired name
 * `instrumentationLibrarySpans`, ids in hex, and times as JSON numbers, which JavaScript has rounded.
 */
export const grafana: DocumentFormat = {
  name: "grafana",
  recognises(value) {
    return isObject(value) && haveNumericTimes(value["batches"]);
  },
  *decode(value, origin) {
    if (!isObject(value)) return;
    origin.warn("precision_lost", PRECISION_LOST);
    yield* decodeResourceSpans(value["batches"], origin);
  },
};

const PRECISION_LOST =
  "Grafana rounded the times of this download to about 256 ns: records closer together than that may stand in the wrong order; read Tempo itself (tempo+http://…) for exact times";
