import { defineConfig } from "vitest/config";

/** The tests against real programs: `npm run check:real`. */
export default defineConfig({
  test: {
    include: ["test/real/**/*.test.ts"],
    // The programs are heavy: one file's at a time.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { ACTIVATION_JOURNAL: "off" },
  },
});
