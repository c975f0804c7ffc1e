import { boolean, int, oneOf, string, strings } from "./attribute.ts";
import type { Codec, Kind } from "./codec.ts";

export const SESSION_PHASES = ["started", "inventoried", "ended"] as const;
export type SessionPhase = (typeof SESSION_PHASES)[number];

export interface SessionDetails {
  readonly phase: SessionPhase;
  readonly mode?: string | undefined;
  readonly workspacePath?: string | undefined;
  readonly workspaceTrusted?: boolean | undefined;
  readonly inventory?: readonly string[] | undefined;
  readonly convertedFrom?: string | undefined;
  readonly schemaVersion?: string | undefined;
  readonly records?: number | undefined;
  readonly totalHooksVetoed?: number | undefined;
  readonly totalHooksFailed?: number | undefined;
  readonly totalSkillsSkipped?: number | undefined;
  readonly totalDisables?: number | undefined;
}

/** An emitter starts, has inventoried, or ends. */
export type SessionActivation = Kind<"session", SessionDetails>;

const SPAN_NAMES: Record<SessionPhase, string> = { started: "start_session", inventoried: "inventory_session", ended: "end_session" };

export const session: Codec<"session", SessionDetails> = {
  kind: "session",
  brief: "An emitter starts, has written all registrations of the listed kinds, or ends and says how much it wrote.",
  spanName: (a) => SPAN_NAMES[a.phase],
  fields: {
    phase: oneOf("activation.session.phase", SESSION_PHASES, "Which of the three this is."),
    mode: string("activation.session.mode", "How the agent is used: interactive, print …", "interactive"),
    workspacePath: string("activation.session.workspace.path", "The workspace.", "~/project"),
    workspaceTrusted: boolean("activation.session.workspace.trusted", "Whether the user trusts it.", true),
    inventory: strings(
      "activation.session.inventory",
      "The kinds whose registrations have all been written: an empty list of them is then known to be empty.",
      ["hook_registration", "skill"],
    ),
    convertedFrom: string("activation.session.converted_from", "What a converter or an inventory read.", "settings"),
    schemaVersion: string("activation.schema_version", "The version of these conventions.", "1"),
    records: int("activation.session.records", "At the end: the emitter's last sequence number.", 42),
    totalHooksVetoed: int("activation.session.total.hooks_vetoed", "At the end: dispatches that vetoed.", 3),
    totalHooksFailed: int("activation.session.total.hooks_failed", "At the end: dispatches that failed or timed out.", 0),
    totalSkillsSkipped: int("activation.session.total.skills_skipped", "At the end: skills skipped.", 1),
    totalDisables: int("activation.session.total.disables", "At the end: disables, refused ones too.", 0),
  },
  toAttributes: (a) => ({
    "activation.session.phase": a.phase,
    "activation.session.mode": a.mode,
    "activation.session.workspace.path": a.workspacePath,
    "activation.session.workspace.trusted": a.workspaceTrusted,
    "activation.session.inventory": a.inventory,
    "activation.session.converted_from": a.convertedFrom,
    "activation.schema_version": a.schemaVersion,
    "activation.session.records": a.records,
    "activation.session.total.hooks_vetoed": a.totalHooksVetoed,
    "activation.session.total.hooks_failed": a.totalHooksFailed,
    "activation.session.total.skills_skipped": a.totalSkillsSkipped,
    "activation.session.total.disables": a.totalDisables,
  }),
};
