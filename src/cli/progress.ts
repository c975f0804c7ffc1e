import { bytes } from "../views/page/bytes.ts";
import type { Terminal } from "./terminal.ts";

/** Where a source stands; `total` where it is known. */
export interface Position {
  readonly source: string;
  readonly done: number;
  readonly total: number | undefined;
}

/** Work that is done sooner shows nothing. */
const SILENT_MS = 1000;
const REDRAW_MS = 100;

/** A line on stderr, where somebody watches it, about work that takes long. */
export function progressOf(terminal: Terminal): { at(position: Position): void; end(): void } {
  if (!terminal.watched) return { at: () => {}, end: () => {} };
  let next = performance.now() + SILENT_MS;
  return {
    at({ source, done, total }) {
      const now = performance.now();
      if (now < next) return;
      next = now + REDRAW_MS;
      terminal.status(`reading ${short(source)}: ${bytes(done)}${total === undefined ? "" : ` of ${bytes(total)}`}`);
    },
    end: () => terminal.status(""),
  };
}

/** The end of a name tells more than its start. */
function short(name: string): string {
  return name.length > 40 ? `…${name.slice(-39)}` : name;
}
