import { boolean, int, oneOf, string, strings } from "./attribute.ts";
import type { Codec, Kind } from "./codec.ts";
import { MATCHER_SYNTAXES, type MatcherSyntax } from "./hook-registration.ts";

/** This hook's word on the action, whatever another hook then said. */
export const HOOK_DECISIONS = ["ran", "vetoed", "asked", "skipped"] as const;
export type HookDecision = (typeof HOOK_DECISIONS)[number];

/** What became of the hook; absent when skipped, and when it cannot be told. */
export const HOOK_OUTCOMES = ["completed", "mutated", "failed", "timed_out", "cancelled"] as const;
export type HookOutcome = (typeof HOOK_OUTCOMES)[number];

/** What the host does when the hook fails. */
export const FAIL_MODES = ["open", "closed"] as const;
export type FailMode = (typeof FAIL_MODES)[number];

/** The events that this library's own host dispatches. Other agents' further events keep their own names. */
export const HOOK_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PreCompact",
  "Stop",
  "SubagentStop",
  "SessionEnd",
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** Events whose hooks can block the action, unless a hook says otherwise of itself. */
export const BLOCKING_EVENTS: ReadonlySet<string> = new Set<HookEvent>([
  "PreToolUse",
  "UserPromptSubmit",
  "PreCompact",
  "Stop",
  "SubagentStop",
]);

export interface HookDetails {
  readonly event: HookEvent | (string & {});
  readonly decision: HookDecision;
  readonly outcome?: HookOutcome | undefined;
  readonly failMode?: FailMode | undefined;
  readonly key?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly attempt?: number | undefined;
  readonly matcher?: string | undefined;
  readonly matcherSyntax?: MatcherSyntax | undefined;
  readonly registeredVia?: string | undefined;
  readonly canBlock?: boolean | undefined;
  readonly candidates?: readonly string[] | undefined;
  readonly mutated?: readonly string[] | undefined;
  readonly toolName?: string | undefined;
  readonly toolCallId?: string | undefined;
  readonly exitCode?: number | undefined;
}

/** One dispatch of one hook. */
export type HookActivation = Kind<"hook", HookDetails>;

export const hook: Codec<"hook", HookDetails> = {
  kind: "hook",
  brief: "One dispatch of one hook.",
  spanName: (a) => (a.name === undefined ? "execute_hook" : `execute_hook ${a.name}`),
  fields: {
    event: string(
      "activation.hook.event",
      "The event: SessionStart, UserPromptSubmit, PreToolUse, PostToolUse, PreCompact, Stop, SubagentStop, SessionEnd, or another agent's own.",
      "PreToolUse",
    ),
    decision: oneOf(
      "activation.hook.decision",
      HOOK_DECISIONS,
      "This hook's word on the action: it let it go on, blocked it, wants somebody asked, or did not execute.",
    ),
    outcome: oneOf("activation.hook.outcome", HOOK_OUTCOMES, "What became of the hook; absent when skipped, and when it cannot be told."),
    failMode: oneOf("activation.hook.fail_mode", FAIL_MODES, "What the host does when the hook fails."),
    key: string("activation.hook.key", "A stable id where hooks have no name of their own.", ".agent/settings.json:PreToolUse:0:0"),
    timeoutMs: int("activation.hook.timeout_ms", "The limit it had, in milliseconds.", 5000),
    attempt: int("activation.hook.attempt", "1, 2 … where a host tries again.", 1),
    matcher: string("activation.hook.matcher", "The matcher that selected or missed.", "shell.*"),
    matcherSyntax: oneOf("activation.hook.matcher_syntax", MATCHER_SYNTAXES, "How the matcher is to be read."),
    registeredVia: string("activation.hook.registered_via", "The route by which this registration came.", "settings"),
    canBlock: boolean(
      "activation.hook.can_block",
      "Whether it can block the action, where that differs from the rule of its event.",
      false,
    ),
    candidates: strings("activation.hook.candidates", "Where only a group is known, its members.", ["audit", "guard"]),
    mutated: strings("activation.hook.mutated", "Names of the arguments added, removed or changed; never their values.", ["path"]),
    toolName: string("activation.tool.name", "The target, under the name that the model sees.", "shell.exec"),
    toolCallId: string("activation.tool.call_id", "The call's `gen_ai.tool.call.id`.", "call_1"),
    exitCode: int("process.exit.code", "The exit code of a command hook (OpenTelemetry's).", 2),
  },
  toAttributes: (a) => ({
    "activation.hook.event": a.event,
    "activation.hook.decision": a.decision,
    "activation.hook.outcome": a.outcome,
    "activation.hook.fail_mode": a.failMode,
    "activation.hook.key": a.key,
    "activation.hook.timeout_ms": a.timeoutMs,
    "activation.hook.attempt": a.attempt,
    "activation.hook.matcher": a.matcher,
    "activation.hook.matcher_syntax": a.matcherSyntax,
    "activation.hook.registered_via": a.registeredVia,
    "activation.hook.can_block": a.canBlock,
    "activation.hook.candidates": a.candidates,
    "activation.hook.mutated": a.mutated,
    "activation.tool.name": a.toolName,
    "activation.tool.call_id": a.toolCallId,
    "process.exit.code": a.exitCode,
  }),
};
