/** Documents as Tempo gives them, and Grafana's copy; made for these tests. */

export const TRACE = "5b8efff798038103d269b633813fc60c";

/** Hex as base64, which protobuf's JSON has for bytes. */
export function base64(hex: string): string {
  return Buffer.from(hex, "hex").toString("base64");
}

const attribute = (key: string, value: Record<string, unknown>): unknown => ({ key, value });

/** One span as Tempo writes it. */
export function tempoSpan(traceId: string, spanId: string, session: string | undefined, startNano: bigint): Record<string, unknown> {
  return {
    traceId: base64(traceId),
    spanId: base64(spanId),
    parentSpanId: base64("eee19b7ec3c1b174"),
    name: "execute_hook guard",
    kind: "SPAN_KIND_INTERNAL",
    startTimeUnixNano: String(startNano),
    endTimeUnixNano: String(startNano + 4_000_000n),
    attributes: [
      attribute("activation.kind", { stringValue: "hook" }),
      attribute("activation.sequence", { intValue: "2" }),
      attribute("activation.hook.mutated", { arrayValue: { values: [{ stringValue: "a" }, { stringValue: "b,c" }] } }),
      ...(session === undefined ? [] : [attribute("session.id", { stringValue: session })]),
    ],
    status: { code: "STATUS_CODE_ERROR", message: "it broke" },
  };
}

/** A list of `ResourceSpans`, under whatever name. */
export function batches(spans: readonly unknown[]): readonly unknown[] {
  return [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: "extension-activation" }, spans }] }];
}

const spans = [tempoSpan(TRACE, "00f067aa0ba902b7", "s-1", 1_767_603_600_005_000_321n)];

/** `/api/traces/<id>` */
export const v1Answer: unknown = { batches: batches(spans) };

/** `/api/v2/traces/<id>` */
export const v2Answer: Record<string, unknown> = { trace: { resourceSpans: batches(spans) }, metrics: { inspectedBytes: "12345" } };

export const partialAnswer: unknown = { ...v2Answer, status: "PARTIAL", message: "Trace exceeds maximum size" };

/** Tempo before 2.0. */
export const oldAnswer: unknown = {
  batches: [{ resource: {}, instrumentationLibrarySpans: [{ instrumentationLibrary: { name: "extension-activation" }, spans }] }],
};

/** `/api/search` */
export const searchAnswer: unknown = {
  traces: [{ traceID: TRACE, rootServiceName: "agent", startTimeUnixNano: "1767603600005000321", durationMs: 60 }],
  metrics: { inspectedTraces: 1, inspectedBytes: "12345", completedJobs: 1, totalJobs: 1 },
};

/** What Grafana's Explore saves: the time is the nearest number that JavaScript has. */
export const exploreDownload: unknown = {
  batches: [
    {
      resource: { attributes: [], droppedAttributesCount: 0 },
      instrumentationLibrarySpans: [
        {
          spans: [
            {
              traceId: TRACE,
              spanId: "00f067aa0ba902b7",
              parentSpanId: "",
              name: "execute_hook guard",
              kind: 1,
              startTimeUnixNano: 1_767_603_600_005_000_400n,
              endTimeUnixNano: 1_767_603_600_009_000_400n,
              attributes: [attribute("activation.kind", { stringValue: "hook" }), attribute("activation.sequence", { intValue: 2 })],
              status: { code: 0, message: "" },
            },
          ],
        },
      ],
    },
  ],
};
