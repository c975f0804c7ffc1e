import { boolean, oneOf, string, strings } from "./attribute.ts";
import type { Codec, Kind } from "./codec.ts";

export const SKILL_STATUSES = ["loaded", "skipped"] as const;
export type SkillStatus = (typeof SKILL_STATUSES)[number];

export const SKILL_TRIGGERS = ["eager", "explicit", "implicit", "context", "index_only"] as const;
export type SkillTrigger = (typeof SKILL_TRIGGERS)[number];

export interface SkillDetails {
  readonly status: SkillStatus;
  readonly sourceDir?: string | undefined;
  readonly listed?: boolean | undefined;
  readonly isolation?: string | undefined;
  readonly sandbox?: string | undefined;
  readonly routingReason?: string | undefined;
  readonly fallbackAvailable?: boolean | undefined;
  readonly warnings?: readonly string[] | undefined;
  readonly shadowedBy?: string | undefined;
  readonly shadows?: readonly string[] | undefined;
  readonly trigger?: SkillTrigger | undefined;
}

/** One candidate considered: loaded or skipped, and how it is routed. */
export type SkillActivation = Kind<"skill", SkillDetails>;

export const skill: Codec<"skill", SkillDetails> = {
  kind: "skill",
  brief: "One candidate considered: loaded or skipped, and how it is routed.",
  spanName: (a) => (a.name === undefined ? "load_skill" : `load_skill ${a.name}`),
  fields: {
    status: oneOf("activation.skill.status", SKILL_STATUSES, "Whether it was loaded."),
    sourceDir: string("activation.skill.source_dir", "The searched directory.", ".agents/skills"),
    listed: boolean("activation.skill.listed", "Whether the model can see it.", true),
    isolation: string(
      "activation.skill.isolation",
      "The isolation that its plan asks for: none, directory-snapshot, docker, wasm …",
      "directory-snapshot",
    ),
    sandbox: string("activation.skill.sandbox", "The sandbox that the router chose; it can differ from the plan.", "none"),
    routingReason: string("activation.skill.routing.reason", "Why the router chose it.", "the plan asks for it and it is available"),
    fallbackAvailable: boolean("activation.skill.routing.fallback_available", "Whether another route was there.", true),
    warnings: strings("activation.skill.warnings", "What is odd about it, though it could be considered.", ["unknown key: autor"]),
    shadowedBy: string("activation.skill.shadowed_by", "The file that took its name.", "~/.agents/skills/notes/SKILL.md"),
    shadows: strings("activation.skill.shadows", "The files whose name it took.", []),
    trigger: oneOf("activation.skill.trigger", SKILL_TRIGGERS, "What brings it into play."),
  },
  toAttributes: (a) => ({
    "activation.skill.status": a.status,
    "activation.skill.source_dir": a.sourceDir,
    "activation.skill.listed": a.listed,
    "activation.skill.isolation": a.isolation,
    "activation.skill.sandbox": a.sandbox,
    "activation.skill.routing.reason": a.routingReason,
    "activation.skill.routing.fallback_available": a.fallbackAvailable,
    "activation.skill.warnings": a.warnings,
    "activation.skill.shadowed_by": a.shadowedBy,
    "activation.skill.shadows": a.shadows,
    "activation.skill.trigger": a.trigger,
    "gen_ai.skill.name": a.name,
    "gen_ai.skill.source.uri": a.sourcePath,
  }),
  aliases: ["gen_ai.skill.name", "gen_ai.skill.source.uri"],
};
