import type { ActivationReport, HookRow, RowTail } from "../../report/report.ts";
import { grouped } from "./group.ts";
import { inForce } from "./in-force.ts";
import { type Limits, NAMES, table } from "./limit.ts";
import { type Column, type Section, type Text, code, name, say } from "./page.ts";
import { reason } from "./row.ts";
import { clock, digits, join, names } from "./words.ts";

/** The rest of the report, section by section; those without a row are left out. */
export function tables(report: ActivationReport, limits: Limits): readonly Section[] {
  return [
    hooks(report, limits),
    skips(report, limits),
    servers(report, limits),
    trust(report, limits),
    policies(report, limits),
    surfaces(report, limits),
    disables(report, limits),
    provenance(report, limits),
  ].filter((section) => section !== undefined);
}

const text = (title: string): Column => ({ title, wraps: true });
const fixed = (title: string): Column => ({ title });
const number = (title: string): Column => ({ title, align: "right" });

function section(
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly Text[])[],
  limits: Limits,
  weights: readonly number[],
): Section | undefined {
  if (rows.length === 0) return undefined;
  // A column in which nothing stands says nothing.
  const used = columns.map((_, i) => i === 0 || rows.some((row) => (row[i]?.length ?? 0) > 0));
  const kept = <T>(cells: readonly T[]): readonly T[] => cells.filter((_, i) => used[i]);
  return { title, blocks: [table(kept(columns), rows.map(kept), limits, weights)] };
}

const agent = (row: RowTail, report: ActivationReport): Text =>
  row.agent === null || row.agent === report.session?.agent ? "" : row.agent;
const known = (row: RowTail): Text => (row.evidence === "observed" ? "" : row.evidence);
const title = (value: string | null): Text => (value === null ? "(not known)" : [name(value)]);
const state = (value: string | null, before: boolean): Text => `${before ? "was " : ""}${value ?? "?"}`;
const yesNo = (value: boolean | null): Text => (value === null ? "not known" : value ? "yes" : "no");
const some = (value: number | null): Text => (value === null ? "?" : digits(value));

const unlessNone = (value: number): Text => (value === 0 ? "" : digits(value));

/** Kept from running, then silent though it had something to do, then what blocked or broke; what no longer holds last. */
function weightOfHook({ state, runs, vetoes, failures, matching_calls }: HookRow, before: boolean): number {
  if (before) return 4;
  if (state !== "active") return 0;
  if (runs === 0 && (matching_calls ?? 0) > 0) return 1;
  return vetoes + failures > 0 ? 2 : 3;
}

function hooks(report: ActivationReport, limits: Limits): Section | undefined {
  const columns = [
    text("hook"),
    fixed("event"),
    text("matcher"),
    fixed("state"),
    text("why"),
    number("runs"),
    number("vetoes"),
    number("failures"),
    number("calls"),
    ...(limits.all ? [text("declared in")] : []),
    fixed("agent"),
    fixed("known"),
  ];
  const before = new Set<RowTail>(inForce(report.hooks ?? []).before);
  const rows = (report.hooks ?? []).map((row) => [
    title(row.hook_name ?? row.hook_key),
    row.event ?? "",
    row.matcher ?? "",
    state(row.state, before.has(row)),
    row.state === "active" ? "" : reason(row),
    some(row.runs),
    unlessNone(row.vetoes),
    unlessNone(row.failures),
    some(row.matching_calls),
    ...(limits.all ? [row.source?.path ?? ""] : []),
    agent(row, report),
    known(row),
  ]);
  const weights = (report.hooks ?? []).map((row) => weightOfHook(row, before.has(row)));
  return section("Hooks registered", columns, rows, limits, weights);
}

function skips(report: ActivationReport, limits: Limits): Section | undefined {
  const groups = limits.all
    ? (report.hooks_skipped ?? []).map((row) => [row] as const)
    : grouped(report.hooks_skipped ?? [], (row) => [
        row.hook_name,
        row.hook_key,
        row.event,
        row.target_tool,
        row.matcher,
        row.reason,
        row.reason_code,
        row.agent,
      ]);
  const columns = [text("hook"), fixed("event"), text("tool"), text("matcher"), text("why"), number("times"), fixed("agent")];
  const rows = groups.map((group) => {
    const [row] = group;
    return [
      title(row.hook_name ?? row.hook_key),
      row.event ?? "",
      row.target_tool ?? "",
      row.matcher ?? "",
      reason(row),
      String(group.length),
      agent(row, report),
    ];
  });
  const weights = groups.map(([row]) => (row.reason_code === "not_matched" ? 1 : 0));
  return section("Hooks skipped", columns, rows, limits, weights);
}

function servers(report: ActivationReport, limits: Limits): Section | undefined {
  const columns = [text("server"), fixed("status"), fixed("transport"), text("why"), text("turn off"), fixed("agent"), fixed("known")];
  const before = new Set<RowTail>(inForce(report.mcp_servers ?? []).before);
  const rows = (report.mcp_servers ?? []).map((row) => [
    title(row.server),
    state(row.status, before.has(row)),
    row.transport ?? "",
    row.reason === null && row.reason_code === null ? "" : reason(row),
    row.disable === null ? "" : [code(row.disable)],
    agent(row, report),
    known(row),
  ]);
  const weights = (report.mcp_servers ?? []).map((row) => (before.has(row) ? 2 : row.status === "connected" ? 1 : 0));
  return section("MCP servers", columns, rows, limits, weights);
}

function trust(report: ActivationReport, limits: Limits): Section | undefined {
  const columns = [text("trust in"), fixed("change"), fixed("until"), text("why"), fixed("at")];
  const rows = (report.trust_changes ?? []).map((row) => [
    title(row.tool === null ? row.server : `${row.server ?? "?"}/${row.tool}`),
    row.change ?? "?",
    row.expiry === null ? "" : clock(row.expiry),
    reason(row),
    row.at === null ? "" : clock(row.at),
  ]);
  const weights = (report.trust_changes ?? []).map((row) => (row.change === "revoked" || row.change === "drifted" ? 0 : 1));
  return section("Changes of trust", columns, rows, limits, weights);
}

function policies(report: ActivationReport, limits: Limits): Section | undefined {
  const columns = [text("action"), fixed("outcome"), fixed("enforced"), text("why"), text("votes")];
  const rows = (report.policies ?? []).map((row) => [
    title(row.action ?? row.target_tool),
    row.outcome ?? "?",
    row.enforcement ?? "?",
    reason(row),
    join(
      row.votes.map(({ policy, vote }) => say`${name(policy ?? "?")} ${vote ?? "?"}`),
      ", ",
    ),
  ]);
  const weights = (report.policies ?? []).map((row) =>
    row.abstained === 0 && row.outcome === "allow" && row.enforcement === "allow" ? 1 : 0,
  );
  return section("Policies", columns, rows, limits, weights);
}

function surfaces(report: ActivationReport, limits: Limits): Section | undefined {
  const columns = [fixed("phase"), fixed("status"), text("extensions"), text("tools"), text("diagnostics")];
  const rows = (report.surfaces ?? []).map((row) => [
    row.phase ?? "?",
    row.status ?? "?",
    names(row.extensions ?? [], limits.all ? Infinity : NAMES),
    names(row.tools ?? [], limits.all ? Infinity : NAMES),
    join(
      row.diagnostics.map(
        ({ extension, severity, detail, reason_code }) =>
          say`${severity ?? "?"} ${name(extension ?? "?")}: ${detail ?? reason_code ?? "no detail"}`,
      ),
      "; ",
    ),
  ]);
  const weights = (report.surfaces ?? []).map((row) => (row.status === "refused" || row.diagnostics.length > 0 ? 0 : 1));
  return section("Surfaces", columns, rows, limits, weights);
}

function disables(report: ActivationReport, limits: Limits): Section | undefined {
  const columns = [text("what"), fixed("asked"), fixed("accepted"), number("matched"), fixed("honoured"), fixed("by"), text("why")];
  const rows = (report.disables ?? []).map((row) => [
    title(`${row.kind ?? "?"}:${row.name ?? "?"}`),
    row.state ?? "?",
    yesNo(row.accepted),
    some(row.matched),
    yesNo(row.honoured),
    row.origin ?? "",
    row.reason === null && row.reason_code === null ? "" : reason(row),
  ]);
  const weights = (report.disables ?? []).map((row) => (row.accepted === false || row.honoured === false || row.matched === 0 ? 0 : 1));
  return section("Disables", columns, rows, limits, weights);
}

function provenance(report: ActivationReport, limits: Limits): Section | undefined {
  const columns = [text("what"), fixed("signed"), fixed("verified"), text("signer"), text("errors")];
  const rows = (report.provenance ?? []).map((row) => [
    title(row.item),
    yesNo(row.signed),
    yesNo(row.verified),
    row.signer ?? "",
    (row.validation_errors ?? []).join("; "),
  ]);
  const weights = (report.provenance ?? []).map(({ signed, verified, validation_errors: errors }) =>
    verified === false || (errors ?? []).length > 0 ? 0 : signed === true && verified !== true ? 1 : 2,
  );
  return section("Provenance", columns, rows, limits, weights);
}
