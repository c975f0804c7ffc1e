// A model that follows a script: what it does next depends on what it was told, and on nothing else.

/** What the script wants, in this order. A skill that the prompt does not name, or a tool that is not offered, is left out. */
const SCRIPT = [
  { skill: "release-notes" },
  { tool: "read_file", arguments: { path: "CHANGELOG.md" } },
  { tool: "bump_version", arguments: { from: "1.1.4", part: "minor" } },
  { tool: "write_file", arguments: { path: "../version.txt", text: "1.2.0" } },
  { tool: "write_file", arguments: { path: "out/RELEASE.md", text: "# 1.2.0\n\n- Faster start.\n" } },
  { tool: "mcp__issues__create_issue", arguments: { title: "Released 1.2.0", tag: "v1.2.0" } },
  { tool: "mcp__issues__delete_issue", arguments: { id: 1 } },
];

/**
 * @param {readonly { role: string, text: string, step?: object }[]} messages
 * @param {readonly { name: string }[]} tools
 * @returns {{ skill: string } | { tool: string, arguments: object } | { answer: string }}
 */
export function nextStep(messages, tools) {
  const [system] = messages;
  const done = new Set(messages.map(({ step }) => step));
  const next = SCRIPT.find((step) => !done.has(step) && isPossible(step, system.text, tools));
  return next ?? { answer: `Version 1.2.0 is described in out/RELEASE.md (${done.size - 1} steps).` };
}

function isPossible({ skill, tool }, systemText, tools) {
  if (skill !== undefined) return systemText.includes(`- ${skill}:`);
  return tools.some(({ name }) => name === tool);
}
