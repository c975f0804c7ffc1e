import { statSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import { journalRoot } from "../../emit/journal-path.ts";
import { displayPath } from "../../emit/shorten.ts";
import { type JournalSession, listJournal } from "../../sources/journal.ts";
import type { Diagnosis } from "../../views/page/diagnosis-page.ts";
import { hereIn } from "../workspace.ts";
import { ELSEWHERE, closed, full, opened, reopened } from "./access.ts";
import { type Place, note, ok, problem } from "./diagnosis.ts";
import { shellWord } from "../../report/shell-word.ts";

const START = 'install the library and call startSession() in the agent (README, "Install" and "Emit")';

/** Whether the journal is on, can be written and read, and has something of this folder. */
export function journal({ environment, folder }: Place): readonly Diagnosis[] {
  const root = journalRoot(environment);
  if (root === undefined) return [problem("journal_off", "the journal is turned off: ACTIVATION_JOURNAL=off", "unset ACTIVATION_JOURNAL")];
  const shown = displayPath(root);
  const unusable = unwritable(root);
  if (unusable !== undefined) return [unusable];
  if (kindOf(root) === undefined) return [absent(environment, root), ...relative(environment, root)];
  let sessions: readonly JournalSession[];
  try {
    sessions = listJournal(root);
  } catch (error) {
    return [
      problem(
        "journal_unreadable",
        `the journal ${shown} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
        opened(root, "-R u+rwX"),
      ),
    ];
  }
  if (sessions.length === 0)
    return [problem("journal_empty", `the journal ${shown} is empty: no agent has recorded anything, or it was pruned`, START)];
  return [
    ok("journal", `the journal ${shown} holds ${sessions.length} ${sessions.length === 1 ? "session" : "sessions"}`),
    ...relative(environment, root),
    ...workspace(sessions, folder),
  ];
}

/** An agent that was started without the variable has written elsewhere: then that is the cause, and not that none has recorded. */
function absent(environment: Place["environment"], root: string): Diagnosis {
  const usual = journalRoot({ ...environment, ACTIVATION_JOURNAL: undefined });
  if (usual !== undefined && usual !== root && kindOf(usual) === "folder") {
    return problem(
      "journal_elsewhere",
      `ACTIVATION_JOURNAL names ${displayPath(root)}, which does not exist; what was recorded without it is in ${displayPath(usual)}`,
      "unset ACTIVATION_JOURNAL",
    );
  }
  const message = `the journal ${displayPath(root)} does not exist: no agent has recorded anything for this user yet`;
  return problem("journal_absent", message, START);
}

/** A relative path is another folder for every program that is started elsewhere. */
function relative({ ACTIVATION_JOURNAL: set = "" }: Place["environment"], root: string): readonly Diagnosis[] {
  if (set === "" || isAbsolute(set)) return [];
  const message = `ACTIVATION_JOURNAL=${set} is a relative path: an agent that runs in another folder has another journal`;
  return [note("journal_relative", message, `export ACTIVATION_JOURNAL=${shellWord(root)}`)];
}

/** The first folder on the way to the journal that exists must let us in and write, and have room. */
function unwritable(root: string): Diagnosis | undefined {
  let place = root;
  while (kindOf(place) === undefined && dirname(place) !== place) place = dirname(place);
  if (kindOf(place) === "folder") return closed(place) ?? full(place);
  return problem("journal_no_folder", `${displayPath(place)} is not a folder, so that the journal cannot be written under it`, ELSEWHERE);
}

/** undefined where there is nothing, or something on the way is no folder. */
function kindOf(path: string): "folder" | "other" | undefined {
  try {
    return statSync(path).isDirectory() ? "folder" : "other";
  } catch {
    return undefined;
  }
}

function workspace(sessions: readonly JournalSession[], folder: string): readonly Diagnosis[] {
  const unreadable = sessions.filter(({ head }) => head === undefined);
  const torn = unreadable.slice(0, 1).map(({ folder: first, files }) =>
    // A folder without files would be no session: this one is closed.
    files.length === 0
      ? note(
          "journal_closed",
          `${unreadable.length} of them cannot be read, ${displayPath(first)} for one: its folder is closed`,
          reopened(first),
        )
      : note("journal_torn", `of ${unreadable.length} of them not even the first record can be read`, "explain sessions"),
  );
  if (sessions.some(({ head }) => hereIn(head?.workspace, folder)))
    return [ok("workspace", `there are sessions of ${displayPath(folder)} in it`), ...torn];
  const elsewhere = sessions.find(({ head }) => head?.workspace !== undefined)?.head;
  if (elsewhere?.workspace === undefined) {
    return [
      note("workspace", "its sessions do not say in which folder they ran: the agent did not set workspace.path", "explain sessions"),
      ...torn,
    ];
  }
  return [
    problem(
      "other_workspace",
      `none of its sessions ran in ${displayPath(folder)}; the newest that says where ran in ${elsewhere.workspace}`,
      `explain activation --session ${shellWord(elsewhere.session)}`,
    ),
    ...torn,
  ];
}
