// Compares pieces of work within one run: rounds take turns, and the median of the rounds' ratios is what counts.
// These machines are shared and noisy; a time on its own says little.

/**
 * @param {Record<string, () => unknown>} cases the first is the yardstick
 * @param {{ rounds?: number, iterations?: number }} [options]
 * @returns {Promise<Record<string, { ns: number, ratio: number }>>} median nanoseconds a call, and the median ratio to the yardstick
 */
export async function compare(cases, { rounds = 21, iterations = 20_000 } = {}) {
  const names = Object.keys(cases);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -3; round < rounds; round++) {
    for (const name of names) {
      const work = cases[name];
      const began = process.hrtime.bigint();
      for (let i = 0; i < iterations; i++) work();
      const took = Number(process.hrtime.bigint() - began) / iterations;
      if (round >= 0) times[name].push(took);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  const yardstick = times[names[0]];
  return Object.fromEntries(
    names.map((name) => [name, { ns: median(times[name]), ratio: median(times[name].map((took, round) => took / yardstick[round])) }]),
  );
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * One line of a benchmark: what was measured, the ratio, the aim, and whether it was reached.
 * @param {string} what @param {number} ratio @param {string} of @param {number} [aim]
 */
export function line(what, ratio, of, aim) {
  const verdict = aim === undefined ? "" : `  (aim: at most ${aim}${ratio <= aim ? "" : ", MISSED"})`;
  console.log(`${what.padEnd(58)} ${ratio.toFixed(3).padStart(8)} x ${of}${verdict}`);
}
