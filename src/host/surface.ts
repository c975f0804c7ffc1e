import type { ReasonCode } from "../activation/reason-code.ts";
import type { OpenFact, Recorder } from "../emit/recorder.ts";
import { HostError, messageOf } from "./host-error.ts";
import { inTime } from "./in-time.ts";
import type { OwnTool, ToolTable } from "./tools.ts";

/** Code of the host's own that brings tools, asked for them again in every run. */
export interface ToolProvider {
  /** The extension, for the report. */
  readonly name: string;
  tools(): readonly OwnTool[] | Promise<readonly OwnTool[]>;
}

/** What a seal or a harvest remarked of one extension. */
export interface SurfaceDiagnostic {
  readonly extension: string;
  readonly severity: "ERROR" | "WARNING";
  /** The extension was not admitted because of it. */
  readonly refusal: boolean;
  readonly reason: string;
  readonly reasonCode: ReasonCode;
}

const MOST_TOOLS = 1000;

/** How long a provider has to say what it brings. */
const ASK_TIMEOUT_MS = 10_000;

/**
 * The tools of a session's providers, fixed once: a seal admits each provider with the tools that it has then, whole or
 * not at all. A harvest asks them again, and takes nothing that the seal did not have; what is new is told and not offered.
 */
export class ToolSurface {
  readonly #recorder: Recorder;
  readonly #table: ToolTable;
  readonly #providers = new Map<string, ToolProvider>();
  /** The tools of the seal, by provider. */
  readonly #sealed = new Map<string, readonly string[]>();
  #isSealed = false;

  constructor(recorder: Recorder, table: ToolTable) {
    this.#recorder = recorder;
    this.#table = table;
  }

  /** @throws HostError where the name is taken, or the surface is sealed */
  add(provider: ToolProvider): void {
    if (this.#isSealed) throw new HostError(`extension ${provider.name}: the surface is sealed; add it before the host starts`);
    if (this.#providers.has(provider.name)) throw new HostError(`extension ${provider.name}: there is one of that name already`);
    this.#providers.set(provider.name, provider);
  }

  /** Whether there is anything to seal. */
  get size(): number {
    return this.#providers.size;
  }

  /** Admits the providers, in the order in which they were added, and records what came of each. */
  async seal(): Promise<readonly SurfaceDiagnostic[]> {
    this.#isSealed = true;
    const fact = this.#recorder.begin("surface");
    const diagnostics: SurfaceDiagnostic[] = [];
    for (const provider of this.#providers.values()) {
      const refusal = await this.#admit(provider);
      if (refusal === undefined) continue;
      const diagnostic = { extension: provider.name, severity: "ERROR", refusal: true, ...refusal } as const;
      diagnostics.push(diagnostic);
      this.#report(diagnostic, fact);
    }
    const isRefused = this.#sealed.size === 0;
    fact.end({
      phase: "seal",
      status: isRefused ? "refused" : "sealed",
      ...this.#names(),
      reason: isRefused
        ? "no extension was admitted"
        : diagnostics.length === 0
          ? "every extension was admitted"
          : `${diagnostics.length} of ${this.#providers.size} extensions were refused`,
      reasonCode: diagnostics[0] !== undefined && isRefused ? diagnostics[0].reasonCode : "sealed",
    });
    return diagnostics;
  }

  /** Asks the admitted providers again. What is offered stays what was sealed. */
  async harvest(): Promise<readonly SurfaceDiagnostic[]> {
    const fact = this.#recorder.begin("surface");
    const diagnostics: SurfaceDiagnostic[] = [];
    for (const [extension, sealed] of this.#sealed) {
      for (const found of await this.#lookAgain(extension, new Set(sealed))) {
        const diagnostic = { extension, refusal: false, ...found };
        diagnostics.push(diagnostic);
        this.#report(diagnostic, fact);
      }
    }
    fact.end({ phase: "harvest", status: "harvested", ...this.#names(), reason: "the tools are those of the seal", reasonCode: "sealed" });
    return diagnostics;
  }

  /** Why it is refused; undefined where it is admitted. */
  async #admit(provider: ToolProvider): Promise<Pick<SurfaceDiagnostic, "reason" | "reasonCode"> | undefined> {
    let tools: readonly OwnTool[];
    try {
      tools = await this.#ask(provider);
    } catch (error) {
      return { reason: `asked for its tools it raised: ${messageOf(error)}`, reasonCode: "provider_raised" };
    }
    if (tools.length > MOST_TOOLS) return { reason: `it has more than ${MOST_TOOLS} tools`, reasonCode: "over_limit" };
    const names = tools.map(({ name }) => name);
    for (const [at, name] of names.entries()) {
      const taken = names.indexOf(name) < at ? `it has two tools ${name}` : this.#table.whyTaken(name);
      if (taken !== undefined) return { reason: `${taken}, so none of its tools is taken`, reasonCode: "name_claimed" };
    }
    for (const tool of tools) this.#table.add(tool, { reason: `brought by the extension ${provider.name}` });
    this.#sealed.set(provider.name, names);
    return undefined;
  }

  async #lookAgain(
    extension: string,
    sealed: ReadonlySet<string>,
  ): Promise<readonly Pick<SurfaceDiagnostic, "severity" | "reason" | "reasonCode">[]> {
    try {
      const provider = this.#providers.get(extension);
      const tools = provider === undefined ? [] : await this.#ask(provider);
      const late = tools.filter(({ name }) => !sealed.has(name)).slice(0, MOST_TOOLS);
      return late.map(({ name }) => ({
        severity: "ERROR",
        reason: `the tool ${name} appeared after the seal and is not offered`,
        reasonCode: "late_tool",
      }));
    } catch (error) {
      const reason = `asked for its tools again it raised: ${messageOf(error)}; the tools of the seal are kept`;
      return [{ severity: "WARNING", reason, reasonCode: "provider_raised" }];
    }
  }

  async #ask(provider: ToolProvider): Promise<readonly OwnTool[]> {
    const late = (): Error => new Error(`it took longer than ${ASK_TIMEOUT_MS} ms`);
    const tools = [...(await inTime(ASK_TIMEOUT_MS, provider.tools(), late))];
    for (const tool of tools as readonly Partial<OwnTool>[]) {
      if (typeof tool.name !== "string" || typeof tool.execute !== "function")
        throw new TypeError("a tool has to have a name and execute()");
    }
    return tools;
  }

  #names(): { readonly extensions: readonly string[]; readonly tools: readonly string[] } {
    return { extensions: [...this.#sealed.keys()], tools: Array.from(this.#sealed.values()).flat() };
  }

  #report({ extension, ...diagnostic }: SurfaceDiagnostic, { context }: OpenFact<"surface">): void {
    this.#recorder.diagnostic({ name: extension, ...diagnostic }, { context });
  }
}
