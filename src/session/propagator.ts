import {
  diag,
  propagation,
  SpanKind,
  trace,
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
 * The host is read from the client span of the request (`server.address` and `url.full`), as OpenTelemetry's HTTP and
 * undici instrumentations write it. Where that span is not recorded, the host is not known and nothing is passed on.
 * @example
 * const inner = new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] });
 * new NodeSDK({ textMapPropagator: new SessionPropagator(inner, { hosts: ["tools.internal", "*.svc.local"] }) });
 */
export class SessionPropagator implements TextMapPropagator {
  readonly #inner: TextMapPropagator;
  readonly #isListed: (host: string) => boolean;
  readonly #told = new Set<string>();

  /** @throws {TypeError} for an entry that is no host */
  constructor(inner: TextMapPropagator, options: SessionPropagatorOptions) {
    this.#inner = inner;
    this.#isListed = hostList(options.hosts);
  }

  inject(context: Context, carrier: unknown, setter: TextMapSetter): void {
    this.#inner.inject(this.#outgoing(context), carrier, setter);
  }

  extract(context: Context, carrier: unknown, getter: TextMapGetter): Context {
    return this.#inner.extract(context, carrier, getter);
  }

  fields(): string[] {
    return [...new Set([...this.#inner.fields(), "baggage"])];
  }

  #outgoing(context: Context): Context {
    const session = Session.current(context);
    const hosts = hostsOf(context);
    const isListed = hosts.length > 0 && hosts.every(this.#isListed);
    if (session === undefined || !isListed) {
      if (session !== undefined && hosts.length === 0) {
        this.#tell("unknown host", "a request's span is not recorded, so its host is not known: the session was not passed on");
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

/** The hosts that a request's client span names: one, or more where its attributes disagree; none where nothing is known. */
function hostsOf(context: Context): readonly string[] {
  const span = trace.getSpan(context) as { readonly kind?: unknown; readonly attributes?: Readonly<Record<string, unknown>> } | undefined;
  if (span?.kind !== SpanKind.CLIENT || span.attributes === undefined) return [];
  const address = span.attributes["server.address"];
  const url = span.attributes["url.full"];
  if (typeof address !== "string") return [];
  if (typeof url !== "string") return [address];
  return [address, URL.canParse(url) ? new URL(url).hostname : ""];
}
