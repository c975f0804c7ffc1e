// The agent's own tools.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const text = { type: "string" };

export function fileTools(project) {
  return [
    {
      name: "read_file",
      description: "Reads a file of the project.",
      inputSchema: { type: "object", properties: { path: text }, required: ["path"] },
      execute: async ({ path }) => await readFile(join(project, path), "utf8"),
    },
    {
      name: "write_file",
      description: "Writes a file of the project.",
      inputSchema: { type: "object", properties: { path: text, text }, required: ["path", "text"] },
      execute: async ({ path, text }) => {
        const file = join(project, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
        return `wrote ${text.length} characters to ${path}`;
      },
    },
  ];
}
