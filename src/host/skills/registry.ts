import type { SkillTrigger } from "../../activation/skill.ts";
import type { ReasonCode } from "../../activation/reason-code.ts";
import type { Recorder } from "../../emit/recorder.ts";
import type { Session } from "../../session/session.ts";
import type { Surface } from "../../session/surface.ts";
import { whyOff } from "../hooks/registry.ts";
import { findSkills, type SkillDirectory } from "./candidate.ts";
import type { Signers } from "./provenance.ts";
import { selectSkills, type SelectedSkill, type SelectionOptions } from "./selection.ts";

export interface SkillsOptions extends SelectionOptions {
  /** The folders to search, in order: of one name, the first that can be loaded has it. */
  readonly directories?: readonly SkillDirectory[] | undefined;
  /** The keys with which signatures are checked. */
  readonly signers?: Signers | undefined;
}

/** A skill as the agent has it. */
export interface LoadedSkill {
  readonly name: string;
  readonly description: string;
  /** Its `SKILL.md`. */
  readonly path: string;
  readonly plugin?: string | undefined;
  /** Whether the prompt section names it. */
  readonly listed: boolean;
  readonly sandbox?: string | undefined;
}

/** What became of a wish to use a skill. */
export type SkillUse =
  | {
      readonly status: "used";
      readonly skill: LoadedSkill;
      /** The text after the frontmatter, as it was when the skill was loaded. */ readonly instructions: string;
    }
  | { readonly status: "unavailable"; readonly reason: string; readonly reasonCode: ReasonCode };

interface Entry {
  readonly selected: SelectedSkill;
  readonly surface: Surface;
  /** What was last said of it: the disable that acts on it, or null. */
  said: string | null;
}

/** The skills of a session. Reads folders, and writes none: a disable is in memory. */
export class SkillRegistry {
  readonly #recorder: Recorder;
  readonly #session: Session;
  readonly #options: SkillsOptions;
  #entries: readonly Entry[] = [];

  constructor(recorder: Recorder, options: SkillsOptions = {}) {
    this.#recorder = recorder;
    this.#session = recorder.session;
    this.#options = options;
  }

  /** Searches the folders, and those of plugins after them. Called again, it starts anew: {@link announce} then says what is there now. */
  async discover(pluginDirectories: readonly SkillDirectory[] = []): Promise<void> {
    const candidates = [];
    for (const directory of [...(this.#options.directories ?? []), ...pluginDirectories]) {
      candidates.push(...(await findSkills(directory, this.#options.signers ?? {})));
    }
    this.#entries = selectSkills(candidates, this.#options, this.#session.workspace).map((selected) => {
      const { name, directory } = selected.candidate;
      return { selected, surface: this.#session.addSurface({ kind: "skill", name, plugin: directory.plugin }), said: null };
    });
  }

  /** Writes a fact for every candidate. */
  announce(): void {
    for (const entry of this.#entries) this.#record(entry);
  }

  /** Says anew what a disable has changed. */
  refresh(): void {
    for (const entry of this.#entries) {
      if (entry.selected.status === "loaded" && this.#disabledBy(entry) !== entry.said) this.#record(entry);
    }
  }

  /** The skills that are loaded, and not turned off. */
  loaded(): readonly LoadedSkill[] {
    return this.#entries.filter((entry) => this.#isOn(entry)).map(describe);
  }

  /** The names that a plugin's skills have: loaded ones, those that are off or could not be loaded, and those that another took. */
  ofPlugin(plugin: string): Readonly<Record<"loaded" | "off" | "shadowed", readonly string[]>> {
    const own = this.#entries.filter(({ surface }) => surface.plugin === plugin);
    const names = (entries: readonly Entry[]): readonly string[] => entries.map(({ surface }) => surface.name);
    return {
      loaded: names(own.filter((entry) => this.#isOn(entry))),
      off: names(own.filter((entry) => !this.#isOn(entry) && entry.selected.reasonCode !== "shadowed")),
      shadowed: names(own.filter(({ selected }) => selected.reasonCode === "shadowed")),
    };
  }

  /** The part of the system prompt that names the skills which the model can choose; empty where there are none. */
  promptSection(): string {
    const listed = this.loaded().filter((skill) => skill.listed);
    if (listed.length === 0) return "";
    const lines = listed.map(({ name, description, path }) => `- ${name}: ${oneLine(description)} (${oneLine(path)})`);
    return `# Skills\n\nRead a skill's file before you do what it is for.\n\n${lines.join("\n")}\n`;
  }

  /** Uses a skill: gives its instructions and records the use. */
  use(name: string, trigger: SkillTrigger = "explicit"): SkillUse {
    const entry = this.#entries.find(({ selected }) => selected.candidate.name === name && selected.status === "loaded");
    if (entry === undefined) return this.#whyUnavailable(name);
    const disabledBy = this.#disabledBy(entry);
    if (disabledBy !== null) return { status: "unavailable", reason: whyOff(disabledBy), reasonCode: "disabled_for_session" };
    const { candidate } = entry.selected;
    const reasonCode = trigger === "explicit" ? "selected_explicitly" : trigger === "eager" ? "always_active" : "selected_by_model";
    this.#recorder.skillUse({
      name,
      trigger,
      sourcePath: candidate.path,
      sourceScope: candidate.directory.scope,
      plugin: candidate.directory.plugin,
      digest: candidate.digest,
      reason: TRIGGER_REASONS[trigger],
      reasonCode,
    });
    return { status: "used", skill: describe(entry), instructions: candidate.body };
  }

  #whyUnavailable(name: string): SkillUse {
    const skipped = this.#entries.find(({ selected }) => selected.candidate.name === name)?.selected;
    if (skipped === undefined) return { status: "unavailable", reason: `there is no skill ${name}`, reasonCode: "not_recognised" };
    return { status: "unavailable", reason: skipped.reason, reasonCode: skipped.reasonCode };
  }

  #isOn(entry: Entry): boolean {
    return entry.selected.status === "loaded" && this.#disabledBy(entry) === null;
  }

  #disabledBy(entry: Entry): string | null {
    return this.#session.disabledBy(entry.surface) ?? null;
  }

  #record(entry: Entry): void {
    const { candidate, route, ...selected } = entry.selected;
    const disabledBy = selected.status === "loaded" ? this.#disabledBy(entry) : null;
    entry.said = disabledBy;
    const { signed, verified, signer, errors } = candidate.provenance ?? {};
    this.#recorder.skill({
      name: candidate.name,
      status: disabledBy === null ? selected.status : "skipped",
      reason: disabledBy === null ? selected.reason : whyOff(disabledBy),
      reasonCode: disabledBy === null ? selected.reasonCode : "disabled_for_session",
      disabledBy: disabledBy ?? undefined,
      listed: disabledBy === null && selected.listed,
      sourcePath: candidate.path,
      sourceRealPath: candidate.realPath,
      sourceScope: candidate.directory.scope,
      sourceDir: candidate.directory.path,
      plugin: candidate.directory.plugin,
      digest: candidate.digest,
      isolation: route?.isolation,
      sandbox: route?.sandbox,
      routingReason: route?.reason,
      fallbackAvailable: route?.fallbackAvailable,
      warnings: selected.warnings,
      shadowedBy: selected.shadowedBy,
      shadows: selected.shadows,
      provenanceSigned: signed,
      provenanceVerified: verified,
      provenanceSigner: signer,
      provenanceErrors: errors,
      errorType: candidate.fault?.errorType,
    });
  }
}

const TRIGGER_REASONS: Readonly<Record<SkillTrigger, string>> = {
  eager: "the host uses it in every run",
  explicit: "the user asked for it",
  implicit: "the model chose it",
  context: "its context came up",
  index_only: "the model looked it up",
};

function describe({ selected }: Entry): LoadedSkill {
  const { candidate, listed, route } = selected;
  return {
    name: candidate.name,
    description: candidate.frontmatter?.description ?? "",
    path: candidate.path,
    plugin: candidate.directory.plugin,
    listed,
    sandbox: route?.sandbox,
  };
}

/** Text from a file, on one line of a prompt: nothing in it can begin another. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
}
