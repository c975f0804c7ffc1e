import type { ActivationReport, PluginParts, PluginRow } from "../../report/report.ts";
import { inForce, past } from "./in-force.ts";
import { type Limits, NAMES, items } from "./limit.ts";
import { type Item, type Section, type Text, type Tone, name, say } from "./page.ts";
import { detail, details, named, ofAgent, reason } from "./row.ts";
import { unrecorded } from "./unrecorded.ts";
import { count, digits, join, names } from "./words.ts";

/** Who registered it: the plugins with what each brought, those that failed first. */
export function registered(report: ActivationReport, limits: Limits): Section {
  const title = "Who registered it?";
  const rows = report.plugins;
  if (rows === null || rows.length === 0) return unrecorded(report, title, "plugins", "no plugin was registered");
  const { now, before } = inForce(rows);
  const order = now.toSorted((a, b) => rank(a) - rank(b));
  const main = report.session?.agent ?? null;
  return {
    title,
    lead: join(
      STATUSES.map(([status, said]) => [status, said, now.filter((row) => row.status === status).length] as const)
        .filter(([, , number]) => number > 0)
        .map(([, said, number], i) => (i === 0 ? `${count(number, "plugin")} ${said}` : `${digits(number)} ${said}`)),
      ", ",
    ),
    blocks: [
      items([...order.map((row) => () => item(row, main, limits)), ...before.map((row) => () => past(item(row, main, limits)))], limits),
    ],
  };
}

const STATUSES: readonly (readonly [status: string, said: string, tone: Tone])[] = [
  ["failed", "failed", "bad"],
  ["refused", "refused", "bad"],
  ["disabled", "disabled", "warn"],
  ["registered", "registered", "good"],
];

function rank(row: PluginRow): number {
  const at = STATUSES.findIndex(([status]) => status === row.status);
  return at < 0 ? 2 : at;
}

function item(row: PluginRow, main: string | null, limits: Limits): Item {
  const title = say`${named(row.name, "a plugin without a name")}${row.version === null ? "" : ` ${row.version}`}${ofAgent(row, main)}`;
  return {
    mark: row.status ?? "unknown",
    tone: STATUSES[rank(row)]?.[2] ?? "warn",
    text: say`${title}${row.stage === null ? "" : ` at ${row.stage}`}: ${reason(row)}`,
    details: [
      ...[
        detail("registered", parts(row.registered, limits)),
        detail("missing", parts(row.missing, limits)),
        detail("lost", parts(row.shadowed, limits)),
        detail(
          "renamed",
          join(
            (row.renamed ?? []).map(({ from, to }) => say`${name(from)} to ${name(to ?? "?")}`),
            ", ",
          ),
        ),
        detail("manifest", row.manifest_path ?? ""),
        detail("enabled by", row.enabled_via ?? ""),
      ].filter((each) => each !== undefined),
      ...details(
        row.source?.path === row.manifest_path ? { ...row, source: null } : row,
        limits,
        row.status === null || row.status === "registered",
      ),
    ],
  };
}

const PARTS = [
  ["commands", "command"],
  ["agents", "agent"],
  ["tools", "tool"],
  ["hooks", "hook"],
  ["skills", "skill"],
  ["mcp_servers", "MCP server"],
] as const satisfies readonly (readonly [keyof PluginParts, string])[];

function parts(all: PluginParts, { all: full }: Limits): Text {
  return join(
    PARTS.map(([kind, one]) => {
      const list = all[kind];
      return list === null || list.length === 0 ? "" : say`${list.length === 1 ? one : `${one}s`} ${names(list, full ? Infinity : NAMES)}`;
    }),
    "; ",
  );
}
