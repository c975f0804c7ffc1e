import type { HookFiredRow, HookRow, HookSkippedRow, RowTail } from "./report.ts";
import type { Sections } from "./sections/sections.ts";

/** What a run shows of one item. */
export interface Shown {
  /** In words, with counts. */
  readonly text: string;
  /** The same without counts: how often something happened is no change of what it does. */
  readonly sense: string;
  /** What it is, by what that is called: its digest, its matcher … What is not recorded is not in it. */
  readonly definition: ReadonlyMap<Aspect, ReadonlySet<string>>;
}

/** A part of a definition. */
export type Aspect = "definition" | "matcher" | "command" | "file";

/** What a run shows, item by item, in the order in which the sections have them. */
export function shownIn(all: Sections): ReadonlyMap<string, Shown> {
  const sections = withNames(all);
  const shown = new Map<string, Item>();
  const of = (item: string): Item => {
    let known = shown.get(item);
    if (known === undefined) shown.set(item, (known = new Item()));
    return known;
  };
  showHooks(sections, of);
  showSkills(sections, of);
  for (const row of sections.plugins ?? []) {
    if (row.name === null || row.status === null) continue;
    const status = row.status + (row.version === null ? "" : ` ${row.version}`);
    of(`plugin:${row.name}`)
      .say(withCode(status, row.status === "registered" ? null : row.reason_code))
      .is("definition", row.digest);
    for (const command of row.registered.commands ?? []) of(`command:${command}`).say(`registered by ${row.name}`);
  }
  for (const row of sections.mcp_servers ?? []) {
    if (row.server === null || row.status === null) continue;
    of(`mcp_server:${row.server}`)
      .say(withCode(row.status, row.status === "connected" ? null : row.reason_code))
      .is("definition", row.digest);
  }
  for (const row of sections.mcp_tools ?? []) {
    if (row.tool === null || row.available === null) continue;
    of(row.server === null ? `tool:${row.tool}` : `mcp_tool:${row.server}/${row.tool}`)
      .say(row.available ? "available" : withCode("not available", row.reason_code))
      .is("definition", row.digest);
  }
  for (const row of sections.policies ?? []) {
    if (row.action !== null) of(`policy:${row.action}`).say(row.enforcement ?? row.outcome ?? "decided");
  }
  return new Map(Array.from(shown, ([item, said]) => [item, said.shown()]));
}

/** Without the rows whose name an exporter withheld: its placeholder is the name of nothing. */
function withNames(sections: Sections): Sections {
  const named = <Row extends RowTail>(rows: readonly Row[] | null): readonly Row[] =>
    (rows ?? []).filter((row) => row.name_redacted !== true);
  const { hooks, hooks_fired, hooks_skipped, skills, plugins, mcp_servers, mcp_tools } = sections;
  return {
    ...sections,
    hooks: named(hooks),
    hooks_fired: named(hooks_fired),
    hooks_skipped: named(hooks_skipped),
    skills: named(skills),
    plugins: named(plugins),
    mcp_servers: named(mcp_servers),
    mcp_tools: named(mcp_tools),
  };
}

/** An item as its rows tell of it; in which order they stand plays no part. */
class Item {
  readonly #said = new Set<string>();
  readonly #deeds = new Map<string, number>();
  readonly #skips = new Set<string>();
  readonly #definition = new Map<Aspect, Set<string>>();
  #registered = false;

  /** A state or a verdict. */
  say(text: string): this {
    this.#said.add(text);
    return this;
  }

  /** Something that happened, and how often. */
  did(deed: string, times = 1): this {
    this.#deeds.set(deed, (this.#deeds.get(deed) ?? 0) + times);
    return this;
  }

  skipped(text: string): this {
    this.#skips.add(text);
    return this;
  }

  /** That it is there, and can act. */
  registered(): this {
    this.#registered = true;
    return this;
  }

  is(aspect: Aspect, value: string | null): this {
    if (value === null) return this;
    const known = this.#definition.get(aspect);
    if (known === undefined) this.#definition.set(aspect, new Set([value]));
    else known.add(value);
    return this;
  }

  shown(): Shown {
    return { text: this.#words(true), sense: this.#words(false), definition: this.#definition };
  }

  #words(counted: boolean): string {
    const parts = [...this.#said].sort();
    for (const deed of [...this.#deeds.keys()].sort()) parts.push(counted ? `${deed} ${this.#deeds.get(deed)}` : deed);
    // Why it was skipped is told where it did nothing; that it also missed other tools is no change.
    if (this.#deeds.size === 0) parts.push(...[...this.#skips].sort());
    if (parts.length === 0 && this.#registered) parts.push("registered, no dispatch recorded");
    return parts.join(", ");
  }
}

type ItemOf = (item: string) => Item;

/** Every hook: its states where they are not active, what it did and how often, else why it was skipped. */
function showHooks(sections: Sections, of: ItemOf): void {
  for (const row of sections.hooks ?? []) {
    const item = of(hookItem(row)).registered();
    if (row.state !== null && row.state !== "active") item.say(row.state);
    item
      .is("definition", row.digest)
      .is("matcher", row.matcher)
      .is("command", row.command)
      .is("file", row.source?.path ?? null);
  }
  for (const row of sections.hooks_fired ?? []) {
    const broke = row.outcome === "failed" || row.outcome === "timed_out" ? ` and ${row.outcome.replace("_", " ")}` : "";
    of(hookItem(row)).did((row.decision ?? "ran") + broke);
  }
  for (const row of sections.hooks_skipped ?? []) of(hookItem(row)).skipped(withCode("skipped", row.reason_code));
}

function showSkills(sections: Sections, of: ItemOf): void {
  for (const row of sections.skills ?? []) {
    if (row.name === null) continue;
    const item = of(`skill:${row.name}`);
    const hidden = row.status === "loaded" && row.listed === false ? ", hidden from the model" : "";
    if (row.status !== null) item.say(withCode(row.status, row.status === "loaded" ? null : row.reason_code) + hidden);
    if (row.uses > 0) item.did("used", row.uses);
    item.is("definition", row.digest).is("file", row.path);
  }
}

/** What a hook is called by, where it has no name. */
export function hookItem(row: HookRow | HookFiredRow | HookSkippedRow): string {
  const candidates = "candidates" in row ? row.candidates : null;
  const command = "command" in row ? row.command : null;
  return `hook:${row.hook_name ?? row.hook_key ?? candidates?.join(" | ") ?? command ?? row.event}`;
}

function withCode(text: string, code: string | null): string {
  return code === null ? text : `${text} (${code})`;
}
