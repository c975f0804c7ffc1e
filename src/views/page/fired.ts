import type { ActivationReport, HookFiredRow } from "../../report/report.ts";
import { grouped } from "./group.ts";
import { type Limits, NAMES, items } from "./limit.ts";
import { type Item, type Section, type Text, type Tone, name, say } from "./page.ts";
import { detail, details, named, ofAgent, reason } from "./row.ts";
import { unrecorded } from "./unrecorded.ts";
import { count, digits, join, names } from "./words.ts";

/** Why did it fire: what every hook that ran did, the most serious first. */
export function fired(report: ActivationReport, limits: Limits): Section {
  const title = "Why did it fire?";
  const rows = report.hooks_fired;
  if (rows === null || rows.length === 0) return unrecorded(report, title, "hooks_fired", "no hook fired");
  const groups = limits.all
    ? rows.map((row): readonly [HookFiredRow] => [row])
    : grouped(rows, (row) => [
        row.hook_name,
        row.hook_key,
        row.candidates,
        row.event,
        row.target_tool,
        row.decision,
        row.outcome,
        row.reason,
        row.reason_code,
        row.agent,
        row.source?.path,
        row.plugin,
      ]);
  const byWeight = groups.toSorted((a, b) => WEIGHTS.indexOf(what(a[0]).tone) - WEIGHTS.indexOf(what(b[0]).tone));
  return {
    title,
    lead: lead(rows),
    blocks: [
      items(
        byWeight.map((group) => () => item(group, report, limits)),
        limits,
      ),
    ],
  };
}

const WEIGHTS: readonly Tone[] = ["bad", "warn", "good", "quiet"];

function lead(rows: readonly HookFiredRow[]): Text {
  const counts = new Map<string, { readonly tone: Tone; number: number }>();
  for (const row of rows) {
    const { mark, tone } = what(row);
    const count = counts.get(mark) ?? { tone, number: 0 };
    counts.set(mark, count);
    count.number += 1;
  }
  const order = [...counts].toSorted(([, a], [, b]) => WEIGHTS.indexOf(a.tone) - WEIGHTS.indexOf(b.tone));
  return `${count(rows.length, "dispatch", "dispatches")}: ${order.map(([mark, { number }]) => `${digits(number)} ${mark}`).join(", ")}`;
}

function item([row, ...more]: readonly [HookFiredRow, ...HookFiredRow[]], report: ActivationReport, limits: Limits): Item {
  return {
    ...what(row),
    text: say`${who(row)}${on(row)}${ofAgent(row, report.session?.agent ?? null)}${more.length === 0 ? "" : ` (${more.length + 1} times)`}: ${why(row)}${then(row)}`,
    details: [...[detail("command", row.command ?? "")].filter((each) => each !== undefined), ...details(row, limits)],
  };
}

/** What became of it, in a word. A broken hook is not a decision, and is told apart. */
function what({ decision, outcome }: HookFiredRow): Pick<Item, "mark" | "tone"> {
  if (outcome === "failed") return { mark: "failed", tone: "bad" };
  if (outcome === "timed_out") return { mark: "timed out", tone: "bad" };
  if (decision === "vetoed") return { mark: "vetoed", tone: "bad" };
  if (decision === "ran") return outcome === "cancelled" ? { mark: "cancelled", tone: "warn" } : { mark: "ran", tone: "good" };
  return { mark: decision ?? "unknown", tone: "warn" };
}

function who(row: HookFiredRow): Text {
  if (row.candidates !== null && row.hook_name === null) return say`one of ${names(row.candidates, NAMES)}`;
  return [named(row.hook_name ?? row.hook_key, "a hook without a name")];
}

function on(row: HookFiredRow): Text {
  if (row.target_tool === null) return row.event === null ? "" : ` at ${row.event}`;
  return say` on ${name(row.target_tool)}${row.event === null ? "" : ` (${row.event})`}`;
}

function why(row: HookFiredRow): Text {
  if (row.reason === null && row.reason_code === "matched" && row.matcher !== null) return say`its matcher ${name(row.matcher)} selects it`;
  return reason(row);
}

/** What followed from it, where that is not in the mark. */
function then(row: HookFiredRow): Text {
  const parts: Text[] = [];
  if (row.outcome === "failed" || row.outcome === "timed_out") {
    if (row.decision === "vetoed") parts.push("the action was blocked because of it");
    if (row.decision === "ran") parts.push("the action went on");
  }
  if (row.mutated !== null && row.mutated.length > 0) parts.push(say`it changed ${names(row.mutated, NAMES)}`);
  return parts.length === 0 ? "" : say`; ${join(parts, "; ")}`;
}
