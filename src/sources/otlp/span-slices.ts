import { keyBefore } from "../json/key.ts";
import { SCAN_DEPTH, type JsonScanner } from "../json/scanner.ts";
import type { Window } from "../bytes/window.ts";
import { spanText, type SpanText } from "./span-text.ts";

/** What the parts of an OTLP/JSON document that matter are given to, as text. */
export interface SliceSink {
  /** One span that holds one of the scanner's names. */
  span(span: SpanText, scope: string): void;
  /** A list of `ResourceLogs`. */
  logs(text: string): void;
  /** Reports a part that could not be read. */
  invalid(): void;
}

/** What is open at a depth; from `span` on what is cut out. */
const ROLE = {
  other: 0,
  document: 1,
  resources: 2,
  resource: 3,
  scopes: 4,
  scope: 5,
  spans: 6,
  span: 7,
  scopeName: 8,
  oldScopeName: 9,
  logs: 10,
} as const;

const RESOURCES = new Set(["resourceSpans", "resource_spans"]);
const LOGS = new Set(["resourceLogs", "resource_logs"]);
const SCOPES = new Set(["scopeSpans", "scope_spans", "instrumentationLibrarySpans", "instrumentation_library_spans"]);
const SCOPE_BEFORE_0_15 = new Set(["instrumentationLibrary", "instrumentation_library"]);

/** Whether a document that begins with this key is one of traces. */
export function isTraceKey(key: string | undefined): boolean {
  return key !== undefined && RESOURCES.has(key);
}

/**
 * Follows an OTLP/JSON document by what a scanner reports of it, and cuts out the spans that matter: those in which one
 * of the scanner's names stands. Keys are read wherever they stand and however they are written, so that it gives what
 * parsing the whole would.
 */
export class SpanSlices {
  /** All spans of the document that have ended. */
  spans = 0;
  /** Nothing before this offset is needed any more. */
  keep: number;
  readonly #window: Window;
  readonly #scanner: JsonScanner;
  readonly #sink: SliceSink;
  readonly #roles = new Uint8Array(SCAN_DEPTH + 2);
  #start = 0;
  #named = false;
  #scope: string | undefined;
  #oldScope: string | undefined;
  #waiting: SpanText[] = [];

  constructor(window: Window, scanner: JsonScanner, sink: SliceSink, offset: number) {
    this.#window = window;
    this.#scanner = scanner;
    this.#sink = sink;
    this.#roles[1] = ROLE.document;
    this.keep = offset;
  }

  open(depth: number, offset: number): void {
    const role = this.#roleOf(depth, offset);
    this.#roles[depth] = role;
    switch (role) {
      case ROLE.scope:
        this.#scope = undefined;
        this.#oldScope = undefined;
        break;
      case ROLE.span:
        this.#named = false;
        this.#start = offset;
        break;
      case ROLE.scopeName:
      case ROLE.oldScopeName:
      case ROLE.logs:
        this.#start = offset;
        break;
      default:
    }
    this.keep = this.#isSlice(depth) ? this.#start : offset;
  }

  close(depth: number, offset: number): void {
    const role = this.#roles[depth]!;
    switch (role) {
      case ROLE.span:
        this.spans++;
        if (this.#named) this.#endSpan(offset);
        break;
      case ROLE.scopeName:
        this.#scope = this.#nameIn(offset);
        this.#flush();
        break;
      case ROLE.oldScopeName:
        this.#oldScope = this.#nameIn(offset);
        break;
      case ROLE.scope:
        this.#flush();
        break;
      case ROLE.logs:
        this.#sink.logs(this.#text(offset));
        break;
      default:
    }
    this.#roles[depth] = ROLE.other;
    this.keep = this.#isSlice(depth - 1) ? this.#start : offset;
  }

  /** Objects of the level of spans have ended in which no name stands. */
  passed(count: number, last: number): void {
    if (this.#roles[SCAN_DEPTH - 1] === ROLE.spans) this.spans += count;
    this.keep = this.#isSlice(SCAN_DEPTH - 1) ? this.#start : last;
  }

  /** One of the scanner's names stands in what is open. */
  name(): void {
    this.#named = true;
  }

  /** The document ends, also where it is cut off: gives what still waits for the name of its scope. */
  end(): void {
    this.#flush();
  }

  #roleOf(depth: number, offset: number): number {
    const isList = this.#window.byte(offset) === 0x5b;
    switch (this.#roles[depth - 1]!) {
      case ROLE.document: {
        const key = isList ? this.#key(offset) : undefined;
        if (isTraceKey(key)) return ROLE.resources;
        return key !== undefined && LOGS.has(key) ? ROLE.logs : ROLE.other;
      }
      case ROLE.resources:
        return isList ? ROLE.other : ROLE.resource;
      case ROLE.resource:
        return isList && SCOPES.has(this.#key(offset) ?? "") ? ROLE.scopes : ROLE.other;
      case ROLE.scopes:
        return isList ? ROLE.other : ROLE.scope;
      case ROLE.scope: {
        const key = this.#key(offset);
        if (isList) return key === "spans" ? ROLE.spans : ROLE.other;
        if (key === "scope") return ROLE.scopeName;
        return key !== undefined && SCOPE_BEFORE_0_15.has(key) ? ROLE.oldScopeName : ROLE.other;
      }
      case ROLE.spans:
        return isList ? ROLE.other : ROLE.span;
      default:
        return ROLE.other;
    }
  }

  /** Whether at this depth or above something is open that will be cut out. */
  #isSlice(depth: number): boolean {
    for (let outer = depth; outer > 1; outer--) if (this.#roles[outer]! >= ROLE.span) return true;
    return false;
  }

  #key(offset: number): string | undefined {
    return keyBefore(this.#window, offset, this.keep + 1);
  }

  #text(last: number): string {
    return this.#window.text(this.#start, last + 1);
  }

  #endSpan(last: number): void {
    const span = spanText(this.#window, this.#scanner, this.#start, last + 1);
    if (this.#scope === undefined) this.#waiting.push(span);
    else this.#sink.span(span, this.#scope);
  }

  #nameIn(last: number): string {
    try {
      const name = (JSON.parse(this.#text(last)) as { readonly name?: unknown }).name;
      return typeof name === "string" ? name : "";
    } catch {
      this.#sink.invalid();
      return "";
    }
  }

  #flush(): void {
    const scope = this.#scope ?? this.#oldScope ?? "";
    for (const span of this.#waiting) this.#sink.span(span, scope);
    this.#waiting = [];
  }
}
