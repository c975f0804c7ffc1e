import type { Facts } from "../facts.ts";
import type { McpServerRow, McpToolRow } from "../report.ts";
import type { Conclusion } from "./conclusion.ts";
import { serverWho, toolWho } from "../subject.ts";
import { named, reasonOf, ruleOf, times } from "../wording.ts";

/** A tool that is known and not offered: because its trust ended, or for another reason. */
export function* unavailableTools(facts: Facts): Iterable<Conclusion> {
  const told = new Set<string | null>();
  const offered = new Set<string | null>();
  for (const row of facts.report.mcp_tools ?? []) {
    if (row.available === true && facts.isLast(row)) offered.add(row.server);
    if (isExpired(row)) yield expired(row, facts);
    else if (row.available === false && facts.isLast(row)) yield unavailable(row, facts);
    else continue;
    told.add(row.server);
  }
  const servers = facts.report.mcp_servers ?? [];
  const connected = new Set(servers.filter((row) => row.status === "connected" && facts.isLast(row)).map((row) => row.server));
  /** What is known of the tools of a server that is off. */
  const end = (row: McpServerRow): string => {
    if (!facts.isLast(row)) return "its state changed later";
    if (connected.has(row.server)) return "another of that name is connected";
    return offered.has(row.server) ? "some of its tools are offered all the same" : "none of its tools is offered";
  };
  for (const row of servers) {
    if (row.reason_code === "trust_expired") yield expiredServer(row, end(row));
    else if ((row.status === "failed" || row.status === "blocked") && facts.isLast(row) && !told.has(row.server))
      yield unconnected(row, end(row));
  }
}

/** Judged at the time of the row, never at the time of reading. */
function isExpired(row: McpToolRow): boolean {
  if (row.reason_code === "trust_expired") return true;
  if (row.expiry === null || row.at === null || !(Date.parse(row.expiry) <= Date.parse(row.at))) return false;
  return row.available === true || row.reason_code === null;
}

function expired(row: McpToolRow, facts: Facts): Conclusion {
  const who = toolWho(row);
  const when = row.expiry === null ? "" : ` at ${named(row.expiry)}`;
  const then = row.available === true ? "and it was offered all the same" : "and it is not offered";
  return {
    code: "trust_expired",
    subject: who.subject,
    message: `the trust in the tool ${who.words} had ended${when}, ${then}${forAgent(row, facts)}: ${reasonOf(row)}${ruleOf(row)}`,
    facts: [row],
  };
}

function unavailable(row: McpToolRow, facts: Facts): Conclusion {
  const who = toolWho(row);
  const cached = row.cached === true ? "; it is known from an earlier connection only" : "";
  const calls = facts.callsOf(row);
  const called = calls.length === 0 ? "" : `; it was called ${times(calls.length)} all the same`;
  return {
    code: "tool_unavailable",
    subject: who.subject,
    message: `the tool ${who.words} is not offered${forAgent(row, facts)}: ${reasonOf(row)}${ruleOf(row)}${cached}${called}`,
    facts: [row, ...calls.slice(0, 10)],
  };
}

function expiredServer(row: McpServerRow, end: string): Conclusion {
  const who = serverWho(row);
  const message = `the trust in the MCP server ${who.words} had ended, and ${end}: ${reasonOf(row)}${ruleOf(row)}`;
  return { code: "trust_expired", subject: who.subject, message, facts: [row] };
}

/** A server none of whose tools is known to be missing, which they are all the same; the end says what is known of them. */
function unconnected(row: McpServerRow, end: string): Conclusion {
  const who = serverWho(row);
  const what = row.status === "blocked" ? "is blocked" : "is not connected";
  const error = row.error_type === null ? "" : ` (${named(row.error_type)})`;
  return {
    code: "tool_unavailable",
    subject: who.subject,
    message: `the MCP server ${who.words} ${what}${error}, and ${end}: ${reasonOf(row)}${ruleOf(row)}`,
    facts: [row],
  };
}

/** Which agent it is about, where that is not the session's own. */
function forAgent(row: McpToolRow, { report }: Facts): string {
  return row.agent === null || row.agent === report.session?.agent ? "" : ` to the agent ${named(row.agent)}`;
}
