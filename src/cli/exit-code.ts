/** The exit codes of `explain`. Only this folder knows them. */
export const EXIT = {
  /** Answered, also where a source could be read only in part. */
  answered: 0,
  /** `check` found something to fail on. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** Readable, and nothing recorded: for what was asked, or at all. */
  nothingRecorded: 3,
  /** A source cannot be opened, or nothing of it can be read. */
  unreadable: 4,
  /** A fault of ours (`EX_SOFTWARE` of sysexits.h). */
  internal: 70,
  /** The answer could not be written: a full disk, a device that fails (`EX_IOERR` of sysexits.h). */
  unwritable: 74,
  /** Stopped with Ctrl-C: 128 + SIGINT. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT] | (number & {});
