import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    exclude: ["test/real/**"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    env: { ACTIVATION_JOURNAL: "off" },
  },
});
