import type { DisableKind } from "../activation/disable.ts";
import { compilePattern, type Pattern } from "./pattern.ts";
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
  #answers = new WeakMap<Surface, string | false>();

  add(target: DisableTarget, reachesProtected = false): void {
    const item = itemOf(target);
    this.#entries.set(item, { ...target, item, pattern: compilePattern(target.name), reachesProtected });
    this.#answers = new WeakMap();
  }

  /** Whether the string was in the set. */
  delete(target: DisableTarget): boolean {
    const removed = this.#entries.delete(itemOf(target));
    if (removed) this.#answers = new WeakMap();
    return removed;
  }

  has(target: DisableTarget): boolean {
    return this.#entries.has(itemOf(target));
  }

  get size(): number {
    return this.#entries.size;
  }

  /** What is off, in the order in which it was turned off. */
  targets(): readonly DisableTarget[] {
    return Array.from(this.#entries.values(), ({ kind, name }) => ({ kind, name }));
  }

  /** The string that turns the surface off, as `kind.name`; undefined while it is on. */
  match(surface: Surface): string | undefined {
    if (this.#entries.size === 0) return undefined;
    let answer = this.#answers.get(surface);
    if (answer === undefined) {
      answer = this.#find(surface) ?? false;
      this.#answers.set(surface, answer);
    }
    return answer === false ? undefined : answer;
  }

  #find(surface: Surface): string | undefined {
    for (const entry of this.#entries.values()) {
      if ((surface.protected !== true || entry.reachesProtected) && reaches(entry, entry.pattern, surface)) return entry.item;
    }
    return undefined;
  }
}

/** Whether a disable of `target` reaches the surface: by its own names, by its plugin, or by its server. */
export function reaches(target: DisableTarget, pattern: Pattern, surface: Surface): boolean {
  if (target.kind === surface.kind) return namesOf(surface).some((name) => pattern.matches(name));
  if (target.kind === "plugin") return surface.plugin !== undefined && pattern.matches(surface.plugin);
  return target.kind === "mcp_server" && surface.kind === "mcp_tool" && surface.server !== undefined && pattern.matches(surface.server);
}
