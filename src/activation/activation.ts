import { readAs } from "./attribute-reader.ts";
import type { AnyValue, Attributes, Field, FieldType, WrittenAttributes } from "./attribute.ts";
import type { Codec, Read } from "./codec.ts";
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

/** An activation whose kind a later version coined, or which is no text: kept, never dropped. */
export interface UnknownActivation extends Omit<Read<RunActivation>, "kind" | "phase"> {
  readonly kind: "unknown";
  /** The kind as it was written; undefined where it is no text, or an empty one: then it is among the attributes that no field took. */
  readonly unknownKind: string | undefined;
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

function isActivationKind(kind: string): kind is ActivationKind {
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
  const stated = attributes[KIND_ATTRIBUTE];
  if (stated === undefined) return undefined;
  const kind = typeof stated === "string" && stated !== "" ? stated : undefined;
  const known = kind !== undefined && isActivationKind(kind);
  const activation: Record<string, unknown> = known ? { kind } : { kind: "unknown", unknownKind: kind };
  let extra: Record<string, AnyValue> | undefined;
  if (kind === undefined) (extra = Object.create(null) as Record<string, AnyValue>)[KIND_ATTRIBUTE] = stated;
  const table = known ? tableOf(kind) : COMMON_TABLE;
  // One pass over what is there: a span has a dozen attributes, a kind has up to fifty fields.
  for (const name in attributes) {
    const value = attributes[name];
    const field = table.get(name);
    if (value === undefined || field === null) continue;
    const read = field === undefined ? undefined : readAs(field.type, value);
    if (read === undefined) (extra ??= Object.create(null) as Record<string, AnyValue>)[name] = value;
    else activation[(field as TableField).property] = read;
  }
  return { activation: activation as unknown as ReadActivation, extra: extra ?? NOTHING };
}

/** Whether an attribute is a field of facts of this kind. */
export function isField(kind: ReadActivation["kind"], attribute: string): boolean {
  return (kind === "unknown" ? COMMON_TABLE : tableOf(kind)).has(attribute);
}

const NOTHING: Attributes = Object.freeze(Object.create(null) as Record<string, AnyValue>);

interface TableField {
  readonly property: string;
  readonly type: FieldType;
}

/** What to do with an attribute: the property that it is read into; null where it only repeats another. */
type FieldTable = ReadonlyMap<string, TableField | null>;

const COMMON_TABLE: FieldTable = tableFrom(COMMON_FIELDS, {}, []);
const TABLES = new Map<ActivationKind, FieldTable>();

function tableOf(kind: ActivationKind): FieldTable {
  let table = TABLES.get(kind);
  if (table === undefined) TABLES.set(kind, (table = tableFrom(COMMON_FIELDS, CODECS[kind].fields, CODECS[kind].aliases ?? [])));
  return table;
}

function tableFrom(
  common: Readonly<Record<string, Field>>,
  details: Readonly<Record<string, Field>>,
  aliases: readonly string[],
): FieldTable {
  const table = new Map<string, TableField | null>([[KIND_ATTRIBUTE, null]]);
  for (const [property, field] of [...Object.entries(common), ...Object.entries(details)]) {
    table.set(field.attribute, { property, type: field.type });
  }
  for (const alias of aliases) table.set(alias, null);
  return table;
}
