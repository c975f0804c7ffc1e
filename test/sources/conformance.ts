import { describe, expect, it } from "vitest";
import { expectBare } from "./expect-bare.ts";
import { SourceError, type ReadOptions, type Source, type SourceSummary, type SourceWarning } from "../../src/sources/source.ts";
import type { LogRecord, SpanRecord } from "../../src/sources/span.ts";

/** What a source under test is and holds. */
export interface Conforming {
  /** Opens it anew. */
  readonly open: () => Source | Promise<Source>;
  /** The activations and tool calls in it, in order. Their `source` and `position` are the source's own matter. */
  readonly expected: readonly SpanRecord[];
  /** How many spans it holds with those that nobody wants; undefined where it does not get to see them. */
  readonly spans: number | undefined;
  /** As the report's `sources[].format` has it. */
  readonly format: string;
  /** A source of this kind that cannot be opened. */
  readonly unreachable?: () => Source | Promise<Source>;
  /** Why it can be read only once. */
  readonly onlyOnce?: string;
  /** Why its times are not exact, so that they are not compared. */
  readonly inexactTimes?: string;
  /** Why attributes lose their types, so that they are not compared. */
  readonly untypedAttributes?: string;
}

/** What one reading of a source gave. */
export interface Reading {
  readonly records: readonly (SpanRecord | LogRecord)[];
  readonly warnings: readonly SourceWarning[];
  readonly summaries: readonly SourceSummary[];
}

/** Reads a source to its end. */
export async function readAll(source: Source, options: Partial<ReadOptions> = {}): Promise<Reading> {
  const records: (SpanRecord | LogRecord)[] = [];
  const warnings: SourceWarning[] = [];
  const summaries: SourceSummary[] = [];
  const reading = source.read({
    query: {},
    onWarning: (warning) => warnings.push(warning),
    onSummary: (summary) => summaries.push(summary),
    ...options,
  });
  for await (const record of reading) records.push(record);
  return { records, warnings, summaries };
}

/** The suite that every source passes: the rules of `Source`, in `src/sources/source.ts`. */
export function itIsASource(title: string, source: Conforming): void {
  describe(`${title}, as a source`, () => {
    it("yields every activation and tool call, in order", async () => {
      const { records } = await readAll(await source.open());
      expect(records.map((record) => comparable(record, source))).toEqual(source.expected.map((record) => comparable(record, source)));
    });

    it("says what it read before it ends", async () => {
      const opened = await source.open();
      const { summaries } = await readAll(opened);
      expect(summaries.map(({ name, format }) => ({ name, format }))).toEqual([{ name: opened.name, format: source.format }]);
      if (source.spans !== undefined) expect(summaries[0]?.spans).toBe(source.spans);
    });

    it("names itself and a place in every record", async () => {
      const opened = await source.open();
      const { records } = await readAll(opened);
      for (const record of records) {
        expect(record.source).toBe(opened.name);
        expect(record.position).toBeTypeOf("string");
      }
    });

    it("makes attributes that inherit nothing", async () => {
      const { records } = await readAll(await source.open());
      for (const record of records) expectBare(record.attributes);
    });

    it("throws the signal's reason where it was aborted before", async () => {
      const reason = new Error("no longer wanted");
      await expect(readAll(await source.open(), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });

    it("throws the signal's reason where it is aborted while it is read", async () => {
      const reason = new Error("no longer wanted");
      const controller = new AbortController();
      const reading = (await source.open()).read({
        query: {},
        signal: controller.signal,
        onWarning: () => {},
        onSummary: () => {},
      });
      const iterator = reading[Symbol.asyncIterator]();
      await iterator.next();
      controller.abort(reason);
      await expect(iterator.next()).rejects.toBe(reason);
    });

    it("can be left in the middle", async () => {
      const reading = (await source.open()).read({ query: {}, onWarning: () => {}, onSummary: () => {} });
      const iterator = reading[Symbol.asyncIterator]();
      expect((await iterator.next()).done).toBe(false);
      expect(await iterator.return?.()).toEqual({ done: true, value: undefined });
    });

    it.skipIf(source.onlyOnce !== undefined)("gives the same when it is read again", async () => {
      const opened = await source.open();
      expect(await readAll(opened)).toEqual(await readAll(opened));
    });

    it.skipIf(source.unreachable === undefined)("throws an error that names it where it cannot be opened", async () => {
      const opening = async (): Promise<Reading> => await readAll((await source.unreachable?.())!);
      await expect(opening()).rejects.toBeInstanceOf(SourceError);
    });
  });
}

/** What two formats of the same span have in common. */
function comparable(record: SpanRecord | LogRecord, source: Conforming): object {
  const { source: _source, position: _position, ...rest } = record;
  return {
    ...rest,
    attributes: source.untypedAttributes === undefined ? { ...record.attributes } : Object.keys(record.attributes).sort(),
    ...(source.inexactTimes === undefined ? {} : { startTime: undefined, endTime: undefined }),
  };
}
