import type { ReportSource } from "../../report/report.ts";
import type { Limits } from "./limit.ts";
import { type Text, quiet, say } from "./page.ts";
import { count, digits, join } from "./words.ts";

/** So many are named one by one. Of a folder of a thousand files, what they come to says more. */
const FEW = 4;

/** What was read, and how much of it is an activation. */
export function sourcesRead(sources: readonly ReportSource[], limits: Limits): Text {
  const line = ({ name, spans, activation_spans }: Pick<ReportSource, "name" | "spans" | "activation_spans">): Text => {
    if (spans === 0) return say`${name}: no spans`;
    const are = activation_spans === 1 || spans === 1 ? "is an activation" : "are activations";
    return say`${name}: ${digits(activation_spans)} of ${count(spans, "span")} ${are}`;
  };
  if (areNamed(sources, limits)) return join(sources.map(line), "; ");
  const all = { name: count(sources.length, "source"), spans: sum(sources, "spans"), activation_spans: sum(sources, "activation_spans") };
  return say`${line(all)} ${quiet(NAMED_BY_ALL)}`;
}

/** The same of what was looked through in vain. */
export function sourcesSearched(sources: readonly Pick<ReportSource, "name" | "activation_spans">[], limits: Limits): Text {
  if (areNamed(sources, limits)) {
    return sources.map(({ name, activation_spans }) => `${name} (${count(activation_spans, "activation")})`).join(", ");
  }
  return say`${count(sources.length, "source")} with ${count(sum(sources, "activation_spans"), "activation")} ${quiet(NAMED_BY_ALL)}`;
}

const NAMED_BY_ALL = "(--all names them)";

function areNamed(sources: readonly unknown[], { all }: Limits): boolean {
  return all || sources.length <= FEW;
}

function sum<Field extends string>(sources: readonly Readonly<Record<Field, number>>[], field: Field): number {
  return sources.reduce((total, source) => total + source[field], 0);
}
