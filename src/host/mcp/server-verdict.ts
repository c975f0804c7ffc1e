import { isWithheld, UNTRUSTED } from "../workspace-trust.ts";
import { configDigest } from "./connection.ts";
import { isStdio, type DeclaredServer, type ServerState } from "./server.ts";
import type { ServerTrust } from "./trust.ts";
import { isPast } from "./verdict.ts";

/** Why a server is not to be started, as its state; undefined where it may. The first rule that is against it decides. `now` in milliseconds. */
export function whyBlocked(
  { config, scope }: DeclaredServer,
  trust: ServerTrust | undefined,
  workspace: { readonly trusted?: boolean | undefined },
  now: number,
): ServerState | undefined {
  if (config.disabled === true) {
    return { status: "disabled", reason: "turned off where it is declared", reasonCode: "disabled_by_setting" };
  }
  // Also a server that the trust file names: the workspace says what is started under its name.
  if (isWithheld(scope, workspace)) return { status: "blocked", ...UNTRUSTED };
  if (!isStdio(config)) {
    return {
      status: "failed",
      reason: "this host reaches servers over stdio only; declare it with a command",
      reasonCode: "connect_failed",
      errorType: "unsupported_transport",
    };
  }
  if (trust === undefined) {
    return { status: "blocked", reason: "nobody has said that it is trusted, so it was not started", reasonCode: "server_untrusted" };
  }
  if (isPast(trust.expires, now)) {
    return { status: "blocked", reason: `the trust in it expired ${trust.expires}`, reasonCode: "trust_expired" };
  }
  if (trust.definition !== undefined && trust.definition !== configDigest(config)) {
    return { status: "blocked", reason: "it is started in another way than when it was trusted", reasonCode: "modified_since_trusted" };
  }
  return undefined;
}

/** Why a server that answered is connected, as a sentence. */
export function whyConnected({ plugin }: DeclaredServer): string {
  const origin = plugin === undefined ? "declared in the host's configuration" : `declared by the plugin ${plugin}`;
  return `${origin}, and trusted`;
}
