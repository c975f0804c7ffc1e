import {
  context as contextApi,
  ROOT_CONTEXT,
  trace,
  type Context,
  type Link,
  type Span,
  type SpanContext,
  type Tracer,
} from "@opentelemetry/api";
import { now, toHrTime } from "./clock.ts";
import { complain } from "./complain.ts";
import type { FactOptions } from "./facts.ts";
import type { OpenSpan } from "./open-fact.ts";

/** Begins the spans of facts, each under the span that is active where the fact is decided, else under the root. */
export class SpanOpener {
  readonly #tracer: Tracer | undefined;
  #root: Span | undefined;
  #rootContext: Context | undefined;

  constructor(tracer: Tracer | undefined) {
    this.#tracer = tracer;
  }

  /** The parent of facts that are decided where no span is active: the run's first fact, else the session's. */
  setRoot(root: Span | undefined): void {
    this.#root = root;
    this.#rootContext = undefined;
  }

  /** Never throws: without a tracer, or where it throws, there is no span. */
  open(name: string, options: FactOptions | undefined): OpenSpan {
    const start = now();
    const tracer = this.#tracer;
    try {
      if (tracer === undefined) return { start, span: undefined, parent: undefined, where: options?.context };
      const where = options?.context ?? contextApi.active();
      const active = trace.getSpan(where);
      const parent = (active ?? this.#root)?.spanContext();
      const startTime = toHrTime(start) as [number, number];
      const links = linksTo(options?.toolCall, parent);
      const span = tracer.startSpan(
        name,
        links === undefined ? { startTime } : { startTime, links },
        active === undefined ? this.#underRoot(where) : where,
      );
      return { start, span, parent, where };
    } catch (error) {
      complain(`a fact has no span: ${name}`, error);
      return { start, span: undefined, parent: undefined, where: undefined };
    }
  }

  /** The context with the run's first fact as its span. Where the context is empty, as without a context manager, it is made once a run. */
  #underRoot(where: Context): Context {
    const root = this.#root;
    if (root === undefined) return where;
    if (where !== ROOT_CONTEXT) return trace.setSpan(where, root);
    return (this.#rootContext ??= trace.setSpan(where, root));
  }
}

/** A link to the tool call that a fact concerns, where its span is in another trace. */
function linksTo(toolCall: SpanContext | undefined, parent: SpanContext | undefined): Link[] | undefined {
  return toolCall === undefined || toolCall.traceId === parent?.traceId ? undefined : [{ context: toolCall }];
}
