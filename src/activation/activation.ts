import { AttributeReader } from "./attribute-reader.ts";
import type { Attributes, WrittenAttributes } from "./attribute.ts";
import { readFields, type Codec, type Read } from "./codec.ts";
import { COMMON_FIELDS, commonAttributes } from "./common.ts";
import { diagnostic, type DiagnosticActivation } from "./diagnostic.ts";
import { disable, type DisableActivation } from "./disable.ts";
import { hookRegistration, type HookRegistrationActivation } from "./hook-registration.ts";
import { hook, type HookActivation } from "./hook.ts";
import { mcpServer, type McpServerActivation } from "./mcp-server.ts";
import { mcpTool, type McpToolActivation } from "./mcp-tool.ts";
import { mcpTrust, type McpTrustActivation } from "./mcp-trust.ts";
import { plugin, type PluginActivation } from "./plugin.ts";
import { policy, type PolicyActivation } from "./policy.ts";
import { run, type RunActivation } from "./run.ts";
import { session, type SessionActivation } from "./session.ts";
import { skillUse, type SkillUseActivation } from "./skill-use.ts";
import { skill, type SkillActivation } from "./skill.ts";
import { surface, type SurfaceActivation } from "./surface.ts";

/** The version of the conventions, as `start_session` writes it. */
export const SCHEMA_VERSION = "1";

/** The instrumentation scope of every span that this library writes. */
export const SCOPE_NAME = "extension-activation";

/** What makes a span an activation span, whatever its scope. */
export const KIND_ATTRIBUTE = "activation.kind";

/** A fact about one extension: one of the closed set of kinds. */
export type Activation =
  | SessionActivation
  | RunActivation
  | HookRegistrationActivation
  | HookActivation
  | SkillActivation
  | SkillUseActivation
  | PluginActivation
  | McpServerActivation
  | McpToolActivation
  | McpTrustActivation
  | PolicyActivation
  | SurfaceActivation
  | DiagnosticActivation
  | DisableActivation;

export type ActivationKind = Activation["kind"];

/** The activation of one kind. */
export type ActivationOf<K extends ActivationKind> = Extract<Activation, { readonly kind: K }>;

/** An activation whose kind a later version coined: kept, never dropped. */
export interface UnknownActivation extends Omit<Read<RunActivation>, "kind" | "phase"> {
  readonly kind: "unknown";
  readonly unknownKind: string;
}

/** What a reader finds. */
export type ReadActivation = Read<Activation> | UnknownActivation;

type Codecs = { readonly [K in ActivationKind]: Codec<K, any> };

/** The codec of every kind, in the order of the conventions. A new kind is a compile error here until it has one. */
export const CODECS: Codecs = {
  session,
  run,
  hook_registration: hookRegistration,
  hook,
  skill,
  skill_use: skillUse,
  plugin,
  mcp_server: mcpServer,
  mcp_tool: mcpTool,
  mcp_trust: mcpTrust,
  policy,
  surface,
  diagnostic,
  disable,
};

export const ACTIVATION_KINDS: readonly ActivationKind[] = Object.keys(CODECS) as ActivationKind[];

export function isActivationKind(kind: string): kind is ActivationKind {
  return Object.hasOwn(CODECS, kind);
}

/** The span's name for an activation. */
export function spanName(activation: Activation): string {
  return CODECS[activation.kind].spanName(activation);
}

/**
 * The span attributes of an activation, in two parts to be set one after the other: merging them into one
 * object costs as much as a span.
 */
export function toAttributes(activation: Activation): readonly [WrittenAttributes, WrittenAttributes] {
  return [commonAttributes(activation.kind, activation), CODECS[activation.kind].toAttributes(activation)];
}

/** An activation out of a span's attributes, with those that no field took; undefined where it is no activation span. */
export function fromAttributes(attributes: Attributes): { readonly activation: ReadActivation; readonly extra: Attributes } | undefined {
  const kind = attributes[KIND_ATTRIBUTE];
  if (typeof kind !== "string" || kind === "") return undefined;
  const reader = new AttributeReader(attributes);
  reader.skip(KIND_ATTRIBUTE);
  const common = readFields(reader, COMMON_FIELDS);
  if (!isActivationKind(kind)) return { activation: { ...common, kind: "unknown", unknownKind: kind }, extra: reader.rest() };
  const codec = CODECS[kind];
  const details = readFields(reader, codec.fields);
  if (codec.aliases !== undefined) reader.skip(...codec.aliases);
  return { activation: { ...common, ...details, kind } as ReadActivation, extra: reader.rest() };
}
