import { Budget, FEW, MOST_LOOKS } from "./budget.ts";
import type { FactOf } from "./fact.ts";
import { itemOf, withheld } from "./items.ts";
import { knownName } from "./known-name.ts";
import { itemKey, StatementIndex, statementsOf, type Statement } from "./statements.ts";
import type { Timeline } from "./timeline.ts";

export type SkillStatement = Statement<FactOf<"skill">>;
type Use = FactOf<"skill_use">;

/** Which candidate of a skill was invoked. */
export class SkillUseJoin {
  readonly statements: readonly SkillStatement[];
  /** Uses of skills of which nothing else is recorded, the first of each. */
  readonly strangers: readonly Statement<Use>[];
  /** Uses that more than one loaded copy could be meant by, as far as so many uses and copies can be told apart. */
  readonly ambiguous: Use[] = [];
  readonly #uses = new Map<object, Use[]>();
  readonly #looks = new Budget(MOST_LOOKS);

  constructor(timeline: Timeline) {
    this.statements = statementsOf(timeline.of("skill"), itemOf);
    const index = new StatementIndex<FactOf<"skill">>();
    for (const statement of this.statements) {
      const name = knownName(statement.fact.activation);
      if (name !== undefined) index.add(name, statement);
    }
    const strangers: Use[] = [];
    for (const use of timeline.of("skill_use")) {
      const copies = index.count(knownName(use.activation) ?? "");
      if (copies > FEW && !this.#looks.pays(copies)) {
        this.ambiguous.push(use);
        continue;
      }
      const found = find(index, use);
      if (found === undefined) strangers.push(use);
      else if (found.length > 1) this.ambiguous.push(use);
      else if (found[0] !== undefined) this.#add(found[0], use);
    }
    this.strangers = this.#strangers(strangers);
  }

  usesOf(statement: Statement<FactOf<"skill" | "skill_use">>): readonly Use[] {
    return this.#uses.get(statement) ?? [];
  }

  #strangers(uses: readonly Use[]): readonly Statement<Use>[] {
    const item = ({ activation: a }: Use): string => itemKey(a.agent, a.name, a.sourcePath, a.plugin, withheld(a));
    const statements = statementsOf(uses, item, () => true);
    const byItem = new Map(statements.map((statement) => [statement.item, statement]));
    for (const use of uses) this.#add(byItem.get(item(use)) as Statement<Use>, use);
    return statements;
  }

  #add(statement: object, use: Use): void {
    const uses = this.#uses.get(statement);
    if (uses === undefined) this.#uses.set(statement, [use]);
    else uses.push(use);
  }
}

/** The candidates that a use can mean; undefined where no candidate of that name is known. */
function find(index: StatementIndex<FactOf<"skill">>, { activation: use, order }: Use): readonly SkillStatement[] | undefined {
  const name = knownName(use);
  if (name === undefined) return undefined;
  let found = index.at(name, order);
  if (found.length === 0) found = index.first(name);
  if (found.length === 0) return undefined;
  for (const property of ["sourcePath", "plugin", "agent"] as const) {
    const said = use[property];
    if (said === undefined) continue;
    const confirmed = found.filter(({ fact }) => fact.activation[property] === said);
    if (confirmed.length > 0) found = confirmed;
    else if (property === "sourcePath") found = found.filter(({ fact }) => fact.activation.sourcePath === undefined);
  }
  if (found.length === 0) return undefined;
  const loaded = found.filter(({ fact }) => fact.activation.status === "loaded");
  return loaded.length > 0 ? loaded : found;
}
