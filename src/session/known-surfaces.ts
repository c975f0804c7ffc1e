import { nearNames } from "../activation/near-names.ts";
import { reaches, type DisableTarget } from "./disabled-set.ts";
import { compilePattern } from "../activation/pattern.ts";
import { namesOf, surfaceKey, type Surface } from "./surface.ts";

/** The surfaces that a session has seen so far. */
export class KnownSurfaces {
  readonly #surfaces = new Map<string, Surface>();
  /** The plugin of each MCP server that has one. */
  readonly #owners = new Map<string, string>();

  /** Known twice is known once. */
  add(surface: Surface): Surface {
    const key = surfaceKey(surface);
    const known = this.#surfaces.get(key);
    if (known !== undefined) return known;
    this.#surfaces.set(key, surface);
    if (surface.kind === "mcp_server" && surface.plugin !== undefined) this.#owners.set(surface.name, surface.plugin);
    return surface;
  }

  all(): readonly Surface[] {
    return [...this.#surfaces.values()];
  }

  /** The plugin that a surface belongs to: its own, else that of its server. */
  ownerOf(surface: Surface): string | undefined {
    return surface.plugin ?? (surface.server === undefined ? undefined : this.#owners.get(surface.server));
  }

  /** How many surfaces the target reaches, and how many it would but for their protection. */
  count(target: DisableTarget, reachesProtected: boolean): { readonly matched: number; readonly spared: number } {
    const pattern = compilePattern(target.name);
    let matched = 0;
    let spared = 0;
    for (const surface of this.#surfaces.values()) {
      if (!reaches(target.kind, pattern, surface, namesOf(surface), this.ownerOf(surface))) continue;
      if (surface.protected === true && !reachesProtected) spared++;
      else matched++;
    }
    return { matched, spared };
  }

  /** Names close to one that matches nothing: of its own kind, and of MCP's other kind, since a user writes both in one way. */
  nearest(target: DisableTarget): readonly string[] {
    const isMcp = target.kind === "mcp_server" || target.kind === "mcp_tool";
    const names = this.all().flatMap((surface) => {
      if (surface.kind === target.kind) return namesOf(surface);
      return isMcp && (surface.kind === "mcp_server" || surface.kind === "mcp_tool") ? namesOf(surface).slice(-1) : [];
    });
    return nearNames(target.name, names);
  }
}
