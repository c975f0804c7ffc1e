/** The most that W3C Baggage (section 3.3.2) promises to carry. OpenTelemetry's propagators cut what is beyond it, and say nothing. */
export const BAGGAGE_LIMITS = {
  /** Bytes of the whole header. */
  total: 8192,
  /** Bytes of one member, its properties included. */
  pair: 4096,
  /** Members. */
  pairs: 180,
} as const;

export type BaggageLimit = keyof typeof BAGGAGE_LIMITS;

const WORDS: Record<BaggageLimit, string> = { total: "bytes in all", pair: "bytes in one member", pairs: "members" };

/** The session does not fit into a carrier's baggage. Nothing was written to the carrier. */
export class BaggageLimitError extends Error {
  override readonly name = "BaggageLimitError";
  readonly limit: BaggageLimit;
  /** How much it would have been. */
  readonly size: number;

  constructor(limit: BaggageLimit, size: number) {
    const most = BAGGAGE_LIMITS[limit];
    super(
      `the session's baggage would have ${size.toLocaleString("en")} ${WORDS[limit]}, and W3C Baggage carries ${most.toLocaleString("en")}; ` +
        "nothing was handed on: turn off with a pattern (guard-*) in place of many names, or take members of others out",
    );
    this.limit = limit;
    this.size = size;
  }
}

/** @throws {BaggageLimitError} where members, as they stand in a header, are more than W3C Baggage carries */
export function checkBaggageLimits(members: readonly string[]): void {
  let total = Math.max(0, members.length - 1);
  for (const member of members) {
    const size = Buffer.byteLength(member);
    if (size > BAGGAGE_LIMITS.pair) throw new BaggageLimitError("pair", size);
    total += size;
  }
  if (members.length > BAGGAGE_LIMITS.pairs) throw new BaggageLimitError("pairs", members.length);
  if (total > BAGGAGE_LIMITS.total) throw new BaggageLimitError("total", total);
}
