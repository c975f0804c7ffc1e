import type { Facts, WithheldKind } from "../facts.ts";
import type { RowTail } from "../report.ts";
import type { Conclusion } from "./conclusion.ts";
import { subject } from "../subject.ts";
import { count, listed } from "../wording.ts";

/** An exporter wrote a placeholder instead of names: counted by kind, never taken for a name. */
export function* withheldNames(facts: Facts): Iterable<Conclusion> {
  const { report } = facts;
  const hooks = [...(report.hooks ?? []), ...(report.hooks_fired ?? []), ...(report.hooks_skipped ?? [])];
  yield* withheld("hook", "hooks", hooks, (row) => row.hook_name);
  yield* withheld("skill", "skills", report.skills ?? [], (row) => row.name);
  yield* withheld("plugin", "plugins", report.plugins ?? [], (row) => row.name);
  yield* withheld("mcp_server", "MCP servers", report.mcp_servers ?? [], (row) => row.server);
  yield* withheld("mcp_tool", "MCP tools", report.mcp_tools ?? [], (row) => row.tool ?? row.model_name);

  function* withheld<R extends RowTail>(
    kind: WithheldKind,
    words: string,
    rows: readonly R[],
    nameOf: (row: R) => string | null,
  ): Iterable<Conclusion> {
    const without = rows.filter((row) => row.name_redacted === true);
    if (without.length === 0) return;
    const records = facts.withheldNames.get(kind) ?? without.length;
    const placeholders = [...new Set(without.map(nameOf))].filter((name) => name !== null);
    const instead = placeholders.length === 0 ? "no name" : `the placeholder ${listed(placeholders)} instead of a name`;
    yield {
      code: "name_withheld",
      subject: subject(kind, null),
      message: `${count(records, "record")} of ${words} ${records === 1 ? "has" : "have"} ${instead}: the exporter withheld it, and how many ${words} these are is not known`,
      facts: without,
    };
  }
}
