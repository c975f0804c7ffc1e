import type { Change, HookFiredRow } from "./report.ts";
import type { Sections } from "./sections/sections.ts";
import type { ToolCallFact } from "./facts.ts";

/** What a run shows of one item. */
interface Shown {
  /** In words, with counts. */
  text: string;
  /** The same without counts: how often something happened is no change of what it does. */
  readonly sense: string;
  readonly digest: string | null;
}

const NO_RECORD = "no record";

/** What differs between two runs, item by item; an item that only one of them records has "no record" in the other. */
export function changes(before: Sections, after: Sections, calls: readonly ToolCallFact[]): Change[] {
  const was = shownIn(before);
  const now = shownIn(after);
  const found: Change[] = [];
  for (const item of new Set([...was.keys(), ...now.keys()])) {
    const earlier = was.get(item);
    const later = now.get(item);
    const redefined = earlier !== undefined && later !== undefined && earlier.digest !== later.digest;
    if (earlier?.sense === later?.sense && !redefined) continue;
    found.push({
      item,
      was: earlier?.text ?? NO_RECORD,
      now: later?.text ?? NO_RECORD,
      note: redefined ? "its definition changed" : later === undefined ? calledAgain(before.hooks_fired, item, calls) : null,
    });
  }
  return found;
}

/** Whether the tools on which a hook ran were called again, without it. */
function calledAgain(fired: readonly HookFiredRow[] | null, item: string, calls: readonly ToolCallFact[]): string | null {
  const tools = new Set<string>();
  for (const row of fired ?? []) if (hookItem(row) === item && row.target_tool !== null) tools.add(row.target_tool);
  const again = calls.filter((call) => call.tool !== null && tools.has(call.tool)).length;
  return again === 0 ? null : `${[...tools].join(", ")} was called ${again} ${again === 1 ? "time" : "times"} in this run`;
}

function shownIn(sections: Sections): ReadonlyMap<string, Shown> {
  const shown = new Map<string, Shown>();
  const say = (item: string, text: string, digest: string | null): void => {
    const known = shown.get(item);
    const both = known === undefined ? text : known.sense.split(", ").includes(text) ? known.text : `${known.text}, ${text}`;
    shown.set(item, { text: both, sense: both, digest: digest ?? known?.digest ?? null });
  };
  for (const [item, hook] of hooksIn(sections)) shown.set(item, hook);
  for (const row of sections.skills ?? []) {
    const hidden = row.status === "loaded" && row.listed === false ? ", hidden from the model" : "";
    if (row.name !== null && row.status !== null)
      say(`skill:${row.name}`, withCode(row.status, row.status === "loaded" ? null : row.reason_code) + hidden, row.digest);
  }
  for (const row of sections.plugins ?? []) {
    if (row.name === null || row.status === null) continue;
    say(
      `plugin:${row.name}`,
      withCode(row.status + (row.version === null ? "" : ` ${row.version}`), row.status === "registered" ? null : row.reason_code),
      row.digest,
    );
    for (const command of row.registered.commands ?? []) say(`command:${command}`, `registered by ${row.name}`, null);
  }
  for (const row of sections.mcp_servers ?? []) {
    if (row.server !== null && row.status !== null)
      say(`mcp_server:${row.server}`, withCode(row.status, row.status === "connected" ? null : row.reason_code), row.digest);
  }
  for (const row of sections.mcp_tools ?? []) {
    if (row.tool === null || row.available === null) continue;
    const text = row.available ? "available" : withCode("not available", row.reason_code);
    say(row.server === null ? `tool:${row.tool}` : `mcp_tool:${row.server}/${row.tool}`, text, row.digest);
  }
  for (const row of sections.policies ?? []) {
    if (row.action !== null) say(`policy:${row.action}`, row.enforcement ?? row.outcome ?? "decided", null);
  }
  return shown;
}

function withCode(text: string, code: string | null): string {
  return code === null ? text : `${text} (${code})`;
}

interface HookDeeds {
  state: string | null;
  digest: string | null;
  readonly done: Map<string, number>;
  readonly skipped: Set<string>;
}

/** What every hook did, in words: its state where that is not active, what it did and how often, else why it was skipped. */
function hooksIn(sections: Sections): ReadonlyMap<string, Shown> {
  const hooks = new Map<string, HookDeeds>();
  const of = (item: string): HookDeeds => {
    let deeds = hooks.get(item);
    if (deeds === undefined) hooks.set(item, (deeds = { state: null, digest: null, done: new Map(), skipped: new Set() }));
    return deeds;
  };
  for (const row of sections.hooks ?? []) {
    const deeds = of(hookItem(row));
    deeds.state = row.state;
    deeds.digest = row.digest;
  }
  for (const row of sections.hooks_fired ?? []) {
    const { done } = of(hookItem(row));
    const deed =
      row.outcome === "failed" || row.outcome === "timed_out"
        ? `${row.decision ?? "ran"} and ${row.outcome.replace("_", " ")}`
        : (row.decision ?? "ran");
    done.set(deed, (done.get(deed) ?? 0) + 1);
  }
  for (const row of sections.hooks_skipped ?? []) of(hookItem(row)).skipped.add(withCode("skipped", row.reason_code));
  return new Map(
    Array.from(hooks, ([item, deeds]) => [item, { text: words(deeds, true), sense: words(deeds, false), digest: deeds.digest }]),
  );
}

function words({ state, done, skipped }: HookDeeds, counted: boolean): string {
  const parts = state === null || state === "active" ? [] : [state];
  for (const deed of [...done.keys()].sort()) parts.push(counted ? `${deed} ${done.get(deed)}` : deed);
  if (done.size === 0) parts.push(...[...skipped].sort());
  if (parts.length === 0) parts.push("registered, no dispatch recorded");
  return parts.join(", ");
}

function hookItem(row: {
  readonly hook_name: string | null;
  readonly hook_key: string | null;
  readonly event: string | null;
  readonly candidates?: readonly string[] | null;
}): string {
  return `hook:${row.hook_name ?? row.hook_key ?? row.candidates?.join(" | ") ?? row.event}`;
}
