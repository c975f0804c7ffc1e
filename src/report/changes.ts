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
  for (const item of new Set([...was.keys(), ...now.keys()])) {
    const earlier = was.get(item);
    const later = now.get(item);
    const redefined = earlier === undefined || later === undefined ? null : redefinition(earlier, later);
    if (earlier?.sense === later?.sense && redefined === null) continue;
    found.push({
      item,
      was: earlier?.text ?? NO_RECORD,
      now: later?.text ?? NO_RECORD,
      note: redefined ?? (later === undefined ? calledAgain(before.hooks_fired, item, calls) : null),
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
function calledAgain(fired: readonly HookFiredRow[] | null, item: string, calls: readonly ToolCallFact[]): string | null {
  const tools = new Set<string>();
  for (const row of fired ?? []) if (hookItem(row) === item && row.target_tool !== null) tools.add(row.target_tool);
  const again = calls.filter((call) => call.tool !== null && tools.has(call.tool)).length;
  return again === 0 ? null : `${[...tools].join(", ")} was called ${again} ${again === 1 ? "time" : "times"} in this run`;
}
