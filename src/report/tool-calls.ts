import { Budget, FEW, MOST_LOOKS } from "./budget.ts";
import type { FactOf } from "./fact.ts";
import { itemOf } from "./items.ts";
import { itemKey, StatementIndex, statementsOf, type Statement } from "./statements.ts";
import type { Timeline } from "./timeline.ts";

type ToolStatement = Statement<FactOf<"mcp_tool">>;

/** The part after the last `__`, which many agents put between the server and its tool. */
export function lastPart(name: string): string {
  const at = name.lastIndexOf("__");
  return at < 0 ? name : name.slice(at + 2);
}

/** Which statement of a tool a call was made under. */
export class ToolCallJoin {
  readonly statements: readonly ToolStatement[];
  /** Calls that more than one statement could be for, as far as so many calls and statements can be told apart. */
  readonly ambiguous: FactOf<"tool_call">[] = [];
  readonly #statements = new Map<FactOf<"tool_call">, ToolStatement>();
  readonly #looks = new Budget(MOST_LOOKS);
  readonly #calls = new Map<ToolStatement, FactOf<"tool_call">[]>();

  constructor(timeline: Timeline) {
    this.statements = statementsOf(timeline.of("mcp_tool"), itemOf);
    const index = new StatementIndex<FactOf<"mcp_tool">>();
    for (const statement of this.statements) for (const name of calledAs(statement)) index.add(name, statement);
    for (const call of timeline.of("tool_call")) {
      const tools = index.count(call.activation.toolName ?? "");
      if (tools > FEW && !this.#looks.pays(tools)) {
        this.ambiguous.push(call);
        continue;
      }
      const found = this.#find(index, call);
      if (found.length > 1) this.ambiguous.push(call);
      else if (found[0] !== undefined) this.#add(found[0], call);
    }
  }

  /** The one statement that a call was made under; undefined where there is none, or more than one could be. */
  statementOf(call: FactOf<"tool_call">): ToolStatement | undefined {
    return this.#statements.get(call);
  }

  callsOf(statement: ToolStatement): readonly FactOf<"tool_call">[] {
    return this.#calls.get(statement) ?? [];
  }

  #add(statement: ToolStatement, call: FactOf<"tool_call">): void {
    this.#statements.set(call, statement);
    const calls = this.#calls.get(statement);
    if (calls === undefined) this.#calls.set(statement, [call]);
    else calls.push(call);
  }

  /** The statements in force that the call can be for, narrowed by its server, its agent, and by what can be called at all. */
  #find(index: StatementIndex<FactOf<"mcp_tool">>, call: FactOf<"tool_call">): readonly ToolStatement[] {
    const { toolName, server, agent } = call.activation;
    if (toolName === undefined) return [];
    let found = index.at(toolName, call.order);
    if (server !== undefined) {
      if (found.length === 0) found = index.at(onServer(server, toolName), call.order);
      if (found.length === 0) found = index.at(onServer(server, lastPart(toolName)), call.order);
      found = found.filter((statement) => (statement.fact.activation.server ?? server) === server);
    }
    if (agent !== undefined && found.length > 1) {
      const own = found.filter((statement) => (statement.fact.activation.agent ?? agent) === agent);
      if (own.length > 0) found = own;
    }
    if (found.length > 1) {
      const available = found.filter((statement) => statement.fact.activation.available === true);
      if (available.length > 0) found = available;
    }
    return found;
  }
}

function onServer(server: string, tool: string): string {
  return itemKey(server, tool);
}

/** The names by which a call can mean the tool. */
function calledAs({ fact }: ToolStatement): readonly string[] {
  const { server, tool, toolName, name, nameRedacted } = fact.activation;
  // Under one placeholder stand the calls of many tools.
  if (nameRedacted === true) return [];
  const own = tool ?? name;
  if (own === undefined) return toolName === undefined ? [] : [toolName];
  const names = [toolName ?? own];
  if (server === undefined) return names;
  if (toolName === undefined) names.push(`mcp__${server}__${own}`);
  names.push(`${server}/${own}`, onServer(server, own));
  return names;
}
