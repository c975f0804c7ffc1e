import type { Common } from "../activation/common.ts";
import type { DisableKind } from "../activation/disable.ts";
import type { FactOf } from "./fact.ts";
import { knownName } from "./known-name.ts";
import { shellWord } from "./shell-word.ts";
import { itemKey } from "./statements.ts";
import type { Timeline } from "./timeline.ts";

/** How to turn something off for the session, or why there is no way. */
export interface DisableHint {
  readonly disable: string | null;
  readonly note: string | null;
}

const FLAGS: Readonly<Record<DisableKind, string>> = {
  hook: "--disable-hook",
  skill: "--disable-skill",
  plugin: "--disable-plugin",
  mcp_server: "--disable-mcp",
  mcp_tool: "--disable-mcp",
};

/** What is said of the thing that a hint is asked for: an activation says it, or what it leaves out is filled in. */
type Hinted = Pick<Common, "name" | "plugin" | "protected" | "nameRedacted" | "disabledBy"> & { readonly server?: string | undefined };

/** Who has one name: the places in which it is declared, by plugin. */
class OwnersOfName {
  size: number = 0;
  readonly #places = new Map<string | undefined, Set<string>>();

  add(plugin: string | undefined, place: string): this {
    const known = this.#places.get(plugin);
    if (known?.has(place) === true) return this;
    this.size += 1;
    if (known === undefined) this.#places.set(plugin, new Set([place]));
    else known.add(place);
    return this;
  }

  ofPlugin(plugin: string): number {
    return this.#places.get(plugin)?.size ?? 0;
  }
}

/**
 * What no page shows as itself (controls, direction marks, what has no width, odd spaces): of a name with it, the words that a
 * reader sees would turn off another. Behind an emoji its variation selector is no such thing.
 */
const UNSHOWN = /(?!(?<=\p{Extended_Pictographic})\ufe0f)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?![ \u3000])\p{Zs}/u;

/** The exact words that turn a thing off for the session, or the reason why there are none. */
export class DisableHints {
  /** The owners of every hook and skill name: a name alone turns off all that have it. A skill that was skipped is off already. */
  readonly #owners: ReadonlyMap<string, OwnersOfName>;

  constructor(timeline: Timeline) {
    const owners = new Map<string, OwnersOfName>();
    const say = (kind: DisableKind, fact: FactOf<"hook" | "hook_registration" | "skill" | "skill_use">, place: string): void => {
      const { plugin } = fact.activation;
      const name = knownName(fact.activation);
      if (name === undefined) return;
      const key = itemKey(kind, name);
      const known = owners.get(key);
      if (known === undefined) owners.set(key, new OwnersOfName().add(plugin, place));
      else known.add(plugin, place);
    };
    const registered = new Set<string>();
    for (const fact of timeline.of("hook_registration")) {
      registered.add(knownName(fact.activation) ?? "");
      say("hook", fact, fact.activation.sourcePath ?? "");
    }
    for (const fact of timeline.of("hook"))
      if (!registered.has(knownName(fact.activation) ?? "")) say("hook", fact, fact.activation.sourcePath ?? "");
    for (const fact of timeline.of("skill")) if (fact.activation.status !== "skipped") say("skill", fact, fact.activation.sourcePath ?? "");
    this.#owners = owners;
  }

  /** @param inactive what keeps it from being active, where something does */
  of(kind: DisableKind, hinted: Hinted, inactive?: string): DisableHint {
    const { name, plugin, server, disabledBy } = hinted;
    if (name === undefined || name === "") return none("its name is not recorded");
    if (hinted.nameRedacted === true) return none("its name was withheld by an exporter");
    if (disabledBy !== undefined) return none(`already off for this session; ${turnOn(disabledBy)}`);
    if (inactive !== undefined) return none(`off already: ${inactive}`);
    if (hinted.protected === true) return none("protected: no session disable reaches it");
    if (kind === "mcp_tool" && server === undefined) {
      return plugin === undefined
        ? none("one of the agent's own tools, not an extension")
        : this.#words("plugin", { name: plugin }, plugin);
    }
    return this.#words(kind, hinted, name);
  }

  #words(kind: DisableKind, { plugin, server }: Hinted, name: string): DisableHint {
    if (UNSHOWN.test(`${name} ${plugin ?? ""} ${server ?? ""}`)) return none("its name has characters that do not show");
    if (name.includes("*")) return none("its name has a `*`, which in a disable stands for any characters");
    const target = this.#target(kind, name, plugin, server);
    if (target === undefined) return none(`not separable: ${FLAGS[kind]} ${shellWord(name)} also turns off others of that name`);
    return { disable: flag(kind, target), note: null };
  }

  /** `name`, or `name@plugin` where others share the name; undefined where even that means several. */
  #target(kind: DisableKind, name: string, plugin: string | undefined, server: string | undefined): string | undefined {
    if (kind === "mcp_tool") return `${server}/${name}`;
    if (kind !== "hook" && kind !== "skill") return name;
    const owners = this.#owners.get(itemKey(kind, name));
    if (owners === undefined || owners.size <= 1) return name;
    if (plugin === undefined) return undefined;
    return owners.ofPlugin(plugin) <= 1 ? `${name}@${plugin}` : undefined;
  }
}

export function none(note: string): DisableHint {
  return { disable: null, note };
}

/** How to take a disable back, given as `kind.name`. */
export function turnOn(item: string): string {
  const at = item.indexOf(".");
  const kind = item.slice(0, at);
  const name = item.slice(at + 1);
  if (!isDisableKind(kind)) return `the disable is ${item}`;
  return `to turn it on again: /enable ${kind} ${name}, or ${startWithout(item)}`;
}

/** The other way to take a disable back: the option to leave out. undefined where the item is none of ours. */
export function startWithout(item: string): string | undefined {
  const at = item.indexOf(".");
  const kind = item.slice(0, at);
  return isDisableKind(kind) ? `start without ${flag(kind, item.slice(at + 1))}` : undefined;
}

function isDisableKind(kind: string): kind is DisableKind {
  return Object.hasOwn(FLAGS, kind);
}

/** A word that begins with a hyphen would be read as an option of its own. */
function flag(kind: DisableKind, target: string): string {
  return `${FLAGS[kind]}${target.startsWith("-") ? "=" : " "}${shellWord(target)}`;
}
