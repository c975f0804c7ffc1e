const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;

/** "812 B", "1.4 MB": powers of 1,000. */
export function bytes(number: number): string {
  const power = Math.min(UNITS.length - 1, number < 1 ? 0 : Math.floor(Math.log10(number) / 3));
  const scaled = number / 1000 ** power;
  return `${power > 0 && scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)} ${UNITS[power] ?? "B"}`;
}
