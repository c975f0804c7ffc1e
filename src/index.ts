/**
 * The emit side: sessions, what is turned off in them, and the recorder. Needs only the OpenTelemetry API;
 * `extension-activation/sdk` has the provider, the journal and OTLP.
 *
 * @packageDocumentation
 */
import { Session, type SessionOptions } from "./session/session.ts";

/**
 * The session of this process: that of the parent process which set `BAGGAGE`, else a new one. An `id` of its own
 * makes it a session apart; `new Session()` looks at no environment at all.
 */
export function createSession(options?: SessionOptions): Session {
  return Session.from(process.env, options);
}

export {
  Session,
  type DisableChange,
  type DisableOptions,
  type FromOptions,
  type ReceiveOptions,
  type SessionOptions,
} from "./session/session.ts";
export { BAGGAGE_LIMITS, BaggageLimitError, type BaggageLimit } from "./session/baggage-limit.ts";
export type { Carrier, HeadersLike } from "./session/carrier.ts";
export { describeChange } from "./session/change.ts";
export type { DisableTarget } from "./session/disabled-set.ts";
export { addDisableOptions, applyDisableOptions, type DisableFlags } from "./session/flags.ts";
export { parseDisablePrompt, PromptError, type DisablePrompt } from "./session/prompt.ts";
export { SessionPropagator, type SessionPropagatorOptions } from "./session/propagator.ts";
export type { Surface } from "./session/surface.ts";
export {
  createRecorder,
  Recorder,
  type Facts,
  type FactOptions,
  type OpenFact,
  type OpenToolCall,
  type RecorderOptions,
} from "./emit/recorder.ts";
export type { HookDispatch, HookTarget, PreparedHook } from "./emit/hook-dispatch.ts";
export type { HookVerdict } from "./emit/verdict.ts";
export { redactCredentials, type Redactor } from "./emit/redact.ts";
export { displayPath } from "./emit/shorten.ts";
export {
  ACTIVATION_KINDS,
  SCHEMA_VERSION,
  SCOPE_NAME,
  type Activation,
  type ActivationKind,
  type ActivationOf,
} from "./activation/activation.ts";
export { REASON_CODES, type ReasonCode } from "./activation/reason-code.ts";
export type { ActivationRecord } from "./activation/record.ts";
export { VERSION } from "./version.ts";
