import type { Finding } from "../report/report.ts";
import type { View } from "./view.ts";
import { visible } from "./visible.ts";

/** What a gate found, as annotations need it. */
export interface Annotations {
  readonly failed: readonly Finding[];
  readonly passed: readonly Finding[];
}

/** Workflow commands of GitHub Actions: what failed as errors, the rest by its severity. */
export const github: View<Annotations> = {
  *render({ failed, passed }) {
    for (const finding of failed) yield command("error", finding);
    for (const finding of passed) yield command(finding.severity === "info" ? "notice" : "warning", finding);
  },
};

function command(level: "error" | "warning" | "notice", { code, subject, message }: Finding): string {
  return `::${level} title=${property(`${code}: ${subject}`)}::${data(message)}\n`;
}

/** The runner's own escapes; a line break was made visible before, so that a message cannot begin a command. */
function data(text: string): string {
  return visible(text).replaceAll("%", "%25");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
