import { startWithout, turnOn as enableNote } from "../disable-hint.ts";
import type { ActivationReport, RowTail } from "../report.ts";
import { named } from "../wording.ts";
import type { Part, Way } from "./answer.ts";

export const NO_WAY: Way = { command: null, note: null };

/** How to turn off what is on, and on what is off. */
export function waysOf(
  row: RowTail & { readonly reason_code: string | null },
  isOn: boolean,
  report: ActivationReport,
): Pick<Part, "turn_off" | "turn_on"> {
  return isOn ? { turn_off: turnOff(row), turn_on: NO_WAY } : { turn_off: NO_WAY, turn_on: turnOn(row, report) };
}

/** How to turn a row's extension off for the session, as the row has it. */
export function turnOff(row: RowTail): Way {
  return { command: row.disable, note: row.disable === null ? row.disable_note : null };
}

/** How to turn on what a row says is off, where that is certain; neither where it is not. */
export function turnOn(row: RowTail & { readonly reason_code: string | null }, report: ActivationReport): Way {
  if (row.disabled_by !== null) {
    const item = row.disabled_by;
    const plain = /^[a-z_]+\.[\p{L}\p{N}_@%+=:,./*-]+$/u.test(item);
    if (!plain) return { command: null, note: enableNote(item) };
    const without = startWithout(item);
    return { command: `/enable ${item.replace(".", " ")}`, note: without === undefined ? null : `or ${without}` };
  }
  const note = remedy(row, report);
  if (note !== null) return { command: null, note };
  const rule = row.rule?.path ?? null;
  return rule === null ? NO_WAY : { command: null, note: `the rule is in ${named(rule)}` };
}

function remedy(row: RowTail & { readonly reason_code: string | null }, report: ActivationReport): string | null {
  const file = row.source?.path == null ? null : named(row.source.path);
  const rule = row.rule?.path == null ? null : named(row.rule.path);
  switch (row.reason_code ?? "") {
    case "workspace_untrusted":
      return `trust the workspace${report.session?.workspace == null ? "" : ` ${named(report.session.workspace)}`}`;
    case "untrusted":
    case "server_untrusted":
      return "trust it, after a look at what it does";
    case "modified_since_trusted":
      return `look at what changed${file === null ? "" : ` in ${file}`}, and trust it again`;
    case "trust_expired":
      return "extend the trust";
    case "sign_in_expired":
      return "sign in again";
    case "safe_mode":
      return "start the agent without its safe mode";
    case "disabled_by_setting":
    case "disabled_by_policy":
    case "denied_by_policy":
    case "in_denylist":
    case "not_in_allowlist":
    case "tool_filtered":
      return rule === null ? null : `change the rule in ${rule}`;
    case "invalid_manifest":
    case "invalid_frontmatter":
    case "missing_description":
      return file === null ? null : `correct ${file}`;
    case "unreadable":
      return file === null ? null : `make ${file} readable`;
    default:
      return null;
  }
}
