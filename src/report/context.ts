import { DisableHints } from "./disable-hint.ts";
import { HookJoin } from "./hook-join.ts";
import { RowTable } from "./rows.ts";
import { SkillUseJoin } from "./skill-uses.ts";
import type { Timeline } from "./timeline.ts";
import { ToolCallJoin } from "./tool-calls.ts";
import { Honourings } from "./honouring.ts";

/** What the sections share. A join is made when the first section asks for it, so that one that fails takes no other section along. */
export class Context {
  readonly timeline: Timeline;
  readonly rows: RowTable = new RowTable();
  #hints: DisableHints | undefined;
  #hooks: HookJoin | undefined;
  #calls: ToolCallJoin | undefined;
  #uses: SkillUseJoin | undefined;
  #honourings: Honourings | undefined;

  readonly #root: string | undefined;

  /** @param root the session's own agent, which a part of the session need not name */
  constructor(timeline: Timeline, root?: string | null) {
    this.timeline = timeline;
    this.#root = root ?? undefined;
  }

  get hints(): DisableHints {
    return (this.#hints ??= new DisableHints(this.timeline));
  }

  get hooks(): HookJoin {
    return (this.#hooks ??= new HookJoin(this.timeline, this.#root));
  }

  get calls(): ToolCallJoin {
    return (this.#calls ??= new ToolCallJoin(this.timeline));
  }

  get uses(): SkillUseJoin {
    return (this.#uses ??= new SkillUseJoin(this.timeline));
  }

  get honourings(): Honourings {
    return (this.#honourings ??= new Honourings(this.timeline, this.calls));
  }
}
