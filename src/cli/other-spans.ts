import { stat } from "node:fs/promises";
import type { ReportBuilder } from "../report/builder.ts";
import type { SourceSummary } from "../sources/source.ts";
import { isWanted } from "../sources/wanted.ts";

/** What is read a second time, and decoded whole, in no time to speak of. */
const SMALL = 1 << 22;

/**
 * Adds the spans that a first read passed over, where it was of a small file: they can be the parents of activations.
 * What the first read warned of is not told again.
 */
export async function addOthers({ name, format }: SourceSummary, builder: ReportBuilder): Promise<void> {
  // A pipe gives what it has once, and what is packed is small at first.
  const status = format.includes("+") ? undefined : await stat(name).catch(() => undefined);
  if (status?.isFile() !== true || status.size > SMALL) return;
  const { fileSource } = await import("../sources/files/file.ts");
  try {
    for await (const record of fileSource(name).read({ query: { others: true }, onWarning: () => {}, onSummary: () => {} })) {
      if (record.type === "span" && !isWanted(record)) builder.add(record);
    }
  } catch {
    // The first read has told why.
  }
}
