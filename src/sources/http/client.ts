import { failure } from "./failure.ts";
import { SourceError } from "../source.ts";
import type { BackendAddress } from "./address.ts";
import type { Credentials } from "./credentials.ts";
import { Exchange } from "./exchange.ts";
import { excerpt, explainFailure, explainRefusal, notLetIn, whenAgain } from "./messages.ts";
import type { HttpLimits } from "./limits.ts";
import { backoff, isBrokenConnection, isPassingStatus, pause, retryAfter } from "./retry.ts";
import { variable } from "./variable.ts";

const MAX_REDIRECTS = 5;

/** An answer whose body was read. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** An answer that is larger than what may be held; the asker can ask for less. */
export class AnswerTooLarge extends Error {
  override readonly name = "AnswerTooLarge";
}

/**
 * Asks one backend, read-only: time-outs, retries of what passes by itself, bounded answers, and no credential that
 * leaves the backend's own origin or shows up in a message.
 *
 * Every method throws SourceError where the backend cannot be reached or does not let us in, and the reason of the
 * signal soon after it was aborted.
 */
export class HttpClient {
  readonly #address: BackendAddress;
  readonly #credentials: Credentials;
  readonly #limits: HttpLimits;
  readonly #signal: AbortSignal | undefined;
  readonly #closing = new AbortController();

  constructor(address: BackendAddress, credentials: Credentials, limits: HttpLimits, signal: AbortSignal | undefined) {
    this.#address = address;
    this.#credentials = credentials;
    this.#limits = limits;
    this.#signal = signal;
  }

  /**
   * Gets a path below the backend's own, and its whole body, whatever its status but 401 and 403.
   *
   * @throws AnswerTooLarge beyond `answerBytes`.
   */
  async get(path: string, query: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    return this.#withRetries(async (exchange) => {
      const response = await this.#send(path, query, exchange);
      const parts: string[] = [];
      const decoder = new TextDecoder();
      let size = 0;
      for await (const chunk of exchange.chunks(response)) {
        size += chunk.length;
        if (size > this.#limits.answerBytes) {
          exchange.end();
          throw new AnswerTooLarge(`${this.#address.name}: an answer of more than ${this.#limits.answerBytes} bytes`);
        }
        parts.push(decoder.decode(chunk, { stream: true }));
      }
      parts.push(decoder.decode());
      return { answer: { status: response.status, headers: response.headers, body: parts.join("") }, response };
    });
  }

  /** Gets a body as a stream. Only the head is tried again: a body that breaks is the consumer's to ask for anew ({@link isBroken}). */
  async stream(
    path: string,
    query: Readonly<Record<string, string>>,
  ): Promise<{ status: number; headers: Headers; body: AsyncIterable<Uint8Array> }> {
    return this.#withRetries(async (exchange) => {
      const response = await this.#send(path, query, exchange);
      return { answer: { status: response.status, headers: response.headers, body: exchange.chunks(response) }, response };
    });
  }

  /** Ends what is under way: nobody wants it any more. */
  close(): void {
    this.#closing.abort();
  }

  /** Whether a failure while a body was read may pass with another attempt. */
  isBroken(error: unknown): boolean {
    return this.#signal?.aborted !== true && isBrokenConnection(error);
  }

  /** The error to throw for an answer that is not what was asked for. */
  refused(answer: { readonly status: number; readonly body: string }): SourceError {
    return failure(this.#address.name, explainRefusal(this.#address, answer.status, excerpt(answer.body, this.#credentials.secrets)));
  }

  /** The beginning of what the backend wrote, fit to stand in a message. */
  excerpt(text: string): string {
    return excerpt(text, this.#credentials.secrets);
  }

  /** The error to throw where the connection failed. */
  failed(error: unknown): unknown {
    if (this.#signal?.aborted === true) return this.#signal.reason;
    if (error instanceof SourceError || error instanceof AnswerTooLarge) return error;
    return failure(this.#address.name, explainFailure(this.#address, error, this.#limits), { cause: error });
  }

  async #withRetries<T>(exchange: (exchange: Exchange) => Promise<{ readonly answer: T; readonly response: Response }>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      this.#signal?.throwIfAborted();
      const last = attempt + 1 >= this.#limits.attempts;
      const current = new Exchange(this.#limits.timeout, [this.#closing.signal, ...(this.#signal === undefined ? [] : [this.#signal])]);
      let wait = backoff(attempt, this.#limits.backoff);
      try {
        const { answer, response } = await exchange(current);
        if (!isPassingStatus(response.status)) return answer;
        const asked = retryAfter(response.headers.get("retry-after"), Date.now());
        if (last || (asked ?? 0) > this.#limits.longestWait) {
          const times = attempt === 0 ? "" : ` after ${attempt + 1} attempts`;
          throw failure(this.#address.name, `answered ${response.status}${times}; ${whenAgain(asked)}`);
        }
        current.end();
        wait = asked ?? wait;
      } catch (error) {
        current.end();
        if (last || !this.isBroken(error)) throw this.failed(error);
      }
      await pause(wait, this.#signal);
    }
  }

  /** One request and the redirects that stay where credentials may go. */
  async #send(path: string, query: Readonly<Record<string, string>>, exchange: Exchange): Promise<Response> {
    let url = new URL(`${this.#address.origin}${this.#address.path}${path}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const headers = { accept: "application/json", ...this.#credentials.headers };
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(url.href, { headers, redirect: "manual", signal: exchange.signal });
      if (response.status === 401 || response.status === 403) {
        exchange.end();
        throw failure(this.#address.name, notLetIn(this.#address, response.status, Object.keys(this.#credentials.headers).length > 0));
      }
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || location === null) return response;
      await response.body?.cancel();
      const next = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
      if (next === undefined || redirects >= MAX_REDIRECTS) {
        throw failure(this.#address.name, "redirects without an end; name the address that it redirects to");
      }
      // Also without credentials: what answers in another place is not what was asked for, often a page to sign in.
      if (next.origin !== this.#address.origin) {
        throw failure(
          this.#address.name,
          `redirects to ${next.origin}, which is not asked unless you name it (a page to sign in? then set ${variable(this.#address.backend, "TOKEN")})`,
        );
      }
      url = next;
    }
  }
}
