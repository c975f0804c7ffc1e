import { boolean, int, oneOf, string } from "./attribute.ts";
import type { Codec, Kind } from "./codec.ts";

export const DISABLE_KINDS = ["hook", "skill", "plugin", "mcp_server", "mcp_tool"] as const;
export type DisableKind = (typeof DISABLE_KINDS)[number];

export const DISABLE_STATES = ["disabled", "enabled"] as const;
export type DisableState = (typeof DISABLE_STATES)[number];

export const DISABLE_ORIGINS = ["flag", "api", "environment", "baggage", "agent_setting"] as const;
export type DisableOrigin = (typeof DISABLE_ORIGINS)[number];

export interface DisableDetails {
  /** Absent where what was asked for is no kind of extension: then the change is refused. */
  readonly target?: DisableKind | undefined;
  readonly targetName: string;
  readonly state: DisableState;
  readonly accepted: boolean;
  readonly matched?: number | undefined;
  readonly origin?: DisableOrigin | undefined;
}

/** A session-scoped change: an extension is turned off or on again, or the change is refused. */
export type DisableActivation = Kind<"disable", DisableDetails>;

export const disable: Codec<"disable", DisableDetails> = {
  kind: "disable",
  brief: "A session-scoped change: an extension is turned off or on again, or the change is refused.",
  spanName: (a) => (a.state === "disabled" ? "disable_extension" : "enable_extension"),
  fields: {
    target: oneOf("activation.disable.kind", DISABLE_KINDS, "What kind of extension."),
    targetName: string(
      "activation.disable.name",
      "A name, or a pattern in which `*` stands for any characters; `name@plugin` for a hook or skill of one plugin; a tool is `tool` or `server/tool`.",
      "guard-*",
    ),
    state: oneOf("activation.disable.state", DISABLE_STATES, "Off, or on again."),
    accepted: boolean("activation.disable.accepted", "Whether the change took effect.", true),
    matched: int("activation.disable.matched", "How many extensions it matched.", 1),
    origin: oneOf("activation.disable.origin", DISABLE_ORIGINS, "Where it came from."),
  },
  toAttributes: (a) => ({
    "activation.disable.kind": a.target,
    "activation.disable.name": a.targetName,
    "activation.disable.state": a.state,
    "activation.disable.accepted": a.accepted,
    "activation.disable.matched": a.matched,
    "activation.disable.origin": a.origin,
  }),
};
