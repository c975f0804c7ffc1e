// An MCP server over standard input and output, with two tools.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const issues = new Map();

const tools = [
  {
    name: "create_issue",
    description: "Creates an issue.",
    inputSchema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
  },
  {
    name: "delete_issue",
    description: "Deletes an issue for good.",
    inputSchema: { type: "object", properties: { id: { type: "number" } }, required: ["id"] },
  },
];

const server = new Server({ name: "issues", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: args } }) => {
  const id = name === "create_issue" ? issues.size + 1 : args.id;
  if (name === "create_issue") issues.set(id, args);
  else issues.delete(id);
  return { content: [{ type: "text", text: `${name}: #${String(id)} ${JSON.stringify(args)}` }] };
});
await server.connect(new StdioServerTransport());
