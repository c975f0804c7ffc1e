import type { Context } from "../context.ts";
import { SECTIONS, type ActivationReport, type Completeness, type Section } from "../report.ts";
import { disables } from "./disables.ts";
import { hooksFired } from "./hooks-fired.ts";
import { hooksSkipped } from "./hooks-skipped.ts";
import { hooks } from "./hooks.ts";
import { mcpServers } from "./mcp-servers.ts";
import { mcpTools } from "./mcp-tools.ts";
import { plugins } from "./plugins.ts";
import { policies } from "./policies.ts";
import { provenance } from "./provenance.ts";
import { skills } from "./skills.ts";
import { surfaces } from "./surfaces.ts";
import { trustChanges } from "./trust-changes.ts";

/** The sections of a report that hold rows. */
export type Sections = Pick<ActivationReport, Section>;

type Rows<S extends Section> = NonNullable<ActivationReport[S]>;

/** How every section is built, and the kind whose inventory makes an empty one known to be empty. */
const BUILDERS: { readonly [S in Section]: { readonly build: (context: Context) => Rows<S>; readonly inventory: string | null } } = {
  hooks_fired: { build: hooksFired, inventory: null },
  hooks_skipped: { build: hooksSkipped, inventory: null },
  hooks: { build: hooks, inventory: "hook_registration" },
  skills: { build: skills, inventory: "skill" },
  plugins: { build: plugins, inventory: "plugin" },
  mcp_servers: { build: mcpServers, inventory: "mcp_server" },
  mcp_tools: { build: mcpTools, inventory: "mcp_tool" },
  trust_changes: { build: trustChanges, inventory: "mcp_trust" },
  provenance: { build: provenance, inventory: "provenance" },
  policies: { build: policies, inventory: null },
  surfaces: { build: surfaces, inventory: null },
  disables: { build: disables, inventory: null },
};

/** Why a section without rows is known to have none. */
export interface Knowledge {
  /** Every emitter has ended and nothing of it is missing. */
  readonly complete: boolean;
  /** The kinds that an emitter has listed in full. */
  readonly inventoried: ReadonlySet<string>;
}

/** Every section; one that cannot be built is null and named in `degraded`, the others are built. */
export function buildSections(context: Context, knowledge: Knowledge, degraded: Completeness["degraded"][number][]): Sections {
  const sections: Partial<Record<Section, unknown>> = {};
  for (const section of SECTIONS) {
    try {
      const rows = BUILDERS[section].build(context);
      sections[section] = rows.length > 0 ? rows : whenEmpty(section, knowledge);
    } catch (error) {
      degraded.push({ section, reason: error instanceof Error ? error.message : String(error) });
      sections[section] = null;
    }
  }
  return sections as unknown as Sections;
}

/** The kinds of which all that was listed stands in a section that could be built. */
export function readable(inventoried: ReadonlySet<string>, degraded: Completeness["degraded"]): ReadonlySet<string> {
  const broken = new Set<string | null>();
  for (const { section } of degraded) if (isSection(section)) broken.add(BUILDERS[section].inventory);
  return new Set([...inventoried].filter((kind) => !broken.has(kind)));
}

function isSection(section: string): section is Section {
  return (SECTIONS as readonly string[]).includes(section);
}

/** `[]` where it is known that there are none, else null. */
function whenEmpty(section: Section, { complete, inventoried }: Knowledge): readonly [] | null {
  const { inventory } = BUILDERS[section];
  return (inventory === null ? complete : inventoried.has(inventory)) ? [] : null;
}

/** The sections with the selected rows alone; one that is left without rows says no more than an empty one would. */
export function onlyRows(sections: Sections, selected: ReadonlySet<object>, knowledge: Knowledge): Sections {
  const only: Partial<Record<Section, unknown>> = {};
  for (const section of SECTIONS) {
    const rows: readonly object[] | null = sections[section];
    const kept = rows?.filter((row) => selected.has(row));
    only[section] = kept === undefined ? null : kept.length > 0 || rows?.length === 0 ? kept : whenEmpty(section, knowledge);
  }
  return only as unknown as Sections;
}
