import {
  diag,
  propagation,
  type Attributes,
  type Context,
  type TextMapGetter,
  type TextMapPropagator,
  type TextMapSetter,
} from "@opentelemetry/api";
import { DISABLED_MEMBER } from "./baggage-member.ts";
import { hostList } from "./hosts.ts";
import { RUN_MEMBER, SESSION_MEMBER } from "./incoming.ts";
import { Session } from "./session.ts";

export interface SessionPropagatorOptions {
  /** The hosts that get the session: exact names or addresses, and `*.suffix`. */
  readonly hosts: readonly string[];
}

/**
 * Passes the session of the active context (`session.bind`) on to listed hosts, and to no other: an OpenTelemetry
 * propagator round the host's own, which must write baggage.
 *
 * For every other host, our members are taken out of what the inner propagator sends, even those that somebody put
 * into the context's baggage, or that came in with a request: nobody can ask a third service through this one to turn
 * something off. What comes in is read by `Session.from`, which judges it; here it is only handed through.
 *
 * A propagator is not told where a request goes. The instrumentations tell it through the hooks in {@link http} and
 * {@link undici}; a request of which nothing is told gets nothing of ours.
 * @example
 * const inner = new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] });
 * const propagator = new SessionPropagator(inner, { hosts: ["tools.internal", "*.svc.local"] });
 * new NodeSDK({
 *   textMapPropagator: propagator,
 *   instrumentations: [new HttpInstrumentation(propagator.http), new UndiciInstrumentation(propagator.undici)],
 * });
 */
export class SessionPropagator implements TextMapPropagator {
  readonly #inner: TextMapPropagator;
  readonly #isListed: (host: string) => boolean;
  readonly #told = new Set<string>();
  /** Where the request goes whose headers are written next. The instrumentations call hook and propagator in one go. */
  #host: string | undefined;

  /** Configuration of `@opentelemetry/instrumentation-http`. */
  readonly http: { readonly startOutgoingSpanHook: (request: HttpDestination) => Attributes } = {
    startOutgoingSpanHook: ({ hostname, host, socketPath }) => this.#goesTo(socketPath ? undefined : (hostname ?? host ?? "localhost")),
  };

  /**
   * Configuration of `@opentelemetry/instrumentation-undici`, which is what sees `fetch`. The span's own
   * `server.address` does not serve: for `http://a.example//b.example/` the instrumentation writes `b.example`.
   */
  readonly undici: { readonly startSpanHook: (request: UndiciDestination) => Attributes } = {
    startSpanHook: ({ origin }) => this.#goesTo(URL.canParse(String(origin)) ? new URL(String(origin)).hostname : undefined),
  };

  /** @throws {TypeError} for an entry that is no host */
  constructor(inner: TextMapPropagator, options: SessionPropagatorOptions) {
    this.#inner = inner;
    this.#isListed = hostList(options.hosts);
  }

  inject(context: Context, carrier: unknown, setter: TextMapSetter): void {
    const host = this.#host;
    this.#host = undefined;
    this.#inner.inject(this.#outgoing(context, host), carrier, setter);
  }

  extract(context: Context, carrier: unknown, getter: TextMapGetter): Context {
    return this.#inner.extract(context, carrier, getter);
  }

  fields(): string[] {
    return this.#inner.fields();
  }

  #goesTo(host: string | undefined): Attributes {
    this.#host = host;
    // A request that was told of and never made must not lend its host to the next that nobody tells of.
    queueMicrotask(() => (this.#host = undefined));
    return {};
  }

  #outgoing(context: Context, host: string | undefined): Context {
    const session = Session.current(context);
    const isListed = host !== undefined && this.#isListed(host);
    if (session === undefined || !isListed) {
      if (session !== undefined && host === undefined) {
        this.#tell(
          "host",
          "where a request goes is not known, so the session was not passed on: give propagator.http and propagator.undici to the instrumentations",
        );
      }
      return withoutOurs(context, session, isListed);
    }
    try {
      return session.baggage(context);
    } catch (error) {
      // A propagator that throws would break the agent's request; the session has recorded that nothing travelled.
      this.#tell("limit", error instanceof Error ? error.message : String(error));
      return withoutOurs(context, session, isListed);
    }
  }

  #tell(what: string, message: string): void {
    if (this.#told.has(what)) return;
    this.#told.add(what);
    diag.error(`SessionPropagator: ${message}`);
  }
}

/** What the HTTP instrumentation tells of a request: the options that Node.js takes it from. */
export interface HttpDestination {
  readonly hostname?: string | null | undefined;
  readonly host?: string | null | undefined;
  readonly socketPath?: string | undefined;
}

/** What the undici instrumentation tells of a request. */
export interface UndiciDestination {
  readonly origin?: unknown;
}

/**
 * The context's baggage without what is ours. `session.id` is a name that others use as well: to a host that would
 * take it for the session it never goes, to another it does unless it is this session's.
 */
function withoutOurs(context: Context, session: Session | undefined, isListed: boolean): Context {
  const baggage = propagation.getBaggage(context);
  if (baggage === undefined) return context;
  const id = baggage.getEntry(SESSION_MEMBER)?.value;
  const ids = isListed || (session !== undefined && id === session.id) ? [SESSION_MEMBER] : [];
  return propagation.setBaggage(context, baggage.removeEntries(DISABLED_MEMBER, RUN_MEMBER, ...ids));
}
