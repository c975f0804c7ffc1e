import type { Backend } from "../open.ts";

/** Whether a backend can do something, and how, or what is done instead. */
export interface Capability {
  readonly able: boolean;
  readonly how: string;
}

/** What the backends differ in; `docs/backends.md` shows it as a table. */
export interface Capabilities {
  /** Finds the spans of a session by itself. */
  readonly session: Capability;
  /** Finds spans of a time by itself. */
  readonly time: Capability;
  /** Finds activations by itself, where no session is asked for. */
  readonly activations: Capability;
  /** Gives more than one answer holds, one page after the other. */
  readonly pages: Capability;
  /** Keeps a list as a list. */
  readonly lists: Capability;
  /** Keeps numbers and booleans what they are. */
  readonly types: Capability;
  /** Keeps times to the nanosecond. */
  readonly nanoseconds: Capability;
}

const yes = (how: string): Capability => ({ able: true, how });
const no = (how: string): Capability => ({ able: false, how });

export const CAPABILITIES: Readonly<Record<Backend, Capabilities>> = {
  jaeger: {
    session: yes("attribute search, service by service; API v3 before attributes: the older API finds, v3 gives"),
    time: yes("to the nanosecond (v3), to the microsecond (older API)"),
    activations: no("by equal values only: one search for each known kind"),
    pages: no("the time is halved while an answer is full"),
    lists: yes("with API v3, over memory, ClickHouse, Elasticsearch; else JSON text, which reads whole"),
    types: yes("typed tags"),
    nanoseconds: yes("with API v3; the older API has microseconds"),
  },
  tempo: {
    session: yes("TraceQL"),
    time: yes("whole seconds, at most 6 days at once; the rest is filtered here"),
    activations: yes("TraceQL: the attribute exists"),
    pages: no("the time is halved while a search is full"),
    lists: yes("OTLP"),
    types: yes("OTLP"),
    nanoseconds: yes("OTLP"),
  },
  clickhouse: {
    session: yes("SQL; with the tool calls of its traces"),
    time: yes("SQL, to the nanosecond"),
    activations: yes("SQL: the map has the key"),
    pages: yes("by time, trace and span; a broken answer goes on behind its last row"),
    lists: no("JSON text, which reads whole; lists with JSON columns"),
    types: no("all text, read as what the contract says; typed with JSON columns"),
    nanoseconds: yes("DateTime64(9)"),
  },
};
