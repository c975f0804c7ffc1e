/**
 * The embeddable extension host: hooks, skills, plugins, MCP servers and policies, each of them active only with the
 * reason why. The MCP part needs the package `@modelcontextprotocol/sdk`; it is loaded when a server is started.
 *
 * @packageDocumentation
 */
export { createHost, ExtensionHost, type HostOptions, type RunOutcome, type RunRound } from "./host/host.ts";
export type { CallOptions, ToolOutcome } from "./host/tool-calls.ts";
export { HostError } from "./host/host-error.ts";
export type { ToolArguments } from "./host/arguments.ts";
export type { OwnTool, ToolCallOptions, ToolDefinition, ToolFunction, Unavailable } from "./host/tools.ts";

export {
  HookVeto,
  type HookAnswer,
  type HookCall,
  type HookHandler,
  type HookInput,
  type HookSource,
  type HookSpec,
} from "./host/hooks/hook.ts";
export { VETO_EXIT_CODE, type CommandSpec } from "./host/hooks/command.ts";
export type { HookBlock, HookOutcome, HooksOptions, HookSubject } from "./host/hooks/registry.ts";
export type { HookSettingsFile } from "./host/hooks/settings.ts";
export type { SurfaceDiagnostic, ToolProvider } from "./host/surface.ts";
export { HOOK_EVENTS, type HookEvent } from "./activation/hook.ts";

export type { LoadedSkill, SkillsOptions, SkillUse } from "./host/skills/registry.ts";
export type { SkillDirectory } from "./host/skills/candidate.ts";
export type { ProvenancePolicy, SelectionOptions } from "./host/skills/selection.ts";
export type { RouterOptions } from "./host/skills/router.ts";
export { describeProvenance, type Provenance, type Signers } from "./host/skills/provenance.ts";

export type { PluginDirectory } from "./host/plugins/plugin.ts";
export type { CommandCall, PluginsOptions } from "./host/plugins/registry.ts";
export type { CommandFunction, PluginCode } from "./host/plugins/code.ts";
export type { PluginAgent, PluginCommand, PluginManifest } from "./host/plugins/manifest.ts";

export type { ApproveOptions, McpOptions } from "./host/mcp/registry.ts";
export type { McpConfig, McpRemoteConfig, McpServerConfig } from "./host/mcp/config.ts";
export type { ServerTrust, ToolApproval, TrustFile } from "./host/mcp/trust.ts";

export type { PoliciesOptions, Policy, PolicyDecision, PolicyRequest, Vote } from "./host/policy.ts";
