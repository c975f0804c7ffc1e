import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const src = fileURLToPath(new URL("../src", import.meta.url));

/** What a folder may import of ours, beside itself. `types:` allows types of that folder alone, a path that one file. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  activation: [],
  session: ["activation"],
  emit: ["activation", "session", "version.ts"],
  host: ["activation", "session", "emit", "version.ts"],
  sources: [],
  report: ["activation", "types:sources"],
  views: ["types:report", "report/report.ts"],
  cli: ["activation", "session", "emit", "sources", "report", "views", "version.ts", "sdk.ts"],
  "index.ts": ["activation", "session", "emit", "version.ts"],
  "sdk.ts": ["activation", "session", "emit", "version.ts"],
  "host.ts": ["host", "activation", "session", "emit"],
  "reader.ts": ["activation", "sources", "report", "views", "sources.ts"],
  "sources.ts": ["sources"],
  "version.ts": [],
};

/** Packages that a folder must not load: the reader never loads the SDK, the contract loads nothing. */
const MUST_NOT_LOAD: Readonly<Record<string, RegExp>> = {
  activation: /./,
  session: /^@opentelemetry\/(sdk|exporter|resources)|^commander|^zod/,
  sources: /^@opentelemetry|^commander/,
  report: /^@opentelemetry|^commander/,
  views: /^@opentelemetry|^commander|^zod/,
  "index.ts": /./,
  "reader.ts": /^@opentelemetry/,
  "sources.ts": /./,
};

const IMPORT = /(?:^|\n)\s*(import|export)\s+(type\s+)?((?:[^"';]*?)\s+from\s+)?"([^"]+)"|import\(\s*"([^"]+)"\s*\)/g;

interface Import {
  readonly file: string;
  readonly specifier: string;
  readonly typeOnly: boolean;
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
  return Array.from(text.matchAll(IMPORT), ([, , type, names, from, dynamic]) => ({
    file: relative(src, file),
    specifier: from ?? dynamic ?? "",
    typeOnly: type !== undefined || (names !== undefined && /^\s*\{\s*(type\s+[\w\s]+,?\s*)+\}\s+from\s+$/.test(names)),
  }));
}

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => join(entry.parentPath, entry.name));
const imports = files.flatMap(importsOf);
const roomOf = (path: string): string => path.split("/")[0] ?? "";

describe("the import rule", () => {
  test("every folder of src/ has a rule", () => {
    const rooms = new Set(files.map((file) => roomOf(relative(src, file))));
    expect([...rooms].filter((room) => !(room in MAY_IMPORT))).toEqual([]);
  });

  test("ARCHITECTURE.md has a line for every folder of src/", () => {
    const tree = readFileSync(join(src, "../ARCHITECTURE.md"), "utf8").split("```")[3] ?? "";
    const folders = new Set(files.flatMap((file) => relative(src, dirname(file)).split("/")).filter((folder) => folder !== ""));
    expect([...folders].filter((folder) => !new RegExp(`^ +(?:\\w+/ )*${folder}/`, "m").test(tree))).toEqual([]);
  });

  test("a folder imports only what it may", () => {
    const wrong = imports.flatMap(({ file, specifier, typeOnly }) => {
      if (!specifier.startsWith(".")) return [];
      const from = roomOf(file);
      const target = relative(src, resolve(dirname(join(src, file)), specifier));
      const to = roomOf(target);
      const allowed = MAY_IMPORT[from] ?? [];
      if (from === to || allowed.includes(to) || allowed.includes(target) || (typeOnly && allowed.includes(`types:${to}`))) return [];
      const hint = allowed.includes(`types:${to}`)
        ? "import its types only (`import type`)"
        : `move what is shared into a folder that ${from} may import (${allowed.join(", ") || "none"})`;
      return [`src/${file} imports ${specifier}: ${from} may not import ${to}; ${hint}`];
    });
    expect(wrong).toEqual([]);
  });

  test("a source never imports another", () => {
    const wrong = imports.flatMap(({ file, specifier }) => {
      if (!file.startsWith("sources/") || !specifier.startsWith(".")) return [];
      const [, from, ...rest] = file.split("/");
      const target = relative(join(src, "sources"), resolve(dirname(join(src, file)), specifier)).split("/");
      const isBackend = (name: string | undefined): boolean =>
        ["jaeger", "tempo", "grafana", "zipkin", "clickhouse", "console", "memory"].includes(name ?? "");
      return rest.length > 0 && isBackend(from) && target.length > 1 && isBackend(target[0]) && target[0] !== from
        ? [`src/${file} imports ${specifier}`]
        : [];
    });
    expect(wrong).toEqual([]);
  });

  test("no folder loads what its users do not have", () => {
    const wrong = imports.flatMap(({ file, specifier, typeOnly }) => {
      const forbidden = MUST_NOT_LOAD[roomOf(file)];
      if (typeOnly || specifier.startsWith(".") || specifier.startsWith("node:") || forbidden === undefined) return [];
      return forbidden.test(specifier) ? [`src/${file} loads ${specifier}; load it elsewhere, or take its types only`] : [];
    });
    expect(wrong).toEqual([]);
  });
});
