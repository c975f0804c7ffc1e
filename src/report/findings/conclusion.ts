import type { Facts } from "../facts.ts";
import type { EvidenceRef } from "../report.ts";
import type { FindingCode } from "./rules.ts";

/** What a rule concludes: a finding before its evidence is looked up, and before what it explains is folded into it. */
export interface Conclusion {
  readonly code: FindingCode;
  /** `kind:name` */
  readonly subject: string;
  readonly message: string;
  /** The rows, tool calls, votes and diagnostics that it rests on; the first is the one that it is about. */
  readonly facts: readonly object[];
  /** The row that holds the facts, where they are parts of a row: a filter selects rows. */
  readonly within?: object;
  /** Spans that it rests on beside those of its facts. */
  readonly evidence?: readonly EvidenceRef[];
  /** Rows whose being off it explains: what else would be concluded of them is told by this one. */
  readonly explains?: readonly object[];
  /** True of something that happens rather than is: the same again is counted. */
  readonly event?: true;
}

/** A rule reads the facts and concludes. It MUST take time linear in the facts and MUST NOT change them. */
export type Rule = (facts: Facts) => Iterable<Conclusion>;
