import type { ToolCallFact } from "./facts.ts";
import type { Change, HookFiredRow } from "./report.ts";
import type { Sections } from "./sections/sections.ts";
import { hookItem, shownIn, type Aspect, type Shown } from "./shown.ts";
import { listed } from "./wording.ts";

const NO_RECORD = "no record";

/** What differs between two runs, item by item; an item that only one of them records has "no record" in the other. */
export function changes(before: Sections, after: Sections, calls: readonly ToolCallFact[]): Change[] {
  const was = shownIn(before);
  const now = shownIn(after);
  const found: Change[] = [];
  const again = new CalledAgain(before.hooks_fired, calls);
  for (const item of new Set([...was.keys(), ...now.keys()])) {
    const earlier = was.get(item);
    const later = now.get(item);
    const redefined = earlier === undefined || later === undefined ? null : redefinition(earlier, later);
    if (earlier?.sense === later?.sense && redefined === null) continue;
    found.push({
      item,
      was: earlier?.text ?? NO_RECORD,
      now: later?.text ?? NO_RECORD,
      note: redefined ?? (later === undefined ? again.of(item) : null),
    });
  }
  return found;
}

/** What of its definition changed; null where nothing did, or where one of the runs does not record it. */
function redefinition(earlier: Shown, later: Shown): string | null {
  if (differs(earlier, later, "definition")) return "its definition changed";
  const parts = (["matcher", "command", "file"] as const).filter((aspect) => differs(earlier, later, aspect));
  const told = parts.map((aspect) => `its ${aspect} changed from ${valuesOf(earlier, aspect)} to ${valuesOf(later, aspect)}`);
  return told.length === 0 ? null : told.join("; ");
}

function differs(earlier: Shown, later: Shown, aspect: Aspect): boolean {
  const was = earlier.definition.get(aspect);
  const now = later.definition.get(aspect);
  if (was === undefined || now === undefined) return false;
  return was.size !== now.size || [...was].some((value) => !now.has(value));
}

function valuesOf({ definition }: Shown, aspect: Aspect): string {
  return listed([...(definition.get(aspect) ?? [])]);
}

/** Whether the tools on which a hook ran were called again, without it. */
class CalledAgain {
  /** By item, the tools on which it ran. */
  readonly #tools = new Map<string, Set<string>>();
  /** How often each tool was called. */
  readonly #calls = new Map<string, number>();

  constructor(fired: readonly HookFiredRow[] | null, calls: readonly ToolCallFact[]) {
    for (const row of fired ?? []) {
      if (row.target_tool === null) continue;
      const item = hookItem(row);
      const known = this.#tools.get(item);
      if (known === undefined) this.#tools.set(item, new Set([row.target_tool]));
      else known.add(row.target_tool);
    }
    for (const { tool } of calls) if (tool !== null) this.#calls.set(tool, (this.#calls.get(tool) ?? 0) + 1);
  }

  of(item: string): string | null {
    const tools = [...(this.#tools.get(item) ?? [])];
    const again = tools.reduce((sum, tool) => sum + (this.#calls.get(tool) ?? 0), 0);
    return again === 0 ? null : `${tools.join(", ")} was called ${again} ${again === 1 ? "time" : "times"} in this run`;
  }
}
