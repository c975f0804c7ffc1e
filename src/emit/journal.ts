import { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import type { ReadableSpan, Span, SpanProcessor } from "@opentelemetry/sdk-trace-node";
import { closeSync, fstatSync, openSync, writeSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { makeFolder } from "./make-folder.ts";
import type { Warn } from "./warn.ts";
import { clearTimeout, setTimeout } from "./real-time.ts";

/** Records wait this long, or until so many are there, and are then written together. */
const BATCH_MS = 50;
const BATCH_SIZE = 64;

/** Beyond this size a file gets only what must not be lost: what fills a journal must not leave a veto without room. */
export const JOURNAL_FILE_LIMIT: number = 64 * 1024 * 1024;

/** How much that may be. */
const RESERVE = 8 * 1024 * 1024;

const NEWLINE = Buffer.from("\n");

/** One listener for all journals of the process: a server has a session a request, and Node.js warns of the eleventh listener. */
const open = new Set<() => void>();
const writeAll = (): void => {
  for (const write of open) write();
};

/**
 * Writes every span to one file as OTLP/JSON lines, the form of the Collector's file exporter.
 *
 * Vetoes, failed guards, refused disables and failed provenance are written before the call that recorded them
 * returns; the rest in small batches. A write is one `write(2)` of whole lines, so that whatever kills the process
 * leaves at most one torn line at the end. Trouble with the disk is one warning, and the journal stops. A file that somebody
 * deletes meanwhile is begun anew: what was in it is gone, and its numbers are seen to be missing.
 */
export class JournalProcessor implements SpanProcessor {
  readonly path: string;
  readonly #warn: Warn;
  #file: number | undefined;
  #stopped = false;
  #ended = false;
  #full = false;
  #size = 0;
  #waiting: ReadableSpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #atExit = (): void => this.#write();

  constructor(path: string, warn: Warn) {
    // Whoever changes the folder of the process later moves no journal.
    this.path = resolve(path);
    this.#warn = warn;
    if (open.size === 0) process.once("exit", writeAll);
    open.add(this.#atExit);
  }

  onStart(_span: Span): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#stopped) {
      if (this.#ended) this.#warn("after_end", `what is recorded after the session's end is not in the journal ${this.path}; end it last`);
      return;
    }
    if (this.#full && !isKept(span)) return;
    this.#waiting.push(span);
    if (this.#waiting.length >= BATCH_SIZE || isUrgent(span)) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), BATCH_MS).unref();
  }

  async forceFlush(): Promise<void> {
    this.#write();
  }

  async shutdown(): Promise<void> {
    this.#write();
    this.#ended = !this.#stopped;
    this.#stop();
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0 || this.#stopped) return;
    const spans = this.#waiting;
    this.#waiting = [];
    try {
      const line = this.#lineOf(spans);
      if (line === undefined) return;
      if (this.#file !== undefined && fstatSync(this.#file).nlink === 0) this.#beginAnew(this.#file);
      this.#file ??= this.#open();
      writeWhole(this.#file, line);
      this.#size += line.length;
    } catch (error) {
      this.#stop();
      const cause = error instanceof Error ? error.message : String(error);
      this.#warn(
        "journal_failed",
        `the journal ${this.path} cannot be written (${cause}); set ACTIVATION_JOURNAL to another folder, or to "off"`,
      );
    }
  }

  /** As much of the spans as there is room for; undefined where that is nothing. */
  #lineOf(spans: ReadableSpan[]): Buffer | undefined {
    if (spans.length === 0) return undefined;
    const body = JsonTraceSerializer.serializeRequest(spans);
    const room = (this.#full ? JOURNAL_FILE_LIMIT + RESERVE : JOURNAL_FILE_LIMIT) - this.#size - NEWLINE.length;
    if (body === undefined || body.length <= room) return body && Buffer.concat([body, NEWLINE]);
    if (this.#full) {
      this.#stop();
      this.#warn("journal_closed", `the journal ${this.path} has no room for vetoes either; nothing that follows is in it`);
      return undefined;
    }
    this.#full = true;
    const left = "of what follows only vetoes, failures and the end are in it";
    this.#warn("journal_full", `the journal ${this.path} has reached ${JOURNAL_FILE_LIMIT} bytes; ${left}`);
    return this.#lineOf(spans.filter(isKept));
  }

  #open(): number {
    makeFolder(dirname(this.path));
    return openSync(this.path, "ax", 0o600);
  }

  #beginAnew(deleted: number): void {
    this.#file = undefined;
    this.#size = 0;
    this.#full = false;
    this.#warn("journal_deleted", `the journal ${this.path} was deleted while it was written; it begins anew, and what it held is lost`);
    closeSync(deleted);
  }

  #stop(): void {
    this.#stopped = true;
    this.#waiting = [];
    clearTimeout(this.#timer);
    open.delete(this.#atExit);
    if (open.size === 0) process.removeListener("exit", writeAll);
    if (this.#file === undefined) return;
    try {
      closeSync(this.#file);
    } catch {
      // The file is gone or the disk is full: there is nothing left to save, and nobody to tell but the warning already given.
    }
    this.#file = undefined;
  }
}

/** Writes all of it: a signal or a nearly full disk can make `write(2)` stop short. */
function writeWhole(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
}

/** What must survive a crash that follows at once. */
function isUrgent({ attributes }: ReadableSpan): boolean {
  return (
    attributes["activation.hook.decision"] === "vetoed" ||
    attributes["error.type"] !== undefined ||
    attributes["activation.hook.outcome"] === "timed_out" ||
    attributes["activation.disable.accepted"] === false ||
    attributes["activation.policy.enforcement"] === "deny" ||
    attributes["activation.provenance.verified"] === false ||
    attributes["activation.session.phase"] === "started"
  );
}

/** What is written also where the file is full: with the end come the totals, by which a reader sees what is missing. */
function isKept(span: ReadableSpan): boolean {
  return isUrgent(span) || span.attributes["activation.session.phase"] === "ended";
}
