import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { pathOf, PROGRAMS } from "./scripts/real-programs.mjs";

const clickhouse = pathOf(PROGRAMS.clickhouse);

/** The tests against real programs: `npm run check:real`. */
export default defineConfig({
  test: {
    include: ["test/real/**/*.test.ts"],
    // The programs are heavy: one file's at a time.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: {
      ACTIVATION_JOURNAL: "off",
      ...(process.env["CLICKHOUSE_PYTHON"] === undefined && existsSync(clickhouse) ? { CLICKHOUSE_PYTHON: clickhouse } : {}),
    },
  },
});
