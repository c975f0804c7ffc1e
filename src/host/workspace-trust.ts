import type { SourceScope } from "../activation/common.ts";
import type { ReasonCode } from "../activation/reason-code.ts";

/** Why nothing is taken from a workspace, as every fact of it says. */
export const UNTRUSTED: { readonly reason: string; readonly reasonCode: ReasonCode } = {
  reason: "the workspace is not trusted",
  reasonCode: "workspace_untrusted",
};

/** Whether what is declared in that scope comes from the workspace itself, and the workspace is not trusted. */
export function isWithheld(scope: SourceScope | undefined, workspace: { readonly trusted?: boolean | undefined }): boolean {
  return workspace.trusted === false && (scope === "project" || scope === "local");
}

/** Whether what is declared in that scope may be `protected`: nobody else may keep what the user turns off. */
export function mayProtect(scope: SourceScope): boolean {
  return scope === "managed" || scope === "builtin";
}
