import { isWithheld, UNTRUSTED } from "../workspace-trust.ts";
import { needsCode } from "./code.ts";
import type { Plugin, PluginFault } from "./plugin.ts";

/**
 * Why a plugin whose manifest was read is not admitted; undefined where it is. The first rule that is against it decides.
 * @param owner the plugin that has the name already
 */
export function whyNotAdmitted(
  { name, scope, manifest }: Plugin,
  owner: Plugin | undefined,
  workspace: { readonly trusted?: boolean | undefined },
  disabled: readonly string[],
): PluginFault | undefined {
  if (owner !== undefined) {
    return { status: "refused", reason: `${owner.manifestPath} has the name ${name}`, reasonCode: "name_claimed" };
  }
  if (isWithheld(scope, workspace)) return { status: "refused", ...UNTRUSTED };
  if (disabled.includes(name)) {
    return { status: "disabled", reason: "turned off in the host's settings", reasonCode: "disabled_by_setting" };
  }
  if (manifest === undefined || manifest.main !== undefined) return undefined;
  const needed = Object.entries(needsCode(manifest)).filter(([, names]) => names.length > 0);
  if (needed.length === 0) return undefined;
  const what = needed.map(([part, names]) => `the ${part} ${names.join(", ")}`).join(" and ");
  return {
    status: "failed",
    stage: "manifest",
    reason: `${what} need code, and it names no main`,
    reasonCode: "invalid_manifest",
    errorType: "invalid_manifest",
  };
}
