import type { Facts } from "../facts.ts";
import type { RowTail } from "../report.ts";
import type { Conclusion } from "./conclusion.ts";
import { hookWho, pluginWho, serverWho, skillWho, subject, toolWho } from "../subject.ts";
import { joined, named } from "../wording.ts";

/** How many consequences the message names; all of them are the evidence. */
const MOST_NAMED = 20;

interface Consequence {
  readonly row: RowTail;
  readonly words: string;
}

/** An untrusted workspace is one cause: what is off because of it is told here, and nowhere else. */
export function* untrustedWorkspace(facts: Facts): Iterable<Conclusion> {
  const { session } = facts.report;
  const consequences = consequencesOf(facts);
  if (session?.workspace_trusted !== false && consequences.length === 0) return;
  const names = [...new Set(consequences.map(({ words }) => words))];
  const workspace = session?.workspace == null ? "the workspace" : `the workspace ${named(session.workspace)}`;
  // Somebody may have come to trust it while the session ran; what was off until then was off all the same.
  const [trust, because] =
    session?.workspace_trusted === true ? ["is trusted by the session's last word", "it was not"] : ["is not trusted", "of it"];
  const effect =
    names.length === 0
      ? "nothing is recorded that is off because of it"
      : `off because ${because}: ${joined(names.slice(0, MOST_NAMED), names.length - MOST_NAMED)}`;
  yield {
    code: "workspace_untrusted",
    subject: subject("session", session?.id ?? null),
    message: `${workspace} ${trust}; ${effect}`,
    facts: consequences.map(({ row }) => row),
    evidence: facts.workspaceTrust,
    explains: consequences.map(({ row }) => row),
  };
}

function consequencesOf({ report }: Facts): readonly Consequence[] {
  const found: Consequence[] = [];
  const add = <R extends RowTail & { readonly reason_code: string | null }>(rows: readonly R[] | null, words: (row: R) => string): void => {
    for (const row of rows ?? []) if (row.reason_code === "workspace_untrusted") found.push({ row, words: words(row) });
  };
  add(report.hooks, (row) => `hook ${hookWho(row).words}`);
  add(report.hooks_skipped, (row) => `hook ${hookWho(row).words}`);
  add(report.skills, (row) => `skill ${skillWho(row).words}`);
  add(report.plugins, (row) => `plugin ${pluginWho(row).words}`);
  add(report.mcp_servers, (row) => `MCP server ${serverWho(row).words}`);
  add(report.mcp_tools, (row) => `tool ${toolWho(row).words}`);
  const blocked = new Set<string | null>();
  for (const row of report.mcp_servers ?? []) if (row.reason_code === "workspace_untrusted") blocked.add(row.server);
  blocked.delete(null);
  for (const row of report.mcp_tools ?? []) {
    if (row.available !== false || row.reason_code === "workspace_untrusted" || !blocked.has(row.server)) continue;
    if (row.reason_code === "connect_failed" || row.reason_code === "server_untrusted")
      found.push({ row, words: `tool ${toolWho(row).words}` });
  }
  return found;
}
