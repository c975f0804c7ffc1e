import type { Command } from "commander";
import type { DisableKind } from "../activation/disable.ts";
import type { DisableChange } from "./change.ts";
import type { DisableTarget } from "./disabled-set.ts";
import type { Session } from "./session.ts";
import { mcpTarget } from "./target.ts";

/** What the options hold once they are parsed, beside a program's own. */
export interface DisableFlags {
  readonly disableHook?: readonly string[] | undefined;
  readonly disableSkill?: readonly string[] | undefined;
  readonly disablePlugin?: readonly string[] | undefined;
  readonly disableMcp?: readonly string[] | undefined;
}

const ADVICE = "* stands for any characters; repeatable";

/**
 * Gives a commander program the options `--disable-hook`, `--disable-skill`, `--disable-plugin` and `--disable-mcp`,
 * each of which can be given several times.
 * @example applyDisableOptions(session, addDisableOptions(program).parse().opts())
 */
export function addDisableOptions<C extends Pick<Command, "option">>(command: C): C {
  command.option("--disable-hook <name>", `turn a hook off for this session (${ADVICE})`, collect);
  command.option("--disable-skill <name>", "turn a skill off for this session", collect);
  command.option("--disable-plugin <name>", "turn a plugin off for this session, with all that it registered", collect);
  command.option("--disable-mcp <server[/tool]>", "turn an MCP server off for this session, or one of its tools", collectMcp);
  return command;
}

/**
 * Turns off in a session what the options ask for.
 * @returns what came of each; before `session.settle()` nothing is known yet, and that returns it
 */
export function applyDisableOptions(session: Session, flags: DisableFlags): readonly DisableChange[] {
  return targetsOf(flags)
    .map((target) => session.disable(target, { origin: "flag" }))
    .filter((change) => change !== undefined);
}

function targetsOf(flags: DisableFlags): readonly DisableTarget[] {
  const named = (kind: DisableKind, names: readonly string[] = []): DisableTarget[] => names.map((name) => ({ kind, name }));
  return [
    ...named("hook", flags.disableHook),
    ...named("skill", flags.disableSkill),
    ...named("plugin", flags.disablePlugin),
    ...(flags.disableMcp ?? []).map(mcpTarget).filter((target) => target !== undefined),
  ];
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  if (value === "") throw new InvalidArgument("It is empty; give a name, or * for all.");
  return [...before, value];
}

function collectMcp(value: string, before: readonly string[] = []): readonly string[] {
  if (mcpTarget(value) === undefined) throw new InvalidArgument("Give a server, or server/tool.");
  return [...before, value];
}

/** Commander tells such an error by its code, as a usage error: so nothing of it has to be loaded here. */
class InvalidArgument extends Error {
  readonly code = "commander.invalidArgument";
}
