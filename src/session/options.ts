import type { SpanContext } from "@opentelemetry/api";
import type { DisableOrigin } from "../activation/disable.ts";

export interface SessionOptions {
  /** Default: a random one. */
  readonly id?: string | undefined;
  /** The run that this process takes part in, where a parent process began it. */
  readonly run?: string | undefined;
  /** The span under which this process works, where a parent process has one. */
  readonly parent?: SpanContext | undefined;
  /** The root agent's name (`gen_ai.agent.name`). */
  readonly agent?: string | undefined;
  /** How the agent is used: `interactive`, `print` … */
  readonly mode?: string | undefined;
  readonly workspace?: { readonly path?: string | undefined; readonly trusted?: boolean | undefined } | undefined;
  /** How many records stay in memory (default 1,000). The whole log is the journal. */
  readonly ringSize?: number | undefined;
  /**
   * False where the session's surfaces are all in other processes, as for a launcher: then how many a disable matches
   * is not known here, and not recorded. Default true.
   */
  readonly knowsSurfaces?: boolean | undefined;
}

export interface FromOptions extends SessionOptions, ReceiveOptions {}

export interface ReceiveOptions {
  /** Whether what the carrier says is followed. Default: only for `process.env` itself, which a parent process set. */
  readonly trust?: boolean | undefined;
  /** Where disables are recorded to come from. Default: `environment` for `process.env`, else `baggage`. */
  readonly origin?: DisableOrigin | undefined;
}

export interface DisableOptions {
  /** Default `api`. */
  readonly origin?: DisableOrigin | undefined;
  /** Turns off what is protected as well. For the host's own code only, never for what a carrier asks. */
  readonly allowProtected?: boolean | undefined;
}
