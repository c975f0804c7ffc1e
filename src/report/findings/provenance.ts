import type { Facts } from "../facts.ts";
import { groupBy } from "../group-by.ts";
import type { ProvenanceRow, RowTail } from "../report.ts";
import type { Conclusion } from "./conclusion.ts";
import { hookWho, pluginWho, serverWho, skillWho, subject, toolWho } from "../subject.ts";
import { cut, named, reasonOf } from "../wording.ts";

const NOTHING = { reason: null, reason_code: null };

interface Item {
  readonly row: RowTail & { readonly reason: string | null; readonly reason_code: string | null };
  readonly subject: string;
  readonly words: string;
}

/** A definition that changed since it was approved, a provenance that does not hold, a signature that nobody verified. */
export function* provenance(facts: Facts): Iterable<Conclusion> {
  const items = itemsOf(facts);
  const changed = groupBy(items.filter(isChanged), (item) => item.subject);
  for (const group of changed.values()) yield* definitionsChanged(group);
  yield* drifted(facts, changed);
  // By the fact that states both: one that nothing traced has no span to be known by.
  const byFact = new Map(items.map((item) => [facts.orderOf(item.row), item]));
  for (const row of facts.report.provenance ?? []) {
    if (changed.has(row.item)) continue;
    const item = byFact.get(facts.orderOf(row));
    const refused = item?.row.reason_code === "provenance_failed";
    if (refused || (row.validation_errors ?? []).length > 0) yield failed(row, refused ? item : undefined);
    else if (row.signed === true && row.verified !== true) yield notVerified(row);
  }
  const judged = new Set((facts.report.provenance ?? []).map((row) => row.item));
  for (const item of items) {
    if (item.row.reason_code !== "provenance_failed" || judged.has(item.subject) || changed.has(item.subject)) continue;
    const message = `the provenance of ${item.words} does not hold: ${reasonOf(item.row)}`;
    yield { code: "provenance_failed", subject: item.subject, message, facts: [item.row], explains: [item.row] };
  }
}

function isChanged({ row }: Item): boolean {
  if (row.digest_expected !== null) return row.digest !== row.digest_expected;
  // A hook that says no more than this is told by hook_suppressed.
  return row.reason_code === "modified_since_trusted" && !isHook(row);
}

/** That a hook does not run is worth its own finding, also where its definition tells why. */
const isHook = (row: object): boolean => "hook_name" in row;

/** One change is one finding, however often it was seen. */
function* definitionsChanged(group: readonly Item[]): Iterable<Conclusion> {
  for (const items of groupBy(group, ({ row }) => JSON.stringify([row.digest, row.digest_expected])).values()) {
    const { row, subject, words } = items[0] as Item;
    const was = row.digest_expected === null ? "its earlier digest is not recorded" : `approved ${named(row.digest_expected)}`;
    const is = row.digest === null ? "its present digest is not recorded" : `now ${named(row.digest)}`;
    yield {
      code: "definition_changed",
      subject,
      message: `the definition of ${words} changed since it was approved (${was}, ${is}): ${reasonOf(row)}`,
      facts: items.map((item) => item.row),
      explains: items.map((item) => item.row).filter((each) => !isHook(each)),
    };
  }
}

/** A server or tool of which only the change of trust says that it drifted. */
function* drifted(facts: Facts, told: ReadonlyMap<string, unknown>): Iterable<Conclusion> {
  for (const row of facts.report.trust_changes ?? []) {
    const of = row.tool === null ? subject("mcp_server", row.server) : subject("mcp_tool", `${row.server ?? "*"}/${row.tool}`);
    if (row.change !== "drifted" || told.has(of)) continue;
    const words =
      row.tool === null ? `the MCP server ${named(row.server ?? "*")}` : `the tool ${named(`${row.server ?? "*"}/${row.tool}`)}`;
    const message = `the definition of ${words} changed since it was approved: ${reasonOf(row)}`;
    yield { code: "definition_changed", subject: of, message, facts: [row] };
  }
}

function failed(row: ProvenanceRow, refused: Item | undefined): Conclusion {
  const errors = row.validation_errors ?? [];
  const signer = row.signer === null ? "" : ` (signed by ${named(row.signer)})`;
  return {
    code: "provenance_failed",
    subject: row.item,
    message: `the provenance of ${wordsOf(row)}${signer} does not hold: ${errors.length > 0 ? everyError(errors) : reasonOf(refused?.row ?? NOTHING)}`,
    facts: [row],
    ...(refused === undefined ? {} : { explains: [refused.row] }),
  };
}

/** How many errors a message holds; a stranger's trace may hold more, and all of them are in the report's `provenance`. */
const MOST_ERRORS = 100;

function everyError(errors: readonly string[]): string {
  const rest = errors.length > MOST_ERRORS ? `; and ${errors.length - MOST_ERRORS} more` : "";
  return errors.slice(0, MOST_ERRORS).map(cut).join("; ") + rest;
}

function notVerified(row: ProvenanceRow): Conclusion {
  const signer = row.signer === null ? "" : ` by ${named(row.signer)}`;
  const why = row.verified === null ? "nobody checked the signature" : "the signature could not be verified";
  return { code: "signature_not_verified", subject: row.item, message: `${wordsOf(row)} is signed${signer}, and ${why}`, facts: [row] };
}

function wordsOf(row: ProvenanceRow): string {
  const colon = row.item.indexOf(":");
  return `the ${row.item.slice(0, colon).replace("mcp_", "MCP ")} ${named(row.item.slice(colon + 1))}`;
}

function itemsOf({ report }: Facts): readonly Item[] {
  return [
    ...(report.hooks ?? []).map((row): Item => ({ row, ...hookWho(row), words: `the hook ${hookWho(row).words}` })),
    // A dispatch can tell what its registration, or an earlier look at the file, does not.
    ...[...(report.hooks_fired ?? []), ...(report.hooks_skipped ?? [])].map((row): Item => ({
      row,
      ...hookWho(row),
      words: `the hook ${hookWho(row).words}`,
    })),
    ...(report.skills ?? []).map((row): Item => ({ row, ...skillWho(row), words: `the skill ${skillWho(row).words}` })),
    ...(report.plugins ?? []).map((row): Item => ({ row, ...pluginWho(row), words: `the plugin ${pluginWho(row).words}` })),
    ...(report.mcp_servers ?? []).map((row): Item => ({ row, ...serverWho(row), words: `the MCP server ${serverWho(row).words}` })),
    ...(report.mcp_tools ?? []).map((row): Item => ({ row, ...toolWho(row), words: `the tool ${toolWho(row).words}` })),
  ];
}
