import type { ReadActivation } from "../activation/activation.ts";
import type { ActivationRecord } from "../activation/record.ts";
import type { ToolCall } from "../activation/tool-call.ts";

type AnyActivation = ReadActivation | ToolCall;

/** A record of the report's session, in its place. */
export interface Fact<A extends AnyActivation = AnyActivation> {
  readonly activation: A;
  readonly record: ActivationRecord;
  /** 1, 2, 3 … in the report's order. */
  readonly order: number;
  /** Whether its place in the order says when it was; false where nothing tells: then it stands behind all others. */
  readonly placed: boolean;
  /** The run: as stated, else, for a tool call, the one that its trace or its time tells. */
  readonly run: string | undefined;
}

export type FactKind = AnyActivation["kind"];

/** A fact of one kind. */
export type FactOf<K extends FactKind> = Fact<Extract<AnyActivation, { readonly kind: K }>>;

export function isKind<K extends FactKind>(fact: Fact, kind: K): fact is FactOf<K> {
  return fact.activation.kind === kind;
}
