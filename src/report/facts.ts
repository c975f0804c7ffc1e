import type { ActivationReport, DisableRow, EvidenceRef, HookFiredRow, HookRow, McpToolRow, Question, RowTail } from "./report.ts";

/** What the findings are made of: the report without them, and what its rows rest on. All of it is of the one session. */
export interface Facts {
  /**
   * The whole session, or the whole run where one was asked for: what was asked by name (`--tool` …) is not yet applied,
   * so that a rule sees causes that the question left out. Findings on rows outside the question are taken away afterwards.
   */
  readonly report: Omit<ActivationReport, "findings">;
  /** The rows that the question selects; null where nothing was asked by name. Empty: nothing is recorded of what was asked. */
  readonly selected: ReadonlySet<object> | null;
  /** What was asked by name, or the session that was asked for, and of which nothing is recorded. */
  readonly unanswered: readonly Unanswered[];
  /** The kinds of which all registrations are in the input: what is not among them was never registered. */
  readonly inventoried: ReadonlySet<string>;
  /** In the report's order. */
  readonly toolCalls: readonly ToolCallFact[];
  readonly emitters: readonly EmitterFact[];
  /** How many records name what they are about by a placeholder, by the kind of that. */
  readonly withheldNames: ReadonlyMap<WithheldKind, number>;
  /** The spans that state whether the workspace is trusted, as the report's `session.workspace_trusted` has it. */
  readonly workspaceTrust: readonly EvidenceRef[];

  /** The spans that a row, a tool call, a vote or a diagnostic rests on; the first is the one that states it. */
  evidenceOf(fact: object): readonly EvidenceRef[];
  /** The place of a row, a tool call, a vote or a diagnostic in the report's order; 0 where it has none. */
  orderOf(fact: object): number;
  /** The dispatches that count as a hook's runs; of a group where only its candidates are known, too. */
  dispatchesOf(hook: HookRow): readonly HookFiredRow[];
  /** The registrations that a dispatch can have come from: none, one, or several that nothing tells apart. */
  registrationsOf(dispatch: HookFiredRow): readonly HookRow[];
  /**
   * The tool calls on which a hook is dispatched, as far as its matcher tells, while the row is in force; null where it does
   * not. Those of which only the number is known are the rest: the first `most` are given.
   */
  dueCalls(hook: HookRow, most: number): DueCalls | null;
  /** Whether a hook's matcher selects a tool; undefined where that cannot be told. */
  selects(hook: HookRow, tool: string): boolean | undefined;
  /** The calls counted for an MCP tool while the row was in force. */
  callsOf(tool: McpToolRow): readonly ToolCallFact[];
  /** What the facts after a disable say of it. */
  honouring(disable: DisableRow): Honouring;
  /** Whether a row is the last statement of its item (skills, plugins, hooks, MCP servers and tools). */
  isLast(row: object): boolean;
  /** Whether the span of a row lost attributes at a limit: what the row does not say can be among them. */
  attributesWereLost(row: object): boolean;
}

/** What an exporter can have withheld the names of. */
export type WithheldKind = "hook" | "skill" | "plugin" | "mcp_server" | "mcp_tool";

/** A part of a question to which no row answers. */
export interface Unanswered {
  readonly kind: Exclude<keyof Question, "run"> | "session";
  readonly name: string;
}

/** Tool calls that a hook should have been dispatched on. */
export interface DueCalls {
  readonly count: number;
  readonly first: readonly ToolCallFact[];
  /** The names of all tools that were called, in the order of their first calls. */
  readonly tools: readonly string[];
}

/** A tool call of the session. */
export interface ToolCallFact {
  readonly tool: string | null;
  readonly server: string | null;
  readonly tool_call_id: string | null;
  readonly agent: string | null;
  readonly run: string | null;
  readonly at: string | null;
  readonly error_type: string | null;
}

/** What one emitter said it wrote, against what was read of it. */
export interface EmitterFact {
  readonly emitter: string;
  /** Ranges of sequence numbers: "4-6", or "4" for one. */
  readonly missing: readonly string[];
  /** How many records are missing at least. */
  readonly missingCount: number;
  /** Records whose number cannot be read: each can have one of the missing numbers. */
  readonly unreadableCount: number;
  /** How many facts of a kind are among the missing, by the totals of its end; null where it states none. */
  readonly missingOfKind: MissingOfKind | null;
  /** Its end, else the last span read of it. */
  readonly evidence: readonly EvidenceRef[];
}

export interface MissingOfKind {
  readonly hooks_vetoed: number | null;
  readonly hooks_failed: number | null;
  readonly skills_skipped: number | null;
  readonly disables: number | null;
}

export const HONOURINGS = ["honoured", "lapsed", "not_honoured", "unknown"] as const;

/** `lapsed`: seen off first, active later; `not_honoured`: active or used, never seen off. */
export interface Honouring {
  readonly verdict: (typeof HONOURINGS)[number];
  /** The first row or tool call that shows the target active or used in spite of the disable; its evidence is at `evidenceOf`. */
  readonly against: RowTail | ToolCallFact | null;
}
