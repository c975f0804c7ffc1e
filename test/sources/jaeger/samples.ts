/** Documents as Jaeger gives them; made for these tests. */

const TRACE = "000000000000000a5b8efff798038103";

const tag = (key: string, type: string, value: unknown): unknown => ({ key, type, value });

const veto = {
  // Jaeger 1.x leaves out leading zeros.
  traceID: "a5b8efff798038103",
  spanID: "f067aa0ba902b7",
  flags: 1,
  operationName: "execute_hook guard",
  references: [
    { refType: "FOLLOWS_FROM", traceID: "0af7651916cd43dd8448eb211c80319c", spanID: "00f067aa0ba902aa" },
    { refType: "CHILD_OF", traceID: "0af7651916cd43dd8448eb211c80319c", spanID: "00f067aa0ba902ab" },
    { refType: "CHILD_OF", traceID: TRACE, spanID: "EEE19B7EC3C1B174" },
  ],
  startTime: 1_767_603_600_005_001,
  duration: 4000,
  tags: [
    tag("otel.scope.name", "string", "extension-activation"),
    tag("otel.scope.version", "string", "0.1.0"),
    tag("activation.kind", "string", "hook"),
    tag("activation.sequence", "int64", 2),
    tag("huge", "int64", "9007199254740993"),
    tag("score", "float64", 0.75),
    tag("whole", "float64", "2"),
    tag("trusted", "bool", true),
    tag("bytes", "binary", "AAH/"),
    tag("activation.hook.mutated", "string", '["path"]'),
    tag("span.kind", "string", "internal"),
    tag("error", "bool", true),
    tag("otel.status_code", "string", "ERROR"),
    tag("otel.status_description", "string", "it broke"),
    tag("internal.span.format", "string", "otlp"),
  ],
  logs: [{ timestamp: 1_767_603_600_006_000, fields: [tag("event", "string", "exception"), tag("exception.type", "string", "Error")] }],
  processID: "p1",
  warnings: ["duplicate span IDs; skipping clock skew adjustment"],
};

const root = {
  traceID: TRACE,
  spanID: "eee19b7ec3c1b174",
  operationName: "start_run",
  references: [],
  startTime: 1_767_603_600_000_000,
  duration: 0,
  tags: [tag("activation.kind", "string", "run"), tag("otel.status_code", "string", "OK")],
  logs: [],
  processID: "p1",
  warnings: null,
};

/** One trace, as the UI saves it and as Elasticsearch's users cut it out. */
export const legacyTrace: { readonly spans: readonly unknown[]; readonly [key: string]: unknown } = {
  traceID: TRACE,
  spans: [veto, root],
  processes: { p1: { serviceName: "agent", tags: [] } },
  warnings: null,
};

/** An answer of `/api/traces`. */
export const legacyAnswer: unknown = { data: [legacyTrace], total: 0, limit: 0, offset: 0, errors: null };

export const resourceSpans: readonly unknown[] = [
  {
    resource: { attributes: [{ key: "service.name", value: { stringValue: "agent" } }] },
    scopeSpans: [
      {
        scope: { name: "extension-activation", version: "0.1.0" },
        spans: [
          {
            traceId: TRACE,
            spanId: "00f067aa0ba902b7",
            parentSpanId: "eee19b7ec3c1b174",
            name: "execute_hook guard",
            kind: 1,
            startTimeUnixNano: "1767603600005000321",
            endTimeUnixNano: "1767603600009000321",
            attributes: [
              { key: "activation.kind", value: { stringValue: "hook" } },
              { key: "@jaeger@warnings", value: { arrayValue: { values: [{ stringValue: "clock skew" }] } } },
            ],
            status: { code: 2, message: "it broke" },
          },
        ],
      },
    ],
  },
];

/** An answer of `/api/v3/traces`. */
export const v3Answer: { readonly result: unknown } = { result: { resourceSpans } };

export const v3Error = { error: { httpCode: 404, message: "No traces found" } };
