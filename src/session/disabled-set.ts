import type { DisableKind } from "../activation/disable.ts";
import { compilePattern, type Pattern } from "../activation/pattern.ts";
import { namesOf, type Surface } from "./surface.ts";

/** One thing to turn off: a kind and a name, or a pattern in which `*` stands for any characters. */
export interface DisableTarget {
  readonly kind: DisableKind;
  readonly name: string;
}

/** `kind.name`, as baggage and `activation.disabled_by` have it. */
export function itemOf(target: DisableTarget): string {
  return `${target.kind}.${target.name}`;
}

interface Entry extends DisableTarget {
  readonly item: string;
  readonly pattern: Pattern;
  /** The host allowed it, in the process, to reach what is protected. */
  readonly reachesProtected: boolean;
}

/**
 * The set of exact strings that are off in a session, in the order in which they were turned off. A surface is off
 * while any of them matches it; turning one on again removes that one string and nothing else.
 */
export class DisabledSet {
  readonly #entries = new Map<string, Entry>();
  /** The answer for a surface, until the set changes: a check runs on every dispatch. */
  #answers: WeakMap<Surface, string | false> | undefined;

  /** Whether the set is another than before. What reaches the protected once does so until it is deleted. */
  add(target: DisableTarget, reachesProtected = false): boolean {
    const item = itemOf(target);
    const known = this.#entries.get(item);
    if (known !== undefined && (known.reachesProtected || !reachesProtected)) return false;
    this.#entries.set(item, { kind: target.kind, name: target.name, item, pattern: compilePattern(target.name), reachesProtected });
    this.forget();
    return true;
  }

  /** Whether the string was in the set. */
  delete(target: DisableTarget): boolean {
    const removed = this.#entries.delete(itemOf(target));
    if (removed) this.forget();
    return removed;
  }

  has(target: DisableTarget): boolean {
    return this.#entries.has(itemOf(target));
  }

  /** Whether the string is in the set, and reaches what is protected. */
  reachesProtected(target: DisableTarget): boolean {
    return this.#entries.get(itemOf(target))?.reachesProtected === true;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** What is off, in the order in which it was turned off. */
  targets(): readonly DisableTarget[] {
    return Array.from(this.#entries.values(), ({ kind, name }) => ({ kind, name }));
  }

  /** Drops the answers that are kept: an owner has changed. */
  forget(): void {
    this.#answers = undefined;
  }

  /**
   * The string that turns the surface off, as `kind.name`; undefined while it is on.
   * @param owner the plugin of an MCP tool's server, for a tool that names none itself
   */
  match(surface: Surface, owner: (surface: Surface) => string | undefined): string | undefined {
    if (this.#entries.size === 0) return undefined;
    const answers = (this.#answers ??= new WeakMap());
    let answer = answers.get(surface);
    if (answer === undefined) {
      answer = this.#find(surface, owner(surface)) ?? false;
      answers.set(surface, answer);
    }
    return answer === false ? undefined : answer;
  }

  #find(surface: Surface, plugin: string | undefined): string | undefined {
    const names = namesOf(surface);
    for (const entry of this.#entries.values()) {
      if (surface.protected === true && !entry.reachesProtected) continue;
      if (reaches(entry.kind, entry.pattern, surface, names, plugin)) return entry.item;
    }
    return undefined;
  }
}

/** Whether a disable reaches the surface: by one of its own names, by its plugin, or by its server. */
export function reaches(
  kind: DisableKind,
  pattern: Pattern,
  surface: Surface,
  names: readonly string[] = namesOf(surface),
  plugin: string | undefined = surface.plugin,
): boolean {
  if (kind === surface.kind) return names.some((name) => pattern.matches(name));
  if (kind === "plugin") return plugin !== undefined && pattern.matches(plugin);
  return kind === "mcp_server" && surface.kind === "mcp_tool" && surface.server !== undefined && pattern.matches(surface.server);
}
