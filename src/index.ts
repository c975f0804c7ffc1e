/**
 * The emit side: sessions, what is turned off in them, and the recorder. Needs only the OpenTelemetry API;
 * `extension-activation/sdk` has the provider, the journal and OTLP.
 *
 * @packageDocumentation
 */
import { Session, type SessionOptions } from "./session/session.ts";

/** A new session. */
export function createSession(options?: SessionOptions): Session {
  return new Session(options);
}

export { Session, type DisableChange, type DisableOptions, type SessionOptions } from "./session/session.ts";
export type { DisableTarget } from "./session/disabled-set.ts";
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
export type { HookDispatch, HookTarget, HookVerdict, PreparedHook } from "./emit/hook-dispatch.ts";
export { displayPath, redactCredentials, type Redactor } from "./emit/redact.ts";
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
