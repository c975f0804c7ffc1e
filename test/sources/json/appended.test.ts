import { describe, expect, it } from "vitest";
import { SHAPES } from "../../helpers/shapes.ts";
import { isWanted } from "../../../src/sources/wanted.ts";
import { readBytes } from "../read.ts";
import { RUN } from "../run.ts";

const WANTED = RUN.filter((span) => isWanted(span)).slice(0, 3);
const ids = (records: readonly { readonly spanId?: string | undefined }[]): readonly unknown[] => records.map(({ spanId }) => spanId);

/** Shapes of which each span is a line of its own. */
const LINES = ["OTLP/JSON, one document", "OTLP/JSON, snake_case", "Jaeger, API v3", "Tempo, v2", "ClickHouse, JSONEachRow"];

describe("a document that was appended to the half of one that a crash left", () => {
  it.each(LINES)("is read, wherever the crash was: %s", async (name) => {
    const [whole, torn, appended] = WANTED.map((span) => String(SHAPES[name]!.write([span])).trimEnd()) as [string, string, string];
    for (let cut = 1; cut < torn.length - 30; cut += 17) {
      const content = `${whole}\n${torn.slice(0, cut)}${appended}\n${whole}\n`;
      for (const chunk of [undefined, 64]) {
        const { records, warnings } = await readBytes(content, {}, chunk);
        expect(ids(records), `cut at ${torn.slice(0, cut).slice(-30)}`).toContain(WANTED[2]!.spanId);
        expect(ids(records)).toHaveLength(3);
        expect(warnings).toContainEqual(expect.objectContaining({ code: "truncated_record", position: "line 2" }));
      }
    }
  });

  it("is placed on its line, and the last of a text as well", async () => {
    const [, torn, appended] = WANTED.map((span) => String(SHAPES["OTLP/JSON, one document"]!.write([span]))) as [string, string, string];
    const { records } = await readBytes(`${appended}\n\n${torn.slice(0, 200)}${appended}`);
    expect(records.map(({ position }) => position)).toEqual(["line 1", "line 3"]);
  });

  it("is none where it is no whole document to the end of the line", async () => {
    const [, torn, appended] = WANTED.map((span) => String(SHAPES["OTLP/JSON, one document"]!.write([span]))) as [string, string, string];
    const { records } = await readBytes(`${torn.slice(0, 200)}${appended.slice(0, -5)}\n`);
    expect(records).toHaveLength(0);
  });
});
