import { boolean, oneOf } from "./attribute.ts";
import type { Codec, Kind } from "./codec.ts";

export const DIAGNOSTIC_SEVERITIES = ["ERROR", "WARNING"] as const;
export type DiagnosticSeverity = (typeof DIAGNOSTIC_SEVERITIES)[number];

export interface DiagnosticDetails {
  readonly severity: DiagnosticSeverity;
  readonly refusal: boolean;
}

/** One refusal or diagnostic of a surface, the child of its span; the detail is the reason. */
export type DiagnosticActivation = Kind<"diagnostic", DiagnosticDetails>;

export const diagnostic: Codec<"diagnostic", DiagnosticDetails> = {
  kind: "diagnostic",
  brief: "One refusal or diagnostic of a surface, the child of its span; the name is the extension, the detail is the reason.",
  spanName: () => "report_diagnostic",
  fields: {
    severity: oneOf("activation.diagnostic.severity", DIAGNOSTIC_SEVERITIES, "How bad it is."),
    refusal: boolean("activation.diagnostic.refusal", "Whether the extension was refused because of it.", false),
  },
  toAttributes: (a) => ({
    "activation.diagnostic.severity": a.severity,
    "activation.diagnostic.refusal": a.refusal,
  }),
};
