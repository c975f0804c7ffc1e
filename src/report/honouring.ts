import type { DisableKind } from "../activation/disable.ts";
import type { Fact, FactOf } from "./fact.ts";
import { knownName } from "./known-name.ts";
import { Owners } from "./owners.ts";
import { itemKey } from "./statements.ts";
import type { Timeline } from "./timeline.ts";
import { lastPart, type ToolCallJoin } from "./tool-calls.ts";
import { type FactHonouring, Watches } from "./watches.ts";

/** A thing as a fact shows it: under all names by which a disable can reach it. */
interface Sighting {
  readonly key: string;
  readonly names: readonly { readonly kind: DisableKind; readonly name: string }[];
  readonly active: boolean;
}

/** Follows every accepted disable through the facts after it, in one pass. */
export class Honourings {
  readonly #of = new Map<FactOf<"disable">, FactHonouring>();
  readonly #watches = new Watches();
  /** Whether so many disables and names meet that nothing is told of any. */
  beyond: boolean = false;
  /** By item, the emitters that refused to turn it off: that it is active there is their finding, and breaks no other's disable. */
  readonly #refused = new Map<string, Set<string>>();

  constructor(timeline: Timeline, calls: ToolCallJoin) {
    try {
      this.#follow(timeline, calls);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // A verdict on some of them only would look like one on all.
      this.#of.clear();
      this.beyond = true;
    }
  }

  #follow(timeline: Timeline, calls: ToolCallJoin): void {
    const owners = new Owners(timeline);
    for (const fact of timeline.facts) {
      // Whether it came before or after a disable, nobody can tell.
      if (!fact.placed) continue;
      if (fact.activation.kind === "disable") this.#change(fact as FactOf<"disable">);
      else if (this.#watches.size > 0) for (const sighting of sightings(fact, calls, owners)) this.#watch(sighting, fact);
    }
    this.#watches.close();
  }

  of(disable: FactOf<"disable">): FactHonouring {
    return this.#of.get(disable) ?? { verdict: "unknown", against: undefined };
  }

  #change(fact: FactOf<"disable">): void {
    const { target, targetName, state, accepted, emitter } = fact.activation;
    if (target === undefined || targetName === undefined) return;
    const item = itemKey(target, targetName);
    if (accepted === false && state === "disabled") this.#refuse(item, emitter);
    if (accepted !== true) return;
    if (emitter !== undefined) this.#refused.get(item)?.delete(emitter);
    if (state === "enabled") this.#watches.end(item);
    if (state !== "disabled") return;
    const honouring: FactHonouring = { verdict: "unknown", against: undefined };
    this.#of.set(fact, honouring);
    this.#watches.begin(item, target, targetName, { emitter, since: fact.order, honouring });
  }

  #refuse(item: string, emitter: string | undefined): void {
    if (emitter === undefined || this.#watches.has(item, emitter)) return;
    const known = this.#refused.get(item);
    if (known === undefined) this.#refused.set(item, new Set([emitter]));
    else known.add(emitter);
  }

  #watch(sighting: Sighting, fact: Fact): void {
    const emitter = fact.activation.kind === "tool_call" ? undefined : fact.activation.emitter;
    const told = new Set<string>();
    for (const { kind, name } of sighting.names) {
      for (const item of this.#watches.reaching(kind, name)) {
        if (told.has(item) || (emitter !== undefined && this.#refused.get(item)?.has(emitter) === true)) continue;
        told.add(item);
        const watched = this.#watches.of(item);
        if (sighting.active) watched?.seenActive([sighting.key, itemKey(kind, name)], fact);
        else watched?.seenOff(sighting.key, fact.order);
      }
    }
  }
}

/** What a fact shows to be active or off; nothing where it tells neither. */
function sightings(fact: Fact, calls: ToolCallJoin, owners: Owners): readonly Sighting[] {
  const a = fact.activation;
  switch (a.kind) {
    case "hook_registration":
      return a.state === undefined ? [] : named("hook", knownName(a), a.plugin, a.state === "active");
    case "hook":
      // A hook that its matcher did not select says nothing of whether it is on.
      if (a.decision === "skipped" && a.disabledBy === undefined && a.reasonCode?.startsWith("disabled_") !== true) return [];
      return a.decision === undefined
        ? []
        : named("hook", knownName(a), a.plugin ?? owners.of("hook", knownName(a)), a.decision !== "skipped");
    case "skill":
      return a.status === undefined ? [] : named("skill", knownName(a), a.plugin, a.status === "loaded");
    case "skill_use":
      return named("skill", knownName(a), a.plugin ?? owners.of("skill", knownName(a)), true);
    case "plugin":
      if (a.name === undefined || a.nameRedacted === true || a.status === undefined) return [];
      return [sight({ kind: "plugin", name: a.name }, undefined, a.status === "registered")];
    case "mcp_server":
      if (a.server === undefined || a.nameRedacted === true || a.status === undefined) return [];
      return [sight({ kind: "mcp_server", name: a.server }, a.plugin ?? owners.of("mcp_server", a.server), a.status === "connected")];
    case "mcp_tool":
      if (a.available === undefined || a.nameRedacted === true) return [];
      return tool(a.server, a.tool ?? a.name, a.plugin ?? owners.of("mcp_server", a.server), a.available);
    case "tool_call":
      return usedTool(fact as FactOf<"tool_call">, calls, owners);
    case "session":
    case "run":
    case "mcp_trust":
    case "policy":
    case "surface":
    case "diagnostic":
    case "disable":
    case "unknown":
      return [];
    default:
      return a satisfies never;
  }
}

function sight(own: Sighting["names"][number], plugin: string | undefined, active: boolean): Sighting {
  return { key: itemKey(own.kind, own.name), names: owned(own, plugin), active };
}

function named(kind: "hook" | "skill", name: string | undefined, plugin: string | undefined, active: boolean): readonly Sighting[] {
  // Whose name is not known can be reached through its plugin all the same.
  if (name === undefined)
    return plugin === undefined ? [] : [{ key: itemKey(kind, name, plugin), names: [{ kind: "plugin", name: plugin }], active }];
  const names = owned({ kind, name }, plugin);
  if (plugin !== undefined) names.push({ kind, name: `${name}@${plugin}` });
  return [{ key: itemKey(kind, name, plugin), names, active }];
}

function tool(server: string | undefined, name: string | undefined, plugin: string | undefined, active: boolean): readonly Sighting[] {
  if (name === undefined) return [];
  const names = owned({ kind: "mcp_tool", name }, plugin);
  if (server !== undefined) names.push({ kind: "mcp_tool", name: `${server}/${name}` }, { kind: "mcp_server", name: server });
  return [{ key: itemKey("mcp_tool", server, name), names, active }];
}

/** A call that failed may be the very refusal that the disable asked for. */
function usedTool(call: FactOf<"tool_call">, calls: ToolCallJoin, owners: Owners): readonly Sighting[] {
  const { server: stated, toolName, errorType } = call.activation;
  if (errorType !== undefined || toolName === undefined) return [];
  const offer = calls.statementOf(call)?.fact.activation;
  const server = offer?.server ?? stated ?? serverPart(toolName);
  if (offer === undefined && server === undefined) return [];
  const name = offer === undefined ? lastPart(toolName) : (offer.tool ?? offer.name);
  return tool(server, name, offer?.plugin ?? owners.of("mcp_server", server), true);
}

/** The server in `mcp__server__tool`, as many agents call the tools of one. */
function serverPart(toolName: string): string | undefined {
  const end = toolName.lastIndexOf("__");
  return toolName.startsWith("mcp__") && end > 5 ? toolName.slice(5, end) : undefined;
}

/** A disable of a plugin reaches what it registered. */
function owned(own: Sighting["names"][number], plugin: string | undefined): { kind: DisableKind; name: string }[] {
  return plugin === undefined ? [own] : [own, { kind: "plugin", name: plugin }];
}
