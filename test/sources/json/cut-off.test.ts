import { describe, expect, it } from "vitest";
import { closedBehindRecords } from "../../../src/sources/json/cut-off.ts";
import { legacyAnswer } from "../jaeger/samples.ts";
import { readBytes } from "../read.ts";
import { v2Answer } from "../tempo/samples.ts";

describe("a document that is cut off", () => {
  it.each<[text: string, closed: string | undefined]>([
    ['{"data":[{"traceID":"1","spans":[{"a":[1]},{"a":[{}', '{"data":[{"traceID":"1","spans":[{"a":[1]}]}]}'],
    ['{"data":[{"spans":[{"a":"]}\\""}],"processes":{"p1":{"tags":[{', '{"data":[{"spans":[{"a":"]}\\""}]}]}'],
    ['{"meta":[{}],"data":[{"a":{}},{"a":{}', '{"meta":[{}],"data":[{"a":{}}]}'],
    ['{"data":[{"spans":[{"a":"spans', '{"data":[{"spans":[]}]}'],
    ['{"trace":{"resourceSpans":[{"scopeSpans":[{"spans":[{}]},{"sc', '{"trace":{"resourceSpans":[{"scopeSpans":[{"spans":[{}]},{}]}]}}'],
    ['{"trace":{"resourceSpans":[{}]},"metrics":{"insp', '{"trace":{"resourceSpans":[{}]}}'],
    ['{"trace":{"resourceSpans":[{}]},"status":"PAR', '{"trace":{"resourceSpans":[{}]}}'],
    ['{"traceId":"1","id":"2","tags":{"activation.kind":"hook"},"localEndp', undefined],
    ['{"a":[{},{', undefined],
    ['{"spans":"data', undefined],
  ])("%s is closed behind its last whole record", (text, closed) => {
    expect(closedBehindRecords(text)).toBe(closed);
    if (closed !== undefined) expect(() => void JSON.parse(closed)).not.toThrow();
  });

  it.each<[format: string, document: unknown]>([
    ["jaeger", legacyAnswer],
    ["tempo", v2Answer],
  ])("gives the spans of %s that are whole, wherever it is cut, and never a part of one", async (format, document) => {
    const text = JSON.stringify(document);
    const query = { others: true };
    const whole = (await readBytes(text, { query })).records;
    let most = 0;
    for (let cut = 20; cut < text.length; cut++) {
      const reading = await readBytes(text.slice(0, cut), { query }).catch(() => undefined);
      if (reading === undefined) continue;
      expect(reading.records).toEqual(whole.slice(0, reading.records.length));
      expect(reading.summary).toMatchObject({ format, lostRecords: true });
      most = Math.max(most, reading.records.length);
    }
    expect(most).toBe(whole.length);
  });
});
