import { oneOf, strings } from "./attribute.ts";
import type { Codec, Kind } from "./codec.ts";

export const SURFACE_PHASES = ["seal", "harvest"] as const;
export type SurfacePhase = (typeof SURFACE_PHASES)[number];

export const SURFACE_STATUSES = ["sealed", "refused", "harvested"] as const;
export type SurfaceStatus = (typeof SURFACE_STATUSES)[number];

export interface SurfaceDetails {
  readonly phase: SurfacePhase;
  readonly status: SurfaceStatus;
  readonly extensions?: readonly string[] | undefined;
  readonly tools?: readonly string[] | undefined;
}

/** The set of extensions is sealed, or its tools are harvested. */
export type SurfaceActivation = Kind<"surface", SurfaceDetails>;

export const surface: Codec<"surface", SurfaceDetails> = {
  kind: "surface",
  brief: "The set of extensions is sealed, or its tools are harvested; its children are the diagnostics.",
  spanName: (a) => (a.phase === "seal" ? "seal_extensions" : "harvest_extensions"),
  fields: {
    phase: oneOf("activation.surface.phase", SURFACE_PHASES, "Which of the two this is."),
    status: oneOf("activation.surface.status", SURFACE_STATUSES, "What came of it."),
    extensions: strings("activation.surface.extensions", "The extensions.", ["files-kit"]),
    tools: strings("activation.surface.tools", "The tools.", ["read", "write"]),
  },
  toAttributes: (a) => ({
    "activation.surface.phase": a.phase,
    "activation.surface.status": a.status,
    "activation.surface.extensions": a.extensions,
    "activation.surface.tools": a.tools,
  }),
};
