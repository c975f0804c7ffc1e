// What a source file of ours exports, for scripts: Node.js 20 does not run TypeScript.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** @param {string} path from the root of the repository */
export async function importSource(path) {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
    entryPoints: [path],
    bundle: true,
    write: false,
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "warning",
  });
  return await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}
