// The text of docs/conventions.md, made from the contract in src/activation/.

/**
 * @param contract the modules of src/activation: { CODECS, COMMON_FIELDS, TOOL_CALL_FIELDS, REASON_CODES, SCHEMA_VERSION, SCOPE_NAME }
 * @returns Markdown
 */
export function conventionsMarkdown({ CODECS, COMMON_FIELDS, TOOL_CALL_FIELDS, REASON_CODES, SCHEMA_VERSION, SCOPE_NAME }) {
  const kinds = Object.values(CODECS);
  return `# Activation conventions, version ${SCHEMA_VERSION}

<!-- Generated from src/activation/ by \`npm run docs\`. Edit the contract there, not this file. -->

How an agent's extensions stand in OpenTelemetry traces: one span for each fact, with the reason as attributes.
Whoever writes these attributes is read by \`explain\`, in whatever language and with whatever library.

## Rules for writers

- One fact is one span, over its own duration: a dispatch lasts as long as the hook, a decision is an instant. No span stays open for a session.
- Facts are span attributes, never events. The reason is among the first: an SDK that reaches its limit drops the newest.
- A decision is no error. A veto, a skip, a refusal leave the status unset; ERROR with \`error.type\` means that the extension itself broke.
- Every fact has a reason: a sentence in \`activation.reason\` and a code in \`activation.reason_code\`. Only \`session\`, \`run\` and an accepted \`disable\` need none. An extension that gave no reason has the code \`no_reason_given\` and no sentence.
- Names, paths, codes and reasons only: no prompt, no argument, no result, no environment, no credential. A reason has at most 1,024 characters; a path in the workspace is relative to it, and the home directory is written \`~\`.
- Lists are written even when they are empty: an absent list is not known.
- Nothing is put under \`gen_ai.\` or \`mcp.\` that OpenTelemetry has not put there, and an activation span has no \`gen_ai.operation.name\` and no \`gen_ai.tool.*\`: trace views would take it for a tool call.
- The span kind is INTERNAL. The instrumentation scope is \`${SCOPE_NAME}\`.
- One trace a run. The parent is the span that is active where the fact is decided, else the run's first fact. A tool call in another trace gets a link.
- \`activation.sequence\` counts 1, 2, 3 … per session and emitter and is taken when a fact begins. A hook that hangs until the process dies leaves a gap, and a reader sees it.

## Rules for readers

- A span is an activation span when it has \`activation.kind\`, whatever its scope. Span names, parents and scopes mean nothing.
- What is not known is kept and shown: an unknown attribute, kind or code is never an error.
- Absent is not false, and not empty.
- From emitters that are not this library's, a missing reason is taken from the span's \`exception\` event, then from its status message.

## The least that is complete

A session with one veto, as \`explain\` reads it from a file (an object a span). Each record is
numbered, each names its session, its emitter and its agent, and the end says how many there were: so a reader can tell that nothing is missing.

\`\`\`json
{
  "trace_id": "0af7651916cd43dd8448eb211c80319c", "span_id": "b7ad6b7169203331", "name": "start_session",
  "start_time": "2026-01-05T09:00:00Z", "end_time": "2026-01-05T09:00:00Z",
  "attributes": {
    "activation.kind": "session", "activation.session.phase": "started", "activation.schema_version": "1",
    "activation.sequence": 1, "activation.emitter": "e-1", "session.id": "s-1", "gen_ai.agent.name": "main"
  }
}
{
  "trace_id": "0af7651916cd43dd8448eb211c80319c", "span_id": "b7ad6b7169203332", "name": "execute_hook guard-shell",
  "start_time": "2026-01-05T09:00:01Z", "end_time": "2026-01-05T09:00:02Z",
  "attributes": {
    "activation.kind": "hook", "activation.name": "guard-shell", "activation.reason": "writes outside the workspace",
    "activation.reason_code": "vetoed_by_hook", "activation.hook.event": "PreToolUse", "activation.hook.decision": "vetoed",
    "activation.hook.outcome": "completed", "activation.tool.name": "shell.exec",
    "activation.sequence": 2, "activation.emitter": "e-1", "session.id": "s-1", "gen_ai.agent.name": "main"
  }
}
{
  "trace_id": "0af7651916cd43dd8448eb211c80319c", "span_id": "b7ad6b7169203333", "name": "end_session",
  "start_time": "2026-01-05T09:00:03Z", "end_time": "2026-01-05T09:00:03Z",
  "attributes": {
    "activation.kind": "session", "activation.session.phase": "ended", "activation.session.records": 3,
    "activation.sequence": 3, "activation.emitter": "e-1", "session.id": "s-1", "gen_ai.agent.name": "main"
  }
}
\`\`\`

## On every activation span

The kind stands in \`activation.kind\`.

${table(COMMON_FIELDS)}

## Kinds

${kinds.map(section).join("\n\n")}

## Tool calls

A tool call is no activation but OpenTelemetry's own span with \`gen_ai.operation.name\` = \`execute_tool\`. A reader counts them.

${table(TOOL_CALL_FIELDS)}

## Reason codes

The set is open at the end: a reader shows a code that it does not know as it is.

${REASON_CODES.map((code) => `\`${code}\``).join(" · ")}

## Baggage

| member | value |
| --- | --- |
| \`session.id\` | the session |
| \`activation.run.id\` | the run |
| \`activation.disabled\` | what is off: items \`kind.name\`, joined by \`!\`, in the order in which they were turned off |

Each name is encoded as \`encodeURIComponent\` does, and its \`!\` as \`%21\`, before the W3C encoding of the whole value; an
ordinary name needs no escape: \`hook.guard-shell!skill.release-notes\`. The member is absent while nothing is off. A reader
decodes the value, splits it at \`!\`, each item at its first \`.\`, and decodes each name. The carriers are the HTTP header
\`baggage\`, the environment variable \`BAGGAGE\`, and \`params._meta.baggage\` in MCP.
`;
}

function section(codec) {
  const aliases = codec.aliases?.map((name) => `\`${name}\``).join(" and ");
  return [
    `### ${codec.kind}`,
    `${codec.brief} Span name: ${spanNames(codec)}.`,
    table(codec.fields),
    ...(aliases === undefined ? [] : [`The name and the file stand in ${aliases} as well, for tools that know those.`]),
  ].join("\n\n");
}

/** The names that spans of a kind can have, by its closed sets. */
function spanNames(codec) {
  const example = Object.fromEntries(Object.entries(codec.fields).map(([property, field]) => [property, field.example]));
  const names = new Set();
  for (const variant of variants(codec.fields))
    names.add(codec.spanName({ ...example, name: "{name}", server: "{server}", tool: "{tool}", ...variant }));
  return [...names].map((name) => `\`${name}\``).join(", ");
}

function variants(fields) {
  const closed = ["phase", "state"].filter((property) => fields[property]?.values !== undefined);
  const own = closed.flatMap((property) => fields[property].values.map((value) => ({ [property]: value })));
  return "vote" in fields ? [{ vote: undefined }, { vote: "allow" }] : own.length > 0 ? own : [{}];
}

function table(fields) {
  const rows = Object.values(fields).map(({ attribute, type, values, brief, example }) => {
    const what = values === undefined ? `e.g. ${code(example)}` : values.map((value) => code(value)).join(" ");
    return `| \`${attribute}\` | ${type} | ${brief} | ${what} |`;
  });
  return ["| attribute | type | | values |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

function code(value) {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``.replaceAll("|", "\\|");
}
