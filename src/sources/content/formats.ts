import type { DocumentFormat } from "./document.ts";
import { otlpJson } from "../otlp/json.ts";

/** The formats that are JSON documents. Which one a document is, its own keys tell; all but OTLP load when one is met that is not OTLP. */
export class Formats {
  #others: readonly DocumentFormat[] | undefined;

  /** The format of a document, and undefined for one that is of none. */
  async find(value: unknown): Promise<DocumentFormat | undefined> {
    if (otlpJson.recognises(value)) return otlpJson;
    this.#others ??= await loadOthers();
    return this.#others.find((format) => format.recognises(value));
  }
}

async function loadOthers(): Promise<readonly DocumentFormat[]> {
  const [
    { finishedRecords },
    { consoleSpans },
    { goSpans },
    { flatSpans },
    { jaeger },
    { tempo },
    { grafana },
    { zipkin },
    { clickhouse },
  ] = await Promise.all([
    import("../console/finished.ts"),
    import("../console/format.ts"),
    import("../console/go.ts"),
    import("../console/flat.ts"),
    import("../jaeger/format.ts"),
    import("../tempo/format.ts"),
    import("../grafana/format.ts"),
    import("../zipkin/format.ts"),
    import("../clickhouse/format.ts"),
  ]);
  return [finishedRecords, consoleSpans, goSpans, flatSpans, jaeger, tempo, grafana, zipkin, clickhouse];
}
