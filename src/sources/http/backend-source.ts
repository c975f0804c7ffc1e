import type { Query, Source } from "../source.ts";
import type { LogRecord, SpanRecord } from "../span.ts";
import type { BackendAddress } from "./address.ts";
import { AnswerTooLarge, HttpClient } from "./client.ts";
import { credentialsFrom, type Environment } from "./credentials.ts";
import { failure } from "./failure.ts";
import { limitsFrom, type HttpLimits } from "./limits.ts";
import { BackendReading } from "./reading.ts";

/** What one reading of a backend needs. */
export interface BackendRead {
  readonly client: HttpClient;
  readonly reading: BackendReading;
  readonly query: Query;
}

/**
 * A backend as a source. `read` gives the records that `reading` wants; around it there is what every backend has in
 * common: credentials and limits from the environment, the summary, and an end to requests that nobody waits for.
 *
 * @throws SourceError where a credential or limit in the environment cannot be used.
 */
export function backendSource(
  address: BackendAddress,
  environment: Environment,
  limits: Partial<HttpLimits>,
  read: (parts: BackendRead) => AsyncIterable<SpanRecord | LogRecord>,
): Source {
  const credentials = credentialsFrom(environment, address);
  const allLimits = { ...limitsFrom(environment, address), ...limits };
  return {
    name: address.name,
    async *read(options) {
      const client = new HttpClient(address, credentials, allLimits, options.signal);
      try {
        const reading = new BackendReading(address, credentials, options);
        yield* read({ client, reading, query: options.query });
        reading.finish();
      } catch (error) {
        // Where less could be asked for, it was.
        if (!(error instanceof AnswerTooLarge)) throw error;
        throw failure(
          address.name,
          `answers with more than can be held (${allLimits.answerBytes / 1024 / 1024} MB); is it ${address.backend} that answers there?`,
          { cause: error },
        );
      } finally {
        client.close();
      }
    },
  };
}
