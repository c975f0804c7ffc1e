import type { ActivationRecord } from "../activation/record.ts";
import type { ReportBuilder } from "./builder.ts";
import type { Question, ReportSource, ReportWarning } from "./report.ts";

/** What a report is asked for, and what its reader knows of the input. */
export interface ReportOptions {
  /** The session to report on; else the one whose last fact is the newest. */
  readonly session?: string | undefined;
  /** What is asked for by name, and the run. */
  readonly question?: Partial<Question> | undefined;
  /** Keep the newest run, and compare it with the one before it. */
  readonly sinceLastRun?: boolean | undefined;
  /** Where to look for an earlier session to compare with, when the input has none: the journal. */
  readonly baseline?: ReportBuilder | undefined;
  /** The sources as they were read; the builder counts their activation spans by the source's name. */
  readonly sources?: readonly Omit<ReportSource, "activation_spans">[] | undefined;
  /** What the sources warned of. */
  readonly warnings?:
    | readonly {
        readonly code: string;
        readonly message: string;
        readonly source?: string | null | undefined;
        readonly position?: string | null | undefined;
      }[]
    | undefined;
  /** A record was lost on the way: cut off, not readable, or in an answer that was partial. */
  readonly lostRecords?: boolean | undefined;
  /** The sources left out what was not asked for, so that the rest of the session can be missing. */
  readonly filtered?: boolean | undefined;
  /** A source could not be opened, or nothing of it could be read: the rest of the session can be in it. */
  readonly unreadSources?: boolean | undefined;
}

/** A session of the library, as far as a report needs it. */
export interface SessionLike {
  readonly id: string;
  /** What its ring buffer holds. */
  records(): Iterable<ActivationRecord>;
  /** How many records the ring buffer has let go. */
  readonly evicted: number;
}

export function questionOf(asked: Partial<Question> | undefined): Question {
  return {
    tool: asked?.tool ?? null,
    skill: asked?.skill ?? null,
    hook: asked?.hook ?? null,
    plugin: asked?.plugin ?? null,
    mcp: asked?.mcp ?? null,
    command: asked?.command ?? null,
    run: asked?.run ?? null,
  };
}

export function warningsOf(given: ReportOptions["warnings"]): ReportWarning[] {
  return (given ?? []).map(({ code, message, source, position }) => ({
    code,
    message,
    source: source ?? null,
    position: position ?? null,
  }));
}
