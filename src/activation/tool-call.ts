import { AttributeReader } from "./attribute-reader.ts";
import { string, type Attributes, type Fields, type WrittenAttributes } from "./attribute.ts";
import { readFields } from "./codec.ts";

/**
 * A tool call. It is no activation: it is OpenTelemetry's own `execute_tool` span (semantic conventions for
 * generative AI, `gen_ai.operation.name` = `execute_tool`), which a reader counts beside the activations.
 */
export interface ToolCall {
  readonly kind: "tool_call";
  readonly toolName?: string | undefined;
  readonly toolCallId?: string | undefined;
  readonly server?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly runId?: string | undefined;
  readonly agent?: string | undefined;
  readonly errorType?: string | undefined;
}

const OPERATION_ATTRIBUTE = "gen_ai.operation.name";
const TOOL_OPERATION = "execute_tool";

export const TOOL_CALL_FIELDS: Fields<Omit<ToolCall, "kind">> = {
  toolName: string("gen_ai.tool.name", "The tool, under the name that the model sees.", "mcp__issues__create_issue"),
  toolCallId: string("gen_ai.tool.call.id", "The call.", "call_1"),
  server: string("activation.mcp.server", "The MCP server that served it.", "issues"),
  sessionId: string("session.id", "The session.", "s-1"),
  runId: string("activation.run.id", "The run.", "r-1"),
  agent: string("gen_ai.agent.name", "The agent that called.", "main"),
  errorType: string("error.type", "What broke, where it failed.", "timeout"),
};

export function toolCallSpanName(call: ToolCall): string {
  return call.toolName === undefined ? TOOL_OPERATION : `${TOOL_OPERATION} ${call.toolName}`;
}

export function toolCallAttributes(call: ToolCall): WrittenAttributes {
  return {
    [OPERATION_ATTRIBUTE]: TOOL_OPERATION,
    "gen_ai.tool.name": call.toolName,
    "gen_ai.tool.call.id": call.toolCallId,
    "activation.mcp.server": call.server,
    "session.id": call.sessionId,
    "activation.run.id": call.runId,
    "gen_ai.agent.name": call.agent,
    "error.type": call.errorType,
  };
}

/** A tool call out of a span's attributes; undefined where the span is none. */
export function toolCallFromAttributes(attributes: Attributes): ToolCall | undefined {
  if (attributes[OPERATION_ATTRIBUTE] !== TOOL_OPERATION) return undefined;
  return { kind: "tool_call", ...readFields(new AttributeReader(attributes), TOOL_CALL_FIELDS) };
}
