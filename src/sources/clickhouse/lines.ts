/** A line that is longer than any row of spans. */
export class LineTooLong extends Error {
  override readonly name = "LineTooLong";
}

/** The lines of UTF-8 text that comes in pieces, without their ends; empty ones are left out. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, longest: number): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > longest) throw new LineTooLong(`a line of more than ${longest} characters`);
    for (const line of lines) if (line !== "" && line !== "\r") yield line;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
