import { oneOf } from "./attribute.ts";
import type { Codec, Kind } from "./codec.ts";

export const RUN_PHASES = ["started", "ended"] as const;
export type RunPhase = (typeof RUN_PHASES)[number];

export interface RunDetails {
  readonly phase: RunPhase;
}

/** One invocation of the root agent begins or ends. */
export type RunActivation = Kind<"run", RunDetails>;

export const run: Codec<"run", RunDetails> = {
  kind: "run",
  brief: "One invocation of the root agent, one prompt to its end, begins or ends.",
  spanName: (a) => (a.phase === "started" ? "start_run" : "end_run"),
  fields: {
    phase: oneOf("activation.run.phase", RUN_PHASES, "Which of the two this is."),
  },
  toAttributes: (a) => ({ "activation.run.phase": a.phase }),
};
