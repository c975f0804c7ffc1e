import type { Steps } from "../activation/linear-regex.ts";
import { DisableHints } from "./disable-hint.ts";
import { HookJoin } from "./hook-join.ts";
import { matcherSteps } from "./matchers.ts";
import { RowTable } from "./rows.ts";
import { SkillUseJoin } from "./skill-uses.ts";
import type { Timeline } from "./timeline.ts";
import { ToolCallJoin } from "./tool-calls.ts";
import { Honourings } from "./honouring.ts";

/** What a timeline that is a part of a session is a part of. */
interface Surroundings {
  /** The session's own agent, which the part need not name. */
  readonly root?: string | null;
  /** The session up to the end of the part: whether a disable was honoured is told by all that followed it. */
  readonly history?: Timeline;
  /** What matchers may take, where it is shared with another part. */
  readonly steps?: Steps;
}

/** What the sections share. A join is made when the first section asks for it, so that one that fails takes no other section along. */
export class Context {
  readonly timeline: Timeline;
  readonly rows: RowTable = new RowTable();
  #hints: DisableHints | undefined;
  #hooks: HookJoin | undefined;
  #calls: ToolCallJoin | undefined;
  #uses: SkillUseJoin | undefined;
  #honourings: Honourings | undefined;

  /** What the matchers of the report may take. */
  readonly steps: Steps;
  readonly #root: string | undefined;
  readonly #history: Timeline;

  /** What a part of a session does not say of itself; by default it is the whole. */
  constructor(timeline: Timeline, { root, history, steps }: Surroundings = {}) {
    this.timeline = timeline;
    this.steps = steps ?? matcherSteps();
    this.#root = root ?? undefined;
    this.#history = history ?? timeline;
  }

  get hints(): DisableHints {
    return (this.#hints ??= new DisableHints(this.timeline));
  }

  get hooks(): HookJoin {
    return (this.#hooks ??= new HookJoin(this.timeline, this.#root, this.steps));
  }

  get calls(): ToolCallJoin {
    return (this.#calls ??= new ToolCallJoin(this.timeline));
  }

  get uses(): SkillUseJoin {
    return (this.#uses ??= new SkillUseJoin(this.timeline));
  }

  get honourings(): Honourings {
    return (this.#honourings ??= new Honourings(
      this.#history,
      this.#history === this.timeline ? this.calls : new ToolCallJoin(this.#history),
    ));
  }
}
