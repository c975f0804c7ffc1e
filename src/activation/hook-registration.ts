import { boolean, oneOf, string } from "./attribute.ts";
import type { Codec, Kind } from "./codec.ts";

export const MATCHER_SYNTAXES = ["all", "exact", "list", "glob", "regex"] as const;
export type MatcherSyntax = (typeof MATCHER_SYNTAXES)[number];

export const HOOK_STATES = ["active", "disabled", "suppressed", "untrusted", "modified", "shadowed", "failed"] as const;
export type HookState = (typeof HOOK_STATES)[number];

export interface HookRegistrationDetails {
  readonly event: string;
  readonly state: HookState;
  readonly matcher?: string | undefined;
  readonly matcherSyntax?: MatcherSyntax | undefined;
  readonly command?: string | undefined;
  readonly registeredVia?: string | undefined;
  readonly key?: string | undefined;
  readonly canBlock?: boolean | undefined;
}

/** A hook is known, and whether it is active. */
export type HookRegistrationActivation = Kind<"hook_registration", HookRegistrationDetails>;

export const hookRegistration: Codec<"hook_registration", HookRegistrationDetails> = {
  kind: "hook_registration",
  brief: "A hook is known, and whether it is active.",
  spanName: (a) => (a.name === undefined ? "register_hook" : `register_hook ${a.name}`),
  fields: {
    event: string("activation.hook.event", "The event that it listens to.", "PreToolUse"),
    state: oneOf("activation.state", HOOK_STATES, "Whether it can run, or what keeps it from it."),
    matcher: string("activation.hook.matcher", "What selects it.", "Write|Edit"),
    matcherSyntax: oneOf("activation.hook.matcher_syntax", MATCHER_SYNTAXES, "How the matcher is to be read."),
    command: string("activation.hook.command", "The command that it runs, without arguments that hold secrets.", "./guard.sh"),
    registeredVia: string("activation.hook.registered_via", "The route: settings, manifest, default_path, frontmatter, api …", "settings"),
    key: string("activation.hook.key", "A stable id where hooks have no name of their own.", ".agent/settings.json:PreToolUse:0:0"),
    canBlock: boolean(
      "activation.hook.can_block",
      "Whether it can block the action, where that differs from the rule of its event.",
      false,
    ),
  },
  toAttributes: (a) => ({
    "activation.hook.event": a.event,
    "activation.state": a.state,
    "activation.hook.matcher": a.matcher,
    "activation.hook.matcher_syntax": a.matcherSyntax,
    "activation.hook.command": a.command,
    "activation.hook.registered_via": a.registeredVia,
    "activation.hook.key": a.key,
    "activation.hook.can_block": a.canBlock,
  }),
};
