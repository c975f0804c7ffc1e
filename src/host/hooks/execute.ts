import { context as contextApi, type Context } from "@opentelemetry/api";
import type { HookVerdict } from "../../emit/verdict.ts";
import { changedArguments, frozenArguments, type ToolArguments } from "../arguments.ts";
import { errorTypeOf, messageOf } from "../host-error.ts";
import { inTime } from "../in-time.ts";
import { CommandFailure, CommandVeto } from "./command.ts";
import { HookCall, isVeto, vetoReason, type HookAnswer, type HookInput } from "./hook.ts";
import type { RegisteredHook } from "./registered-hook.ts";

/** What one hook came to: the verdict for the record, and the arguments to go on with. */
export interface Executed {
  readonly verdict: HookVerdict;
  readonly arguments: ToolArguments;
}

/** Runs one hook in a context, for as long as it may take; at once where its function is done at once. Never throws. */
export function executeHook(hook: RegisteredHook, input: HookInput, selected: string, context: Context): Executed | Promise<Executed> {
  const call = new HookCall();
  try {
    const result = contextApi.with(context, hook.handler, undefined, input, call);
    return isPromise(result) ? awaited(hook, input, selected, result, call) : answered(hook, input, selected, result ?? undefined);
  } catch (error) {
    return { verdict: judgeError(hook, error), arguments: input.arguments };
  }
}

async function awaited(
  hook: RegisteredHook,
  input: HookInput,
  selected: string,
  result: PromiseLike<unknown>,
  call: HookCall,
): Promise<Executed> {
  try {
    return answered(hook, input, selected, (await withinTime(hook.timeoutMs, result, call)) as HookAnswer | undefined);
  } catch (error) {
    return { verdict: judgeError(hook, error), arguments: input.arguments };
  }
}

function answered(hook: RegisteredHook, input: HookInput, selected: string, answer: HookAnswer | undefined): Executed {
  if (answer?.arguments === undefined || hook.spec.event !== "PreToolUse") return completed(input, selected);
  const changed = frozenArguments(answer.arguments);
  const mutated = changedArguments(input.arguments, changed);
  if (mutated.length === 0) return completed(input, selected);
  return { verdict: { decision: "ran", outcome: "mutated", reason: selected, mutated }, arguments: changed };
}

function completed(input: HookInput, reason: string): Executed {
  return { verdict: { decision: "ran", outcome: "completed", reason }, arguments: input.arguments };
}

class TimedOut extends Error {}

async function withinTime(timeoutMs: number, result: PromiseLike<unknown>, call: HookCall): Promise<unknown> {
  const late = (): Error => {
    const error = new TimedOut(`it took longer than ${timeoutMs} ms`);
    call.abort(error);
    return error;
  };
  return (await inTime(timeoutMs, result, late)) ?? undefined;
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined)?.then === "function";
}

/** Whatever was thrown: to ask what it is can throw as well, at any question, where it is a proxy or has getters. */
function judgeError(hook: RegisteredHook, thrown: unknown): HookVerdict {
  try {
    return judge(hook, thrown);
  } catch {
    return judge(hook, new Error("it threw what cannot be read"));
  }
}

/** A veto, a crash, and a hook that ran out of time are three things. */
function judge(hook: RegisteredHook, error: unknown): HookVerdict {
  const { event } = hook.spec;
  if (isVeto(error)) {
    const reason = vetoReason(error);
    const exitCode = error instanceof CommandVeto ? error.exitCode : undefined;
    if (canObject(event)) return { decision: "vetoed", outcome: "completed", reason: reason === "" ? undefined : reason, exitCode };
    const said = reason === undefined ? "" : `: ${reason}`;
    return { decision: "ran", outcome: "failed", errorType: "veto_not_possible", reason: `${event} cannot be blocked${said}`, exitCode };
  }
  const decision = hook.failsClosed ? "vetoed" : "ran";
  if (error instanceof TimedOut) return { decision, outcome: "timed_out", errorType: "timeout", reason: error.message };
  if (error instanceof CommandFailure) {
    return { decision, outcome: "failed", errorType: error.errorType, reason: error.message, exitCode: error.exitCode };
  }
  return { decision, outcome: "failed", errorType: errorTypeOf(error), reason: messageOf(error) };
}

/** A PostToolUse hook can still object: the action has happened, its result is not taken as good. */
function canObject(event: string): boolean {
  return event !== "SessionStart" && event !== "SessionEnd";
}
