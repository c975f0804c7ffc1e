import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

/** The longest message that is read, in bytes. */
export const MOST_MESSAGE: number = 16 * 1024 * 1024;

const NEWLINE = 10;

/** Reads JSON-RPC messages, one a line, out of the chunks in which they come. Each byte is looked at once, however a message is cut up. */
export class MessageLines {
  #begun: Buffer[] = [];
  #size = 0;

  /**
   * The messages that a chunk completes. A line that is none is passed over: some servers write their log there.
   * @throws where a message is longer than {@link MOST_MESSAGE}
   */
  *read(chunk: Buffer): Generator<JSONRPCMessage> {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      this.#add(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      const message = messageIn(Buffer.concat(this.#begun).toString("utf8"));
      this.#begun = [];
      this.#size = 0;
      if (message !== undefined) yield message;
    }
    if (rest.length > 0) this.#add(rest);
  }

  #add(part: Buffer): void {
    this.#size += part.length;
    if (this.#size > MOST_MESSAGE) {
      this.#begun = [];
      throw new Error(`it wrote a message of more than ${MOST_MESSAGE / 1024 / 1024} MB`);
    }
    this.#begun.push(part);
  }
}

/** What of a message the SDK's client does not look at itself is not looked at: which of them it is, and its fields, it judges. */
function messageIn(line: string): JSONRPCMessage | undefined {
  if (!/^\s*\{/.test(line)) return undefined;
  try {
    const message = JSON.parse(line) as JSONRPCMessage;
    return message.jsonrpc === "2.0" ? message : undefined;
  } catch {
    return undefined;
  }
}
