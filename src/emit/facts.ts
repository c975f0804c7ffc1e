import type { Context, SpanContext } from "@opentelemetry/api";
import type { ActivationKind, ActivationOf } from "../activation/activation.ts";
import type { ReasonCode } from "../activation/reason-code.ts";

/** What the recorder fills in itself. */
type Filled = "kind" | "sequence" | "emitter" | "sessionId";

/** Kinds that need no reason; a hook's has a default that follows from its decision. */
type WithoutReason = "session" | "run" | "hook" | "disable";

/**
 * What a caller says of one activation. A reason is a sentence and a code; an extension that gave none has the code
 * `no_reason_given` and no sentence.
 */
export type Facts<K extends ActivationKind> = Omit<ActivationOf<K>, Filled> &
  (K extends WithoutReason ? unknown : { readonly reasonCode: ReasonCode });

export interface FactOptions {
  /** Where the fact was decided. Default: the active context; where no span is active, the run's first fact is the parent. */
  readonly context?: Context | undefined;
  /** The tool call that the fact concerns, where its span is in another trace. */
  readonly toolCall?: SpanContext | undefined;
}

/** A fact that has begun: its sequence number is taken, its span is open. It MUST be ended; one that never is leaves a gap that a reader sees. */
export interface OpenFact<K extends ActivationKind> {
  /** What happens inside it runs in this context. */
  readonly context: Context;
  end(facts: Facts<K>): void;
}

/** A tool call that has begun. */
export interface OpenToolCall {
  readonly context: Context;
  /** @param errorType what broke, where the tool failed */
  end(errorType?: string): void;
}
