import { oneOf } from "./attribute.ts";
import type { Codec, Kind } from "./codec.ts";
import { SKILL_TRIGGERS, type SkillTrigger } from "./skill.ts";

export interface SkillUseDetails {
  readonly trigger?: SkillTrigger | undefined;
}

/** A skill was invoked. */
export type SkillUseActivation = Kind<"skill_use", SkillUseDetails>;

export const skillUse: Codec<"skill_use", SkillUseDetails> = {
  kind: "skill_use",
  brief: "A skill was invoked.",
  spanName: (a) => (a.name === undefined ? "use_skill" : `use_skill ${a.name}`),
  fields: {
    trigger: oneOf("activation.skill.trigger", SKILL_TRIGGERS, "What brought it into play."),
  },
  toAttributes: (a) => ({
    "activation.skill.trigger": a.trigger,
    "gen_ai.skill.name": a.name,
    "gen_ai.skill.source.uri": a.sourcePath,
  }),
  aliases: ["gen_ai.skill.name", "gen_ai.skill.source.uri"],
};
