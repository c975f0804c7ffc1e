/**
 * Traces that are not read here, as other programs save, answer with or print them, each told by words that stand in no other; and
 * what to do. The first that fits is it.
 */

/** What the text, the first of a file, is instead, and what to do; undefined where it is nothing that is known. Goes behind the name of a source. */
export function adviceOnForeign(text: string): string | undefined {
  const kind = PRINTED.find(({ words }) => words.every((word) => word.test(text)));
  if (kind !== undefined) return `is what ${kind.what} prints for people; ${kind.instead ?? INSTEAD}`;
  if (!/^\s*[[{]/.test(text)) return undefined;
  const saved = SAVED.find(({ words }) => words.every((word) => word.test(text)));
  return saved === undefined ? undefined : `${saved.what}; ${saved.instead ?? `that format is not read: ${AS_WELL}`}`;
}

interface Kind {
  readonly words: readonly RegExp[];
  readonly what: string;
  readonly instead?: string;
}

const INSTEAD = "export with OTLP instead, to a file of the Collector or to a backend";

const AS_WELL = "send the spans with OTLP to a file of the Collector as well (its file exporter), or to a backend that explain reads";

const take = (path: string): string => `take its spans out, a line each; try: jq -c '${path}' <file> | explain activation -`;

/** In these, blanks at the begin of a line are no line feeds: else many empty lines would be gone over from each of them on. */
const PRINTED: readonly Kind[] = [
  { words: [/^Spans\r?\n\s*Resource\b/m, /^[ \t]*Span #\d/m], what: "the stdout exporter for Rust" },
  { words: [/^[ \t]*trace_id\s+: [0-9a-f]{32}\s*$/m], what: "the ostream exporter for C++" },
  { words: [/#<struct OpenTelemetry::SDK::Trace::SpanData\b/], what: "the console exporter for Ruby" },
  { words: [/^\*SPANS FOR DEBUG\*/m], what: "the stdout exporter for Erlang and Elixir" },
  { words: [/^[ \t]*resource_spans \{\s*$/m], what: "a program that writes protobuf as text" },
  {
    words: [/\bTraces(?:Exporter)?\t\{.{0,500}"(?:name|otelcol\.component\.id)": ?"(?:debug|logging)[/"]/],
    what: "the Collector's debug exporter",
    instead: "use its file exporter",
  },
  {
    words: [/^[ \t]*(?:Resource|Scope|InstrumentationScope)?Spans? #\d|\bResourceSpans #\d/m],
    what: "the Collector's debug exporter",
    instead: "use its file exporter",
  },
  { words: [/^Activity\.TraceId:/m], what: "the console exporter for .NET" },
  {
    words: [/^[ \t]*(?:instrumentationScope|parentSpanContext|traceState): /m],
    what: "the console exporter for JavaScript",
    instead: `it is no JSON: ${INSTEAD}, or write each span with JSON.stringify`,
  },
  { words: [/\bAttributesMap\{/], what: "Java's logging exporter", instead: `use its logging-otlp exporter, or ${INSTEAD}` },
];

const SAVED: readonly Kind[] = [
  {
    words: [/"resource_?[sS]pans"\s*:/],
    what: "holds OTLP inside of other JSON",
    instead: take('.. | objects | select(has("resourceSpans") or has("resource_spans"))'),
  },
  {
    words: [/"startTimeMillis"\s*:/, /"traceID"\s*:/],
    what: "looks like Jaeger's documents of Elasticsearch or OpenSearch",
    instead: "read Jaeger itself (jaeger+http://…), or save the trace in its UI (Trace JSON)",
  },
  {
    words: [/"(?:processor|processor\.event)"\s*:/, /"(?:trace|trace\.id)"\s*:/],
    what: "looks like documents of Elastic APM",
  },
  { words: [/"traceGroup"\s*:/, /"durationInNanos"\s*:/], what: "looks like documents of OpenSearch's trace analytics" },
  {
    words: [/"hits"\s*:\s*\{/, /"_source"\s*:/],
    what: "looks like an answer of Elasticsearch or OpenSearch",
    instead: take(".hits.hits[]._source"),
  },
  {
    words: [/"(?:trace_id|Id|TraceId)"\s*:\s*"1-[0-9a-f]{8}-[0-9a-f]{24}"/],
    what: "looks like segments of AWS X-Ray",
  },
  {
    words: [/"span_id"\s*:/, /"parent_id"\s*:/, /"resource"\s*:\s*"/, /"(?:meta|metrics)"\s*:/],
    what: "looks like spans of Datadog's tracers",
  },
  { words: [/"(?:resource_name|nextTraceId)"\s*:/, /"(?:attributes|content)"\s*:\s*\{/], what: "looks like an answer of Datadog" },
  { words: [/"trace\.trace_id"\s*:/], what: "looks like events of Honeycomb" },
  { words: [/"spanId"\s*:/, /"(?:projectId|labels)"\s*:/, /"startTime"\s*:/], what: "looks like traces of Google Cloud Trace" },
  { words: [/"projects\/[^/"]+\/traces\/[0-9a-f]{32}\/spans\//], what: "looks like spans of Google Cloud Trace" },
  {
    words: [/"operation_?[nN]ame"\s*:/, /"(?:spanId|span_id)"\s*:/, /"(?:references|vStr|v_str|vType|v_type|process)"\s*:/],
    what: "looks like spans in Jaeger's own model, as its gRPC and Thrift have it",
    instead: "read Jaeger itself (jaeger+http://…), or save the trace in its UI (Trace JSON)",
  },
  {
    words: [/"(?:context\.trace_id|attributes\.openinference\.span\.kind)"\s*:/],
    what: "looks like a table of Phoenix",
    instead: "save an answer of its API (/v1/projects/<project>/spans), which is read",
  },
  { words: [/"object"\s*:\s*"trace\.span"/], what: "looks like spans of OpenAI's Agents SDK" },
  { words: [/"root_span_id"\s*:/, /"span_attributes"\s*:/], what: "looks like spans of Braintrust" },
  { words: [/"op_name"\s*:/, /"trace_id"\s*:/], what: "looks like calls of Weave" },
  { words: [/"dotted_order"\s*:/], what: "looks like runs of LangSmith" },
  { words: [/"parentObservationId"\s*:|"observations"\s*:\s*\[/], what: "looks like observations of Langfuse" },
  { words: [/"mlflow\.(?:traceRequestId|spanType)"\s*:/], what: "looks like traces of MLflow" },
  { words: [/"trace\.id"\s*:/, /"common"\s*:/], what: "looks like spans of New Relic" },
  { words: [/"operation_(?:Id|ParentId)"/], what: "looks like rows of Azure Application Insights" },
  { words: [/"contexts"\s*:\s*\{/, /"start_timestamp"\s*:/], what: "looks like transactions of Sentry" },
  {
    words: [/"ph"\s*:\s*"[A-Za-z]"/, /"ts"\s*:/],
    what: "looks like a profile (Chrome's trace event format)",
    instead: "it has no traces of OpenTelemetry",
  },
  {
    words: [/^\s*\{\s*"(?:data|traces|spans|result)"\s*:\s*(?:\[\s*\]|null)/],
    what: "is an answer without a trace",
    instead: "ask for a longer time, or for another service",
  },
  {
    words: [/^\s*\{\s*"data"\s*:\s*\[\s*"/],
    what: "is a list of names, such as Jaeger's services, and holds no trace",
    instead: "save the traces themselves",
  },
  {
    words: [/"event"\s*:\s*\{/, /"(?:host|sourcetype)"\s*:/, /"span_id"\s*:/],
    what: "looks like spans in events of Splunk",
    instead: take(".event"),
  },
  {
    words: [
      /"(?:spans|data|result|items|traces)"\s*:\s*\[\s*\{/,
      /"(?:trace_?[iI]d|TraceId)"\s*:/,
      /"(?:span_?[iI]d|SpanId)"\s*:/,
      /"(?:a|SpanA)ttributes"\s*:/,
    ],
    what: "holds spans inside of other JSON",
    instead: take(".. | objects | select((.traceId // .trace_id // .TraceId) and (.spanId // .span_id // .SpanId))"),
  },
  {
    words: [/"preferredVisualisationType"/],
    what: "is a table of Grafana's",
    instead: "download the trace itself (Inspector, Data, Download traces), or read tempo+http://…",
  },
];
