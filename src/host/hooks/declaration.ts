import { z } from "zod";
import { MATCHER_SYNTAXES, type MatcherSyntax } from "../../activation/hook-registration.ts";
import { FAIL_MODES, HOOK_EVENTS, type FailMode, type HookEvent } from "../../activation/hook.ts";
import { extensionName } from "../name.ts";
import type { HookSource, HookSpec } from "./hook.ts";

/** A hook as a settings file or a plugin's manifest declares it. */
export interface HookDeclaration {
  readonly name: string;
  readonly event: HookEvent;
  readonly matcher?: string | undefined;
  readonly matcherSyntax?: MatcherSyntax | undefined;
  /** A program and its arguments. */
  readonly command?: readonly string[] | undefined;
  /** A line for the shell, in place of a command. */
  readonly shell?: string | undefined;
  readonly failMode?: FailMode | undefined;
  readonly timeoutMs?: number | undefined;
  readonly protected?: boolean | undefined;
}

export const hookDeclaration: z.ZodType<HookDeclaration> = z
  .strictObject({
    name: extensionName,
    event: z.enum(HOOK_EVENTS),
    matcher: z.string().max(1000).optional(),
    matcherSyntax: z.enum(MATCHER_SYNTAXES).optional(),
    command: z.array(z.string().min(1)).min(1).optional(),
    shell: z.string().min(1).optional(),
    failMode: z.enum(FAIL_MODES).optional(),
    timeoutMs: z.int().positive().max(3_600_000).optional(),
    protected: z.boolean().optional(),
  })
  .refine(({ command, shell }) => command === undefined || shell === undefined, "has a command and a shell line; keep one");

/** The hook that a declaration with a command describes; undefined where it names none, and code has to bring the function. */
export function commandHook(declaration: HookDeclaration, source: HookSource, cwd: string | undefined): HookSpec | undefined {
  const { command, shell, ...rest } = declaration;
  if (shell !== undefined) return { ...rest, run: { shell, cwd }, source };
  if (command !== undefined) return { ...rest, run: { command: command as [string, ...string[]], cwd }, source };
  return undefined;
}
