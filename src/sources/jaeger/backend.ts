import { failure } from "../http/failure.ts";
import { parseAddress, type BackendAddress } from "../http/address.ts";
import { backendSource, type BackendRead } from "../http/backend-source.ts";
import { AnswerTooLarge, type HttpClient } from "../http/client.ts";
import type { Environment } from "../http/credentials.ts";
import type { HttpLimits } from "../http/limits.ts";
import type { BackendReading } from "../http/reading.ts";
import { walkWindows, type TimeWindow } from "../http/windows.ts";
import type { Query, Source } from "../source.ts";
import type { SpanRecord } from "../span.ts";
import type { FoundTraces, JaegerApi } from "./api.ts";
import { LegacyApi } from "./legacy-api.ts";
import { V3Api } from "./v3-api.ts";

/** Traces in one answer. A window of time that has more is asked for again in halves. */
const TRACES_PER_ANSWER = 100;

/** The shortest window that is asked for: a millisecond. */
const SHORTEST = 1_000_000n;

/**
 * Reads Jaeger's query service, 1.x and 2.x: `jaeger+http://host:16686`, with its base path where it has one.
 * Credentials come from `EXPLAIN_JAEGER_…` in `environment`.
 *
 * @throws SourceError where the address or a credential cannot be used. Nothing is asked before `read`.
 */
export function openJaeger(
  address: string,
  environment: Environment,
  limits: Partial<HttpLimits & { readonly traces: number }> = {},
): Source {
  const parsed = parseAddress(address, "jaeger");
  return backendSource(parsed, environment, limits, (parts) => read(parts, parsed, limits.traces ?? TRACES_PER_ANSWER));
}

async function* read({ client, reading, query }: BackendRead, address: BackendAddress, limit: number): AsyncGenerator<SpanRecord> {
  const { api, services } = await connect(address, client, reading);
  const range = reading.range(Date.now());
  const seen = new Set<string>();
  for (const service of services) {
    for (const attributes of attributesFor(query)) {
      const search = async (window: TimeWindow): Promise<FoundTraces | undefined> => {
        try {
          return await api.search({ service, attributes, window, limit });
        } catch (error) {
          if (error instanceof AnswerTooLarge) return undefined;
          throw error;
        }
      };
      yield* walkWindows(
        [range],
        SHORTEST,
        async function* (window) {
          const found = await search(window);
          if (found === undefined) return { full: true, isNew: false };
          const fresh = unseen(found.spans, seen);
          for (const span of fresh) if (reading.wants(span)) yield span;
          reading.progress();
          return { full: found.traces >= limit, isNew: fresh.length > 0 };
        },
        (window) =>
          reading.origin.warn(
            "limit_reached",
            `within a millisecond at ${new Date(Number(window.from / 1_000_000n)).toISOString()} the service ${service} has more traces than an answer holds; some were not read`,
          ),
        () =>
          reading.origin.warn(
            "limit_reached",
            `of the service ${service} Jaeger gives the same traces whatever time it is asked for; there can be more`,
          ),
      );
    }
  }
}

/** The newest interface that is served, and the services it knows. */
async function connect(
  address: BackendAddress,
  client: HttpClient,
  reading: BackendReading,
): Promise<{ api: JaegerApi; services: readonly string[] }> {
  for (const api of [new V3Api(client, reading.origin), new LegacyApi(client, reading.origin)]) {
    const services = await api.services();
    if (services !== undefined) return { api, services };
  }
  throw failure(address.name, "answers, but not as Jaeger's query service does; is the port right (16686), and the base path (…/jaeger)?");
}

/** What to look for, one search each. */
function attributesFor(query: Query): readonly Readonly<Record<string, string>>[] {
  if (query.session !== undefined) return [{ "session.id": query.session }];
  return query.kinds === undefined ? [{}] : query.kinds.map((kind) => ({ "activation.kind": kind }));
}

/** The spans of traces that no earlier answer had; each at its trace, since an answer is no place that can be looked up. */
function unseen(spans: readonly SpanRecord[], seen: Set<string>): SpanRecord[] {
  const fresh = spans.filter((span) => !seen.has(span.traceId)).map((span) => ({ ...span, position: `trace ${span.traceId}` }));
  for (const span of fresh) seen.add(span.traceId);
  return fresh;
}
