import type { ActivationReport, McpServerRow, McpToolRow } from "../../report/report.ts";
import { grouped } from "./group.ts";
import { inForce, past } from "./in-force.ts";
import { type Limits, NAMES, items } from "./limit.ts";
import { type Item, type Section, type Text, code, name, say } from "./page.ts";
import { detail, details, named, ofAgent, reason } from "./row.ts";
import { unrecorded } from "./unrecorded.ts";
import { clock, count, digits, join, names } from "./words.ts";

/** Why is it available: the tools that the model is offered, or is not; those that are not first. */
export function available(report: ActivationReport, limits: Limits): Section {
  const title = "Why is it available?";
  const { now: tools, before } = inForce(report.mcp_tools ?? []);
  const down = inForce(report.mcp_servers ?? []).now.filter((server) => server.status !== "connected");
  if (tools.length === 0 && down.length === 0) return unrecorded(report, title, "mcp_tools", "no MCP tool is offered");
  const main = report.session?.agent ?? null;
  const groups = limits.all ? tools.map((row): readonly [McpToolRow] => [row]) : grouped(tools, statement);
  const order = groups.toSorted((a, b) => rank(a[0]) - rank(b[0]));
  return {
    title,
    lead: tools.length === 0 ? unrecorded(report, title, "mcp_tools", "no tool is offered").lead : lead(tools),
    blocks: [
      items(
        [
          ...down.map((row) => () => server(row, main, limits)),
          ...order.map((group) => () => offer(group, report, limits)),
          ...before.map((row) => () => past(offer([row], report, limits))),
        ],
        limits,
      ),
    ],
  };
}

/** Tools that say the same of one server are one statement; a tool that was called stands alone. */
function statement(row: McpToolRow): readonly unknown[] {
  return [
    row.server,
    row.agent,
    row.available,
    row.trusted,
    row.allowed,
    row.cached,
    row.reason,
    row.reason_code,
    row.expiry,
    row.rule?.name,
    row.calls > 0 && row.tool,
  ];
}

function rank(row: McpToolRow): number {
  return row.available === false ? 0 : row.available === null ? 1 : 2;
}

function lead(tools: readonly McpToolRow[]): Text {
  const offered = tools.filter((row) => row.available === true).length;
  const withheld = tools.filter((row) => row.available === false).length;
  const unknown = tools.length - offered - withheld;
  return join(
    [
      `${count(offered, "tool")} offered`,
      withheld === 0 ? "" : `${digits(withheld)} not`,
      unknown === 0 ? "" : `${digits(unknown)} not known`,
    ],
    ", ",
  );
}

function offer(group: readonly [McpToolRow, ...McpToolRow[]], report: ActivationReport, limits: Limits): Item {
  const [row] = group;
  const main = report.session?.agent ?? null;
  const mark = row.available === null ? "unknown" : row.available ? "offered" : "not offered";
  const what =
    group.length === 1
      ? tool(row)
      : say`${names(
          group.map((each) => each.tool ?? each.model_name ?? "?"),
          NAMES,
        )}${row.server === null ? "" : say` of ${name(row.server)}`}`;
  const calls = row.calls === 0 ? "" : `; called ${count(row.calls, "time")}`;
  return {
    mark,
    tone: row.available === true ? "good" : "warn",
    text: say`${what}${ofAgent(row, main)}: ${reason(row)}${calls}`,
    details: [
      ...[
        detail("state", state(row)),
        group.length > 1 ? detail("turn off", together(row, report)) : undefined,
        row.revoke === null ? undefined : detail("for good", [code(row.revoke)]),
      ].filter((each) => each !== undefined),
      ...details(group.length > 1 ? { ...row, disable: null, disable_note: null } : row, limits, row.available !== false),
    ],
  };
}

function tool(row: McpToolRow): Text {
  const own = named(row.tool ?? row.model_name, "a tool without a name");
  const as =
    row.model_name !== null && row.tool !== null && row.model_name !== row.tool ? say` (the model sees ${name(row.model_name)})` : "";
  return say`${own}${row.server === null ? "" : say` of ${name(row.server)}`}${as}`;
}

function state(row: McpToolRow): Text {
  const trust = row.trusted === null ? "" : row.trusted ? "trusted" : "not trusted";
  const allowed = row.allowed === null ? "" : row.allowed ? "allowed" : "not allowed";
  return join(
    [
      trust,
      allowed,
      row.expiry === null ? "" : `trust until ${clock(row.expiry)}`,
      row.cached === true ? "known from an earlier connection only" : "",
    ],
    ", ",
  );
}

/** Many tools are turned off one by one, or with their server. */
function together(row: McpToolRow, report: ActivationReport): Text {
  const whole = (report.mcp_servers ?? []).find((server) => server.server === row.server && server.agent === row.agent)?.disable ?? null;
  const each = row.disable === null ? "" : say`${code(row.disable)} and so on`;
  return join([each, whole === null ? "" : say`${code(whole)} for all of ${name(row.server ?? "?")}`], "; ");
}

function server(row: McpServerRow, main: string | null, limits: Limits): Item {
  return {
    mark: row.status ?? "unknown",
    tone: row.status === "failed" ? "bad" : "warn",
    text: say`server ${named(row.server, "without a name")}${row.transport === null ? "" : ` (${row.transport})`}${ofAgent(row, main)}: ${reason(row)}`,
    details: [
      ...[detail("error", row.error_type ?? ""), row.revoke === null ? undefined : detail("for good", [code(row.revoke)])].filter(
        (each) => each !== undefined,
      ),
      ...details(row, limits, row.status === null || row.status === "connected"),
    ],
  };
}
