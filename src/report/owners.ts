import { knownName, knownServer } from "./known-name.ts";
import { itemKey } from "./statements.ts";
import type { Timeline } from "./timeline.ts";

type OwnedKind = "hook" | "skill" | "mcp_server";

/**
 * Which plugin a hook, skill or server is of, where its own fact does not say: as its registration or its plugin has it.
 * Where two could be meant, none is.
 */
export class Owners {
  readonly #plugins = new Map<string, string | null>();

  constructor(timeline: Timeline) {
    for (const { activation: a } of timeline.of("hook_registration")) this.#say("hook", knownName(a), a.plugin ?? null);
    for (const { activation: a } of timeline.of("skill")) this.#say("skill", knownName(a), a.plugin ?? null);
    for (const { activation: a } of timeline.of("mcp_server")) this.#say("mcp_server", knownServer(a), a.plugin ?? null);
    for (const { activation: a } of timeline.of("plugin")) {
      const plugin = knownName(a) ?? a.plugin ?? null;
      for (const name of a.registeredHooks ?? []) this.#say("hook", name, plugin);
      for (const name of a.registeredSkills ?? []) this.#say("skill", name, plugin);
      for (const name of a.registeredMcpServers ?? []) this.#say("mcp_server", name, plugin);
    }
  }

  of(kind: OwnedKind, name: string | undefined): string | undefined {
    return name === undefined ? undefined : (this.#plugins.get(itemKey(kind, name)) ?? undefined);
  }

  #say(kind: OwnedKind, name: string | undefined, plugin: string | null): void {
    if (name === undefined) return;
    const key = itemKey(kind, name);
    const known = this.#plugins.get(key);
    if (known === undefined) this.#plugins.set(key, plugin);
    else if (known !== plugin) this.#plugins.set(key, null);
  }
}
