import type { ReadActivation } from "../activation/activation.ts";
import type { Fact } from "./fact.ts";

/** Children under the fact that is their parent. */
interface Family<Parent extends Fact, Child extends Fact> {
  readonly parent: Parent;
  readonly children: readonly Child[];
}

/**
 * Gives children to their parents: by the parent span, else (where nothing traced them) to the fact before them
 * that `belongs` says they can be of. Children whose parent is not recorded are families without one.
 */
function families<Parent extends Fact<ReadActivation>, Child extends Fact<ReadActivation>>(
  parents: readonly Parent[],
  children: readonly Child[],
  belongs: (parent: Parent, child: Child) => boolean,
): { readonly families: readonly Family<Parent, Child>[]; readonly orphans: readonly (readonly Child[])[] } {
  const of = new Map<Parent, Child[]>();
  const bySpan = new Map<string, Parent>();
  for (const parent of parents) {
    of.set(parent, []);
    if (parent.record.spanId !== "") bySpan.set(parent.record.traceId + parent.record.spanId, parent);
  }
  const orphans = new Map<string, Child[]>();
  let next = 0;
  for (const child of children) {
    while (next < parents.length && (parents[next] as Parent).order < child.order) next += 1;
    const parent = bySpan.get(child.record.traceId + (child.record.parentSpanId ?? "")) ?? untracedParent(parents, next, child, belongs);
    if (parent !== undefined) (of.get(parent) as Child[]).push(child);
    else {
      const span = child.record.traceId + (child.record.parentSpanId ?? child.record.spanId);
      const siblings = orphans.get(span);
      if (siblings === undefined) orphans.set(span, [child]);
      else siblings.push(child);
    }
  }
  return { families: [...of].map(([parent, own]) => ({ parent, children: own })), orphans: [...orphans.values()] };
}

/** One row a family, and one for the children of every parent that is not recorded, which the first of them stands for; in order. */
export function familyRows<Parent extends Fact<ReadActivation>, Child extends Fact<ReadActivation>, Row>(
  parents: readonly Parent[],
  children: readonly Child[],
  belongs: (parent: Parent, child: Child) => boolean,
  row: (fact: Parent | Child, children: readonly Child[]) => Row,
): Row[] {
  const found = families(parents, children, belongs);
  const rows = found.families.map(({ parent, children: own }) => ({ order: parent.order, row: row(parent, own) }));
  for (const orphans of found.orphans) {
    const [first] = orphans;
    if (first !== undefined) rows.push({ order: first.order, row: row(first, orphans) });
  }
  if (found.orphans.length > 0) rows.sort((a, b) => a.order - b.order);
  return rows.map((each) => each.row);
}

/** How far back an untraced child looks for its parent. */
const FURTHEST = 64;

function untracedParent<Parent extends Fact<ReadActivation>, Child extends Fact<ReadActivation>>(
  parents: readonly Parent[],
  next: number,
  child: Child,
  belongs: (parent: Parent, child: Child) => boolean,
): Parent | undefined {
  if (child.record.spanId !== "") return undefined;
  for (let index = next - 1; index >= 0 && index >= next - FURTHEST; index -= 1) {
    const parent = parents[index] as Parent;
    if (parent.activation.emitter === child.activation.emitter && belongs(parent, child)) return parent;
  }
  return undefined;
}
