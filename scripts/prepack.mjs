// Before the package is packed: from a fresh clone there is neither what the build needs nor what it makes.
import { ensureInstalled } from "./install.mjs";

await ensureInstalled();
await import("./build.mjs");
