/**
 * The emit side with the OpenTelemetry SDK: a provider of its own, the journal, OTLP/HTTP.
 *
 * @packageDocumentation
 */
import { ActivationProvider, FLUSH_DEADLINE_MS, type ProviderOptions } from "./emit/provider.ts";
import { createRecorder, type Recorder, type RecorderOptions } from "./emit/recorder.ts";
import { Session, type SessionOptions } from "./session/session.ts";
import { VERSION } from "./version.ts";

export { ActivationProvider, FLUSH_DEADLINE_MS, type ProviderOptions } from "./emit/provider.ts";
export { journalRoot } from "./emit/journal-path.ts";
export { pruneJournal, type Pruned, type PruneOptions } from "./emit/journal-prune.ts";

export interface StartOptions extends SessionOptions, ProviderOptions, Omit<RecorderOptions, "tracer"> {
  /** A session that is there already; then the options of a session are not looked at. */
  readonly session?: Session | undefined;
}

/** A session that is being recorded. */
export interface RecordedSession {
  readonly session: Session;
  readonly recorder: Recorder;
  readonly provider: ActivationProvider;
  /**
   * Ends the session: writes its last fact, sends what is waiting, and ends the provider.
   * @returns whether everything was sent within `deadlineMs` (default {@link FLUSH_DEADLINE_MS}); the journal has it in any case
   */
  readonly end: (deadlineMs?: number) => Promise<boolean>;
}

/**
 * Starts a session with everything set up: provider, journal, OTLP where the environment asks for it, and a recorder.
 * Where a parent process set `BAGGAGE`, it is the parent's session. The workspace is the current folder unless one is named.
 */
export function startSession(options: StartOptions = {}): RecordedSession {
  const session = options.session ?? Session.from(process.env, { ...options, workspace: { path: currentFolder(), ...options.workspace } });
  const provider = new ActivationProvider(session, VERSION, options);
  const recorder = createRecorder(session, { tracer: provider.tracer, redact: options.redact });
  recorder.startSession();
  let ended: Promise<boolean> | undefined;
  const end = async (deadlineMs: number): Promise<boolean> => {
    recorder.endSession();
    return await provider.shutdown(deadlineMs);
  };
  // A session ends once: a second last fact would be in no journal.
  return { session, recorder, provider, end: async (deadlineMs = FLUSH_DEADLINE_MS) => await (ended ??= end(deadlineMs)) };
}

/** Where the agent runs; undefined where that folder is gone. */
function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
