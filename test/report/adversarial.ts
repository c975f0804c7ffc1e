import type { ReadActivation } from "../../src/activation/activation.ts";
import type { ActivationRecord } from "../../src/activation/record.ts";
import type { ToolCall } from "../../src/activation/tool-call.ts";
import type { ReportOptions } from "../../src/report/options.ts";

/** A trace of which every part is made to meet every other. */
export interface Adversary {
  readonly title: string;
  /** About `n` facts that one join of the report takes together. */
  readonly write: (trace: Trace, n: number) => void;
  readonly options?: ReportOptions;
  /** Beyond some thousands not all of it is compared, and that is said: where nothing else keeps it from taking time with its square. */
  readonly bounded?: true;
}

/** Records as a reader has them, a millisecond apart, one emitter's. */
export class Trace {
  readonly records: ActivationRecord[] = [];
  #sequence = 0;

  say(activation: ReadActivation | ToolCall, parent?: string): this {
    const at = this.records.length + 1;
    const numbered = activation.kind === "tool_call" ? {} : { sequence: (this.#sequence += 1), emitter: "e-1" };
    this.records.push({
      activation: { sessionId: "s-1", agent: "main", ...numbered, ...activation },
      traceId: "0".repeat(31) + "1",
      spanId: at.toString(16).padStart(16, "0"),
      parentSpanId: parent,
      startTime: [1_767_603_600 + Math.floor(at / 1000), (at % 1000) * 1e6],
      endTime: [1_767_603_600 + Math.floor(at / 1000), (at % 1000) * 1e6],
    });
    return this;
  }
}

/** The report that is asked for is of these records. */
export function traceOf({ write }: Adversary, n: number): readonly ActivationRecord[] {
  const trace = new Trace();
  write(trace, n);
  return trace.records;
}

const times = (n: number, write: (index: number) => void): void => {
  for (let index = 0; index < n; index += 1) write(index);
};
const names = (n: number, prefix: string): readonly string[] => Array.from({ length: n }, (_, index) => `${prefix}${index}`);

const hook = (more: Partial<Extract<ReadActivation, { kind: "hook_registration" }>>): ReadActivation => ({
  kind: "hook_registration",
  name: "guard",
  event: "PreToolUse",
  state: "active",
  matcherSyntax: "all",
  ...more,
});
const fired = (more: Partial<Extract<ReadActivation, { kind: "hook" }>>): ReadActivation => ({
  kind: "hook",
  name: "guard",
  event: "PreToolUse",
  decision: "ran",
  ...more,
});
const call = (toolName: string, more: Partial<ToolCall> = {}): ToolCall => ({ kind: "tool_call", toolName, ...more });
const off = (target: "hook" | "skill" | "plugin" | "mcp_server" | "mcp_tool", targetName: string): ReadActivation => ({
  kind: "disable",
  target,
  targetName,
  state: "disabled",
  accepted: true,
  matched: 0,
});

export const ADVERSARIES: readonly Adversary[] = [
  {
    title: "registrations of one name in different files, and as many dispatches of it",
    bounded: true,
    write: (trace, n) => {
      times(n, (i) => trace.say(hook({ sourcePath: `${i}.json` })));
      times(n, () => trace.say(fired({})));
    },
  },
  {
    title: "registrations of one name, each between dispatches that say something else each",
    bounded: true,
    write: (trace, n) =>
      times(n, (i) => {
        trace.say(hook({ sourcePath: `${i}.json`, matcher: `t${i}`, matcherSyntax: "exact" }));
        trace.say(fired({ toolName: `t${i}`, toolCallId: `c${i}` }));
      }),
  },
  {
    title: "registrations of one name of one plugin, in different files",
    write: (trace, n) => times(n, (i) => trace.say(hook({ sourcePath: `${i}.json`, plugin: "kit" }))),
  },
  {
    title: "registrations of one name by as many keys, plugins and events, and dispatches that name the last of each",
    bounded: true,
    write: (trace, n) => {
      times(n, (i) => trace.say(hook({ sourcePath: `${i}.json`, plugin: `p${i}`, event: `E${i}` })));
      times(n, (i) => trace.say(fired({ event: `E${n - i}`, plugin: `p${n - i}`, sourcePath: `${n - i}.json` })));
    },
  },
  {
    title: "registrations of one name, and groups that name it as a candidate again and again",
    bounded: true,
    write: (trace, n) => {
      times(n, (i) => trace.say(hook({ sourcePath: `${i}.json` })));
      trace.say(fired({ name: undefined, candidates: Array.from({ length: n }, () => "guard") }));
      times(n, () => trace.say(fired({ name: undefined, candidates: ["guard", "other"] })));
    },
  },
  {
    title: "a group of many candidates, each registered",
    write: (trace, n) => {
      times(n, (i) => trace.say(hook({ name: `h${i}` })));
      trace.say(fired({ name: undefined, decision: "vetoed", candidates: names(n, "h") }));
    },
  },
  {
    title: "hooks of one command in different files with different matchers, dispatched for one call",
    write: (trace, n) => {
      times(n, (i) =>
        trace.say(hook({ name: `h${i}`, command: "run.sh", sourcePath: `${i}.json`, matcher: `*${i}`, matcherSyntax: "glob" })),
      );
      times(n, (i) => trace.say(fired({ name: `h${i}`, toolCallId: "c1" })));
    },
  },
  {
    title: "hooks of one command and no name with different matchers, and dispatches by their key",
    bounded: true,
    write: (trace, n) => {
      times(n, (i) =>
        trace.say(hook({ name: undefined, key: "k", command: "run.sh", sourcePath: `${i}.json`, matcher: `*${i}`, matcherSyntax: "glob" })),
      );
      times(n, (i) => trace.say(fired({ name: undefined, key: "k", toolCallId: `c${i}` })));
    },
  },
  {
    title: "hooks of one file by two routes, some in every run",
    bounded: true,
    write: (trace, n) => {
      times(n, (i) => trace.say(hook({ command: "run.sh", sourcePath: "a.json", registeredVia: `r${i}` })));
      times(n, (i) => trace.say(hook({ command: "run.sh", sourcePath: "a.json", registeredVia: `s${i}`, runId: `run-${i}` })));
    },
  },
  {
    title: "hooks with globs, beside as many tools",
    bounded: true,
    write: (trace, n) => {
      times(n, (i) => trace.say(hook({ name: `h${i}`, matcher: `*a${i}*b`, matcherSyntax: "glob" })));
      times(n, (i) => trace.say(call(`mcp__server__tool_${i}`)));
    },
  },
  {
    title: "hooks with lists, beside as many tools",
    write: (trace, n) => {
      times(n, (i) => trace.say(hook({ name: `h${i}`, matcher: `a${i},b${i}`, matcherSyntax: "list" })));
      times(n, (i) => trace.say(call(`a${i}`)));
    },
  },
  {
    title: "hooks with big expressions, beside as many tools",
    bounded: true,
    write: (trace, n) => {
      times(n, (i) => trace.say(hook({ name: `h${i}`, matcher: `(a?|b?|[^c]*){99}${i}`, matcherSyntax: "regex" })));
      times(n, (i) => trace.say(call(`${"ab".repeat(60)}${i}`)));
    },
  },
  {
    title: "hooks with long matchers of one text, which never match",
    bounded: true,
    write: (trace, n) => {
      times(n, (i) => trace.say(hook({ name: `h${i}`, matcher: `${"a|".repeat(20)}mcp__x__${i}`, matcherSyntax: "regex" })));
      times(n, (i) => trace.say(call(`mcp__y${i}__${i}`)));
    },
  },
  {
    title: "hooks that are near to as many tools",
    bounded: true,
    write: (trace, n) => {
      const parts = Array.from({ length: 60 }, (_, i) => `mcp__x__part${i}`).join("|");
      times(n, (i) => trace.say(hook({ name: `h${i}`, matcher: `${parts}|${i}`, matcherSyntax: "regex" })));
      times(n, (i) => trace.say(call(`mcp__y${i}__part${i % 60}`)));
    },
  },
  {
    title: "one long matcher that many skips miss",
    write: (trace, n) => {
      trace.say(hook({ matcher: names(n, "mcp__x__").join("|"), matcherSyntax: "list" }));
      times(n, (i) => trace.say(fired({ decision: "skipped", reasonCode: "not_matched", toolName: `mcp__y__${i}` })));
    },
  },
  {
    title: "hooks registered between the calls of as many tools",
    bounded: true,
    write: (trace, n) =>
      times(n, (i) => {
        trace.say(hook({ name: `h${i}` }));
        trace.say(call(`t${i}`));
      }),
  },
  {
    title: "disables of patterns, and as many names",
    bounded: true,
    write: (trace, n) => {
      times(n, (i) => trace.say(off("skill", `*a*b*${i}`)));
      times(n, (i) => trace.say({ kind: "skill", name: `s${i}`, status: "loaded" }));
    },
  },
  {
    title: "disables of patterns, each between names that were seen before",
    bounded: true,
    write: (trace, n) => {
      times(n, (i) => {
        trace.say(off("skill", `*x${i}`));
        trace.say({ kind: "skill_use", name: `s${i % 7}` });
        trace.say({ kind: "disable", target: "skill", targetName: `*x${i - 1}`, state: "enabled", accepted: true });
      });
    },
  },
  {
    title: "disables of one pattern again and again, and as many things that are off",
    write: (trace, n) => {
      times(n, () => trace.say(off("skill", "*")));
      times(n, (i) => trace.say({ kind: "skill", name: `s${i}`, status: "skipped", reasonCode: "disabled_for_session" }));
    },
  },
  {
    title: "disables of one name again and again, and as many uses of it",
    write: (trace, n) => {
      times(n, () => trace.say(off("skill", "notes")));
      times(n, () => trace.say({ kind: "skill_use", name: "notes" }));
    },
  },
  {
    title: "disables of what is not there, beside as many names",
    bounded: true,
    write: (trace, n) => {
      times(n, (i) => trace.say({ kind: "skill", name: `some-skill-of-the-${i}th-kind`, status: "loaded" }));
      times(n, (i) => trace.say(off("skill", `some-skill-of-a-${i}th-kind`)));
    },
  },
  {
    title: "copies of one skill, and as many uses of it",
    bounded: true,
    write: (trace, n) => {
      times(n, (i) => trace.say({ kind: "skill", name: "notes", status: "loaded", sourcePath: `${i}/SKILL.md` }));
      times(n, () => trace.say({ kind: "skill_use", name: "notes" }));
    },
  },
  {
    title: "copies of one skill that were hidden, by none that is known",
    write: (trace, n) => {
      times(n, (i) => trace.say({ kind: "skill", name: "notes", status: "loaded", sourcePath: `l${i}`, shadows: [`x${i}`] }));
      times(n, (i) => trace.say({ kind: "skill", name: "notes", status: "skipped", reasonCode: "shadowed", sourcePath: `s${i}` }));
    },
  },
  {
    title: "a skill that hides many, each recorded",
    write: (trace, n) => {
      trace.say({ kind: "skill", name: "notes", status: "loaded", sourcePath: "won", shadows: names(n, "s") });
      times(n, (i) => trace.say({ kind: "skill", name: "notes", status: "skipped", reasonCode: "shadowed", sourcePath: `s${i}` }));
    },
  },
  {
    title: "tools of one name on as many servers, and calls of it",
    bounded: true,
    write: (trace, n) => {
      times(n, (i) => trace.say({ kind: "mcp_tool", server: `srv${i}`, tool: "search", toolName: "search", available: true }));
      times(n, () => trace.say(call("search")));
      times(n, (i) => trace.say(call("search", { server: `srv${i}` })));
    },
  },
  {
    title: "a plugin that registered many servers, and as many tools that lost their name",
    write: (trace, n) => {
      trace.say({ kind: "plugin", name: "kit", status: "registered", registeredTools: names(n, "t"), registeredMcpServers: names(n, "m") });
      times(n, (i) =>
        trace.say({
          kind: "mcp_tool",
          server: `other${i}`,
          tool: `t${i}`,
          toolName: `t${i}`,
          available: false,
          reasonCode: "name_claimed",
        }),
      );
    },
  },
  {
    title: "a plugin that renamed much of what it registered",
    write: (trace, n) =>
      trace.say({
        kind: "plugin",
        name: "kit",
        status: "registered",
        registeredTools: names(n, "t"),
        registeredHooks: names(n, "h"),
        renamedFrom: names(n, "f"),
        renamedTo: names(n, "h"),
      }),
  },
  {
    title: "plugins that claim the same names",
    write: (trace, n) =>
      times(Math.ceil(Math.sqrt(n)), (i) =>
        trace.say({ kind: "plugin", name: `kit${i}`, status: "registered", registeredTools: names(Math.ceil(Math.sqrt(n)), "t") }),
      ),
  },
  {
    title: "policies that voted on no decision that is recorded, and decisions nobody voted on",
    write: (trace, n) => {
      times(n, (i) => trace.say({ kind: "policy", action: "tool:a", outcome: "deny", enforcement: "deny", toolCallId: `c${i}` }));
      times(n, (i) => trace.say({ kind: "policy", action: "tool:a", vote: "abstain", name: `p${i}` }, "00000000000000ff"));
    },
  },
  {
    title: "diagnostics of one surface",
    write: (trace, n) => {
      trace.say({ kind: "surface", phase: "seal", status: "refused", extensions: names(n, "x"), tools: names(n, "t") });
      times(n, (i) => trace.say({ kind: "diagnostic", name: `x${i}`, refusal: true }, "0000000000000001"));
    },
  },
  {
    title: "proofs of origin of one thing that change again and again",
    write: (trace, n) =>
      times(n, (i) =>
        trace.say({
          kind: "skill",
          name: "notes",
          status: "loaded",
          provenanceSigned: true,
          provenanceErrors: [`e${i}`],
          digest: `d${i}`,
          digestExpected: "d",
        }),
      ),
  },
  {
    title: "items of which one run records nothing more",
    options: { sinceLastRun: true },
    write: (trace, n) => {
      trace.say({ kind: "run", phase: "started", runId: "r-1" });
      times(n, (i) => trace.say(fired({ name: `h${i}`, toolName: `t${i}`, runId: "r-1" })));
      trace.say({ kind: "run", phase: "started", runId: "r-2" });
      times(n, (i) => trace.say(call(`t${i}`, { runId: "r-2" })));
    },
  },
  {
    title: "runs, each with a hook of its own",
    options: { sinceLastRun: true },
    write: (trace, n) =>
      times(n, (i) => {
        trace.say({ kind: "run", phase: "started", runId: `r-${i}` });
        trace.say(hook({ name: `h${i}`, runId: `r-${i}` }));
      }),
  },
  {
    title: "plugins and trust, where a server of many tools is asked for",
    bounded: true,
    options: { question: { mcp: "srv" } },
    write: (trace, n) => {
      times(n, (i) => trace.say({ kind: "mcp_tool", server: "srv", tool: `t${i}`, toolName: `m${i}`, available: true }));
      times(n, (i) => trace.say({ kind: "plugin", name: `kit${i}`, status: "registered", registeredTools: [`x${i}`] }));
      times(n, (i) => trace.say({ kind: "mcp_trust", server: "other", tool: `t${i}`, change: "approved" }));
      times(n, (i) => trace.say(hook({ name: `h${i}`, matcher: `q${i}`, matcherSyntax: "exact" })));
      times(n, (i) => trace.say(off("mcp_tool", `*q${i}*z`)));
    },
  },
  {
    title: "hooks with expressions, where a server of many tools is asked for",
    bounded: true,
    options: { question: { mcp: "srv" } },
    write: (trace, n) => {
      times(n, (i) => trace.say({ kind: "mcp_tool", server: "srv", tool: `t${i}`, toolName: `${"ab".repeat(60)}${i}`, available: true }));
      times(n, (i) => trace.say(hook({ name: `h${i}`, matcher: `(a?|b?|[^c]*){99}${i}`, matcherSyntax: "regex" })));
    },
  },
];
