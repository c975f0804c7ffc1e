import { z } from "zod";
import type { SourceScope } from "../../activation/common.ts";
import { HostError } from "../host-error.ts";
import { problemsOf } from "../problems.ts";
import { readJson } from "../read-file.ts";
import { commandHook, hookDeclaration, type HookDeclaration } from "./declaration.ts";
import type { HookSpec } from "./hook.ts";

/** A settings file that declares hooks. */
export interface HookSettingsFile {
  readonly path: string;
  readonly scope: SourceScope;
}

const settingsShape: z.ZodType<{ readonly hooks: readonly HookDeclaration[] }> = z.object({
  hooks: z.array(hookDeclaration).max(1000).default([]),
});

/**
 * Reads the hooks that a settings file declares under `hooks`; what else the file holds is not looked at.
 * @param cwd where their commands run
 * @throws HostError with every problem of the file: a guard that cannot be read is no guard
 */
export async function readHookSettings({ path, scope }: HookSettingsFile, cwd: string | undefined): Promise<readonly HookSpec[]> {
  const json = await readJson(path);
  if (json === undefined) return [];
  const parsed = settingsShape.safeParse(json);
  if (!parsed.success) throw new HostError(`${path} cannot be used: ${problemsOf(parsed.error).join("; ")}`);
  return parsed.data.hooks.map((declaration) => {
    const spec = commandHook(declaration, { path, scope, via: "settings" }, cwd);
    if (spec === undefined) throw new HostError(`${path} cannot be used: hook ${declaration.name} has neither a command nor a shell line`);
    return spec;
  });
}
