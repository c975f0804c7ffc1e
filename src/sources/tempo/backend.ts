import { parseAddress } from "../http/address.ts";
import { backendSource, type BackendRead } from "../http/backend-source.ts";
import { workAhead } from "../http/ahead.ts";
import type { Environment } from "../http/credentials.ts";
import type { HttpLimits } from "../http/limits.ts";
import { splitRange, walkWindows, type TimeWindow } from "../http/windows.ts";
import type { Source } from "../source.ts";
import type { SpanRecord } from "../span.ts";
import { TempoApi } from "./api.ts";
import { traceQlFor } from "./traceql.ts";

/** Traces that a search names. A window of time that has more is searched again in halves. */
const TRACES_PER_SEARCH = 1000;

/** Requests for single traces that are under way at once. */
const WIDTH = 4;

const SECOND = 1_000_000_000n;

/** Tempo refuses to search more than a week by default (`max_duration: 168h`). */
const LONGEST = 6n * 86_400n * SECOND;

/**
 * Reads Tempo's query frontend, 2.x and 3.x: `tempo+http://host:3200`, with its prefix where it has one. Credentials come
 * from `EXPLAIN_TEMPO_…` in `environment`, the tenant from `EXPLAIN_TEMPO_TENANT`.
 *
 * @throws SourceError where the address or a credential cannot be used. Nothing is asked before `read`.
 */
export function openTempo(
  address: string,
  environment: Environment,
  limits: Partial<HttpLimits & { readonly traces: number }> = {},
): Source {
  const parsed = parseAddress(address, "tempo");
  return backendSource(parsed, environment, limits, (parts) => read(parts, limits.traces ?? TRACES_PER_SEARCH));
}

async function* read({ client, reading, query }: BackendRead, limit: number): AsyncGenerator<SpanRecord> {
  const api = new TempoApi(client, reading.origin);
  const traceQl = traceQlFor(query.session);
  const seen = new Set<string>();
  yield* walkWindows(
    splitRange(wholeSeconds(reading.range(Date.now())), LONGEST),
    SECOND,
    async function* (window) {
      const { traceIds, full } = await api.search(traceQl, window, limit);
      const fresh = traceIds.filter((id) => !seen.has(id));
      for (const id of fresh) seen.add(id);
      for await (const spans of workAhead(fresh, WIDTH, async (id) => api.trace(id))) {
        for (const span of spans) if (reading.wants(span)) yield span;
        reading.progress();
      }
      return { full, isNew: fresh.length > 0 };
    },
    (window) =>
      reading.origin.warn(
        "limit_reached",
        `within a second at ${new Date(Number(window.from / 1_000_000n)).toISOString()} there are more traces than Tempo names in one search; some were not read`,
      ),
    () => reading.origin.warn("limit_reached", "Tempo names the same traces, or refuses, whatever time it is asked for; there can be more"),
  );
}

/** Tempo takes whole seconds; a second at either end is read too much rather than too little. */
function wholeSeconds(range: TimeWindow): TimeWindow {
  return { from: (range.from / SECOND) * SECOND, to: (range.to / SECOND + 1n) * SECOND };
}
