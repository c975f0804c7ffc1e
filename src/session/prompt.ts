import { DISABLE_KINDS, type DisableKind } from "../activation/disable.ts";
import { nearNames } from "../activation/near-names.ts";
import type { DisableTarget } from "./disabled-set.ts";
import { mcpTarget } from "./target.ts";

/** What a line at a host's prompt asks for. */
export interface DisablePrompt extends DisableTarget {
  readonly action: "disable" | "enable";
}

/** A `/disable` or `/enable` that cannot be followed. The message is for the person at the prompt. */
export class PromptError extends Error {
  override readonly name = "PromptError";
}

const KINDS = ["hook", "skill", "plugin", "mcp"] as const;

/**
 * Reads a line at a host's prompt: `/disable hook guard`, `/enable mcp issues/create_issue`. The name is all that
 * follows the kind, spaces included, without quotation marks.
 * @returns undefined for a line that is neither `/disable` nor `/enable`
 * @throws {PromptError} for one whose kind or name is missing or not known
 */
export function parseDisablePrompt(line: string): DisablePrompt | undefined {
  const [, command, kind = "", name = ""] = /^\/(disable|enable)(?:\s+(\S+)(?:\s+(.+))?)?$/s.exec(line.trim()) ?? [];
  if (command !== "disable" && command !== "enable") return undefined;
  const target = targetOf(command, kind, name);
  return { action: command, ...target };
}

function targetOf(command: string, kind: string, name: string): DisableTarget {
  const usage = `/${command} hook|skill|plugin NAME, or /${command} mcp SERVER[/TOOL]`;
  if (kind === "") throw new PromptError(`say what to ${command}: ${usage}`);
  if (kind !== "mcp" && !isKind(kind)) {
    const [near] = nearNames(kind, KINDS);
    throw new PromptError(`there is no kind ${JSON.stringify(kind)}${near === undefined ? "" : `; did you mean ${near}?`} Write ${usage}`);
  }
  if (name === "") throw new PromptError(`say which ${kind.replace("_", " ")} to ${command}: ${usage}`);
  if (kind !== "mcp") return { kind, name };
  const target = mcpTarget(name);
  if (target === undefined)
    throw new PromptError(`${JSON.stringify(name)} is no server and no server/tool: write /${command} mcp SERVER[/TOOL]`);
  return target;
}

/** A report writes a kind as it is recorded, `mcp_tool`, and its words work here as well. */
function isKind(kind: string): kind is DisableKind {
  return (DISABLE_KINDS as readonly string[]).includes(kind);
}
