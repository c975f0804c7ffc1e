import type { Answer, Link, Part, Way } from "../../report/why/answer.ts";
import { type Limits, NAMES } from "./limit.ts";
import { type Block, type Item, type Section, type Text, type Tone, code, name, quiet, say } from "./page.ts";
import { sourcesSearched } from "./sources.ts";
import { join, names } from "./words.ts";

/** Why one thing is there, or is not: the chain of causes, the most direct first. */
export function answerSection(answer: Answer, limits: Limits): Section {
  const { subject, sentence, parts } = answer;
  // With one part, its first link is the sentence.
  const said = parts.length === 1 && parts[0]?.chain[0]?.sentence === sentence;
  return {
    title: `Why ${subject.kind} ${subject.name}?`,
    blocks: [
      ...(said ? [] : [paragraph(sentence)]),
      ...known(answer),
      ...parts.flatMap((part, i) => [...(parts.length > 1 ? [paragraph(partTitle(part, i, parts))] : []), ...partBlocks(part, limits)]),
      ...(answer.verdict === "no_record" ? searched(answer, limits) : []),
    ],
  };
}

function known({ names: all, subject }: Answer): readonly Block[] {
  const others = all.filter((each) => each !== subject.name);
  return others.length === 0 ? [] : [paragraph(say`also known as ${names(others, NAMES)}`)];
}

function paragraph(text: Text): Block {
  return { type: "paragraph", text };
}

function partTitle(part: Part, i: number, parts: readonly Part[]): Text {
  return say`${String(i + 1)} of ${String(parts.length)}${part.about === null ? "" : say`, ${name(part.about)}`}: ${partVerdict(part)}`;
}

/** Of calls it is said what became of them: "not active" would be read as said of the hook that blocked one. */
function partVerdict({ verdict, of_calls }: Part): string {
  if (of_calls !== true) return verdict.replaceAll("_", " ");
  return verdict === "active" ? "not blocked" : verdict === "not_active" ? "blocked" : verdict;
}

function partBlocks(part: Part, limits: Limits): readonly Block[] {
  const chain = part.chain.map((link) => linkItem(link, part, limits));
  const ways = [way("turn off", part.turn_off), way("turn on", part.turn_on)].filter((each) => each !== undefined);
  return [{ type: "items", items: [...chain, ...ways], hidden: 0 }];
}

function linkItem(link: Link, part: Part, limits: Limits): Item {
  const { file, evidence, trace_id, span_id } = link;
  const place =
    file === null ? "" : join([file.path, file.position ?? "", file.real_path === null ? "" : `(really ${file.real_path})`], " ");
  const details = [
    { label: "file", text: place },
    { label: "known", text: evidence === null || evidence === "observed" ? "" : evidence },
    { label: "span", text: limits.all && trace_id !== null ? `${trace_id}/${span_id ?? "?"}` : "" },
  ];
  return {
    mark: link.relation.replaceAll("_", " "),
    tone: tone(link, part),
    text: link.recorded ? link.sentence : [quiet(link.sentence)],
    details: details.filter(({ text }) => text.length > 0),
  };
}

function tone({ recorded, relation }: Link, { verdict }: Part): Tone {
  if (!recorded) return "quiet";
  if (relation === "blocked_by" || relation === "disabled_by") return "warn";
  return verdict === "active" ? "good" : "warn";
}

function way(mark: string, { command, note }: Way): Item | undefined {
  if (command === null && note === null) return undefined;
  // A note that has the command in its sentence says it all.
  const told = command !== null && note?.includes(command) ? null : command;
  const text: Text = join([told === null ? "" : [code(told)], note === null ? "" : [quiet(note)]], " ");
  return { mark, tone: "quiet", text, details: [] };
}

/** What was looked through and in vain: without it "no record" says nothing. */
function searched({ searched: { session, sources, sections, completeness }, near }: Answer, limits: Limits): readonly Block[] {
  const silent = sections.filter(({ rows }) => rows === null).map(({ section }) => section.replaceAll("_", " "));
  const lines: readonly Text[] = [
    near.length === 0 ? "" : say`recorded under a name like it: ${names(near, NAMES)}`,
    say`looked in ${sourcesSearched(sources, limits)}${session === null ? "" : say`, session ${name(session)}`}${completeness === "complete" ? "" : ` (${completeness === "incomplete" ? "records are missing" : "perhaps not all of it"})`}`,
    silent.length === 0 ? "" : say`nothing here speaks of: ${silent.join(", ")}`,
  ];
  return lines.filter((text) => text.length > 0).map(paragraph);
}
