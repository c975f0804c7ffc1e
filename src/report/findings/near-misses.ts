import type { Facts } from "../facts.ts";
import type { HookRow, HookSkippedRow } from "../report.ts";
import type { Conclusion } from "./conclusion.ts";
import { CALL_EVENTS, hookIdentity } from "./hooks.ts";
import { hookWho } from "../subject.ts";
import { listed, named, originOf } from "../wording.ts";

/** How a matcher and the tool that it missed are near. */
type Nearness = "same_part" | "server_prefix" | "letter_case" | "blanks" | "among_others";

interface Miss {
  readonly tool: string;
  readonly nearness: Nearness;
  readonly fact: object;
}

/** How many alternatives of a matcher are looked at, and tools that they are near to. */
const MOST_ALTERNATIVES = 64;

/** A matcher that missed a tool which it nearly names: as a skip records it, else as the calls show it of a hook that never ran. */
export function* nearMisses(facts: Facts): Iterable<Conclusion> {
  const registered = byIdentity(facts.report.hooks ?? []);
  const skipped = new Map<string, { readonly row: HookSkippedRow; readonly matcher: string; readonly misses: Miss[] }>();
  const recorded = new Set<string>();
  for (const row of facts.report.hooks_skipped ?? []) {
    recorded.add(hookIdentity(row));
    const matcher = row.matcher ?? registered.get(hookIdentity(row))?.matcher ?? null;
    if (row.reason_code !== "not_matched" || matcher === null || row.target_tool === null) continue;
    const nearness = nearnessOf(matcher, row.target_tool);
    if (nearness === null) continue;
    const key = JSON.stringify([hookIdentity(row), matcher]);
    const known = skipped.get(key);
    const miss = { tool: row.target_tool, nearness, fact: row };
    if (known === undefined) skipped.set(key, { row, matcher, misses: [miss] });
    else known.misses.push(miss);
  }
  for (const { row, matcher, misses } of skipped.values()) yield conclude(row, matcher, misses, []);

  const calls = new CallIndex(facts);
  for (const row of facts.report.hooks ?? []) {
    if (row.state !== "active" || !CALL_EVENTS.has(row.event) || row.matcher === null || recorded.has(hookIdentity(row))) continue;
    // A hook that some call selects is not one whose matcher is wrong; null: whether one does cannot be told.
    if (facts.dispatchesOf(row).length > 0 || row.matching_calls !== 0) continue;
    // Calls that were made while the hook was not registered can be of tools that its matcher does select.
    const misses = calls.nearTo(row.matcher).filter((miss) => facts.selects(row, miss.tool) === false);
    if (misses.length > 0) yield conclude(row, row.matcher, misses, [row]);
  }
}

function conclude(row: HookRow | HookSkippedRow, matcher: string, misses: readonly Miss[], before: readonly object[]): Conclusion {
  const who = hookWho(row);
  const first = misses[0] as Miss;
  const tools = [...new Set(misses.map((miss) => miss.tool))];
  return {
    code: "hook_near_miss",
    subject: who.subject,
    message: `${who.words}${originOf(row)} did not run on ${listed(tools)}: its matcher ${named(matcher)} missed ${tools.length === 1 ? "it" : "them"}; ${explain(first, matcher)}`,
    facts: [...before, ...misses.map((miss) => miss.fact)],
  };
}

function explain({ nearness, tool }: Miss, matcher: string): string {
  if (nearness === "same_part") return `both end in ${named(lastPart(tool))}, but a matcher has to select the tool's whole name`;
  if (nearness === "letter_case") return "they differ in upper and lower case only";
  if (nearness === "blanks") return "they differ in spaces only";
  if (nearness === "among_others") return `it names ${named(tool)}, but it is not read as a matcher that selects it`;
  const prefix = alternatives(matcher).find((part) => near(part, tool) === "server_prefix") ?? matcher;
  return `${named(prefix)} is the prefix of that tool's server, not the name of a tool`;
}

/** How the first of its names that is near to the tool is near to it. */
function nearnessOf(matcher: string, tool: string): Nearness | null {
  if (matcher !== tool && matcher.trim() === tool) return "blanks";
  for (const part of alternatives(matcher)) {
    const nearness = part === tool && part !== matcher ? "among_others" : near(part, tool);
    if (nearness !== null) return nearness;
  }
  return null;
}

function near(matcher: string, tool: string): Nearness | null {
  if (matcher === "" || matcher === tool) return null;
  if (tool.startsWith(`${matcher}__`) || (matcher.endsWith("__") && tool.startsWith(matcher))) return "server_prefix";
  if (lastPart(matcher) === lastPart(tool)) return "same_part";
  return matcher.toLowerCase() === tool.toLowerCase() ? "letter_case" : null;
}

/** What follows the last `__`; the whole name where there is none. */
const lastPart = (name: string): string => name.slice(name.includes("__") ? name.lastIndexOf("__") + 2 : 0);

/**
 * The names in a matcher: the alternatives that are plain text, whatever its syntax. A wildcard at the end is left out:
 * where it is not read as one, it stands behind the name that was meant.
 */
function alternatives(matcher: string): readonly string[] {
  const parts = matcher.split(/[|,]/, MOST_ALTERNATIVES).map((part) =>
    part
      .trim()
      .replace(/^\^/, "")
      .replace(/(?:\.?\*)?\$?$/, ""),
  );
  return parts.filter((part) => /^[\w.:/-]+$/.test(part));
}

/** The names of the tools that were called, to be found by what a near matcher shares with them. */
class CallIndex {
  readonly #named = new Map<string, Omit<Miss, "nearness">>();
  readonly #byPart = new Map<string, Miss[]>();
  readonly #byServer = new Map<string, Miss[]>();
  readonly #byLowerCase = new Map<string, Miss[]>();

  constructor(facts: Facts) {
    for (const call of facts.toolCalls) {
      const { tool } = call;
      if (tool === null || tool === "" || this.#named.has(tool)) continue;
      this.#named.set(tool, { tool, fact: call });
      push(this.#byPart, lastPart(tool), { tool, nearness: "same_part", fact: call });
      push(this.#byLowerCase, tool.toLowerCase(), { tool, nearness: "letter_case", fact: call });
      const cut = tool.lastIndexOf("__");
      if (cut > 0) push(this.#byServer, tool.slice(0, cut), { tool, nearness: "server_prefix", fact: call });
    }
  }

  nearTo(matcher: string): readonly Miss[] {
    const blanks = this.#named.get(matcher.trim());
    if (blanks !== undefined && blanks.tool !== matcher) return [{ ...blanks, nearness: "blanks" }];
    const found: Miss[] = [];
    for (const part of alternatives(matcher)) {
      if (found.length >= MOST_ALTERNATIVES) break;
      found.push(...this.#nearToName(part));
    }
    return found.slice(0, MOST_ALTERNATIVES);
  }

  #nearToName(name: string): readonly Miss[] {
    const itself = this.#named.get(name);
    if (itself !== undefined) return [{ ...itself, nearness: "among_others" }];
    const server = this.#byServer.get(name.replace(/__$/, "")) ?? [];
    const part = this.#byPart.get(lastPart(name)) ?? [];
    const letterCase = this.#byLowerCase.get(name.toLowerCase()) ?? [];
    const found = server.length > 0 ? server : part.length > 0 ? part : letterCase;
    return found.slice(0, MOST_ALTERNATIVES);
  }
}

function push(map: Map<string, Miss[]>, key: string, miss: Miss): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [miss]);
  else known.push(miss);
}

function byIdentity(rows: readonly HookRow[]): ReadonlyMap<string, HookRow> {
  return new Map(rows.map((row) => [hookIdentity(row), row]));
}
