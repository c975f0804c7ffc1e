/**
 * TraceQL for what is looked for (Tempo 2.0 and later). TraceQL has no parameters: the session is written as a literal,
 * with the escapes of Go's strings, so that nothing in it can end the literal.
 */
export function traceQlFor(session: string | undefined): string {
  if (session !== undefined) return `{ span.session.id = ${literal(session)} }`;
  return `{ span.activation.kind != nil || span.gen_ai.operation.name = "execute_tool" }`;
}

function literal(text: string): string {
  return `"${text.replaceAll(/[^\x20-\x7e]|["\\]/gu, escaped)}"`;
}

function escaped(character: string): string {
  if (character === '"' || character === "\\") return `\\${character}`;
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
