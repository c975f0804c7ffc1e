import { describe, expect, it } from "vitest";
import { buildActivationReport } from "../../../src/report/builder.ts";
import { emitter, sessionOf, type Emitter } from "../../helpers/spans.ts";

const report = (write: (agent: Emitter) => void) => buildActivationReport(sessionOf(write));

describe("a skill", () => {
  const notes = { name: "notes", status: "loaded", sourcePath: "a/SKILL.md" } as const;

  it("is a row by agent, name and path, with its uses and what triggered them", () => {
    const { skills } = report((agent) => {
      agent.write("skill", { ...notes, listed: true, shadows: [], trigger: "eager" });
      agent.write("skill", { ...notes, sourcePath: "b/SKILL.md", status: "skipped", reasonCode: "shadowed" });
      agent.write("skill", { ...notes, agent: "sub" });
      agent.write("skill_use", { name: "notes", trigger: "implicit" });
      agent.write("skill_use", { name: "notes", trigger: "implicit" });
    });
    expect(skills).toMatchObject([
      { path: "a/SKILL.md", agent: "demo-agent", status: "loaded", shadows: [], warnings: null, triggers: ["eager", "implicit"], uses: 2 },
      { path: "b/SKILL.md", status: "skipped", triggers: [], uses: 0 },
      { path: "a/SKILL.md", agent: "sub", uses: 0 },
    ]);
  });

  it("whose use could mean two loaded copies is counted for neither, and that is said", () => {
    const { skills, warnings } = report((agent) => {
      agent.write("skill", notes);
      agent.write("skill", { ...notes, sourcePath: "b/SKILL.md" });
      agent.write("skill_use", { name: "notes" });
    });
    expect(skills).toMatchObject([{ uses: 0 }, { uses: 0 }]);
    expect(warnings).toMatchObject([{ code: "ambiguous_use", message: expect.stringContaining("notes") }]);
  });

  it("of which only the use is recorded has a row without a status", () => {
    const { skills } = report((agent) => {
      agent.write("skill", notes);
      agent.write("skill_use", { name: "memo", trigger: "explicit" });
      agent.write("skill_use", { name: "memo", trigger: "implicit" });
    });
    expect(skills).toMatchObject([{ name: "notes" }, { name: "memo", status: null, uses: 2, triggers: ["explicit", "implicit"] }]);
  });

  it("counts a use for the row in force at its time", () => {
    const { skills } = report((agent) => {
      agent.write("skill", notes);
      agent.write("skill_use", { name: "notes" });
      agent.write("skill", { ...notes, listed: false });
    });
    expect(skills).toMatchObject([{ uses: 1 }, { listed: false, uses: 0 }]);
  });
});

describe("a plugin", () => {
  it("says by kind what it registered, missed and lost, null where nothing was said", () => {
    const { plugins } = report((agent) =>
      agent.write("plugin", {
        name: "kit",
        status: "registered",
        registeredCommands: ["ship"],
        registeredTools: [],
        shadowedCommands: ["deploy"],
        renamedFrom: ["chat", "mail"],
        renamedTo: ["chat1"],
      }),
    );
    expect(plugins).toMatchObject([
      {
        name: "kit",
        plugin: null,
        registered: { commands: ["ship"], tools: [], hooks: null },
        missing: { commands: null },
        shadowed: { commands: ["deploy"] },
        renamed: [
          { from: "chat", to: "chat1" },
          { from: "mail", to: null },
        ],
        disable: "--disable-plugin kit",
      },
    ]);
  });
});

describe("an MCP tool", () => {
  const create = { name: "create", server: "issues", tool: "create", toolName: "mcp__issues__create", available: true } as const;

  it("is a row by agent and server, a new one when its verdict changes; a call counts for the row in force", () => {
    const { mcp_tools } = report((agent) => {
      agent.write("mcp_tool", create);
      agent.call("mcp__issues__create");
      agent.write("mcp_tool", create);
      agent.call("mcp__issues__create");
      agent.write("mcp_tool", { ...create, available: false, reasonCode: "trust_expired" });
      agent.write("mcp_tool", { ...create, server: "other", toolName: "mcp__other__create" });
    });
    expect(mcp_tools).toMatchObject([
      { server: "issues", available: true, calls: 2 },
      { server: "issues", available: false, calls: 0 },
      { server: "other", calls: 0 },
    ]);
  });

  it.each([
    ["by the name that the model sees", "mcp__issues__create", undefined],
    ["by server and tool", "issues/create", undefined],
    ["by its own name, where the call names the server", "create", "issues"],
  ])("is called %s", (_, name, server) => {
    const { mcp_tools } = report((agent) => {
      agent.write("mcp_tool", create);
      agent.call(name, { server });
    });
    expect(mcp_tools).toMatchObject([{ calls: 1 }]);
  });

  it("without a model name is called as mcp__server__tool", () => {
    const { mcp_tools } = report((agent) => {
      agent.write("mcp_tool", { ...create, toolName: undefined });
      agent.call("mcp__issues__create");
    });
    expect(mcp_tools).toMatchObject([{ calls: 1 }]);
  });

  it("shares a name: the call is for the server that it names, the agent that made it, or the one that is available", () => {
    const { mcp_tools } = report((agent) => {
      agent.write("mcp_tool", { ...create, server: "a", toolName: "create" });
      agent.write("mcp_tool", { ...create, server: "b", toolName: "create" });
      agent.write("mcp_tool", { ...create, server: "c", toolName: "make", agent: "sub" });
      agent.write("mcp_tool", { ...create, server: "d", toolName: "make" });
      agent.write("mcp_tool", { ...create, server: "e", toolName: "build", available: false });
      agent.write("mcp_tool", { ...create, server: "f", toolName: "build" });
      agent.call("create", { server: "b" });
      agent.call("make", { agent: "sub" });
      agent.call("build");
    });
    expect(mcp_tools?.map((row) => [row.server, row.calls])).toEqual([
      ["a", 0],
      ["b", 1],
      ["c", 1],
      ["d", 0],
      ["e", 0],
      ["f", 1],
    ]);
  });

  it("whose call could mean two servers is counted for neither, and that is said", () => {
    const { mcp_tools, warnings } = report((agent) => {
      agent.write("mcp_tool", { ...create, server: "a", toolName: "create" });
      agent.write("mcp_tool", { ...create, server: "b", toolName: "create" });
      agent.call("create");
    });
    expect(mcp_tools).toMatchObject([{ calls: 0 }, { calls: 0 }]);
    expect(warnings).toMatchObject([{ code: "ambiguous_call" }]);
  });

  it("that was renamed is not called by the name that it had before", () => {
    const { mcp_tools } = report((agent) => {
      agent.write("mcp_tool", { ...create, toolName: "create" });
      agent.call("create");
      agent.write("mcp_tool", { ...create, toolName: "create1" });
      agent.call("create");
      agent.call("create1");
    });
    expect(mcp_tools).toMatchObject([
      { model_name: "create", calls: 1 },
      { model_name: "create1", calls: 1 },
    ]);
  });

  it("without a server is one of the agent's own, which no disable of extensions reaches", () => {
    const { mcp_tools } = report((agent) => agent.write("mcp_tool", { name: "Bash", tool: "Bash", available: false }));
    expect(mcp_tools).toMatchObject([{ server: null, tool: "Bash", disable: null }]);
  });
});

describe("trust changes and servers", () => {
  it("are rows of their own, one a change", () => {
    const { trust_changes, mcp_servers } = report((agent) => {
      const trust = { server: "issues", tool: "create", change: "approved", expiresAt: "2026-02-01T00:00:00Z" } as const;
      agent.write("mcp_trust", trust);
      agent.write("mcp_trust", trust);
      agent.write("mcp_trust", { server: "issues", change: "revoked" });
      agent.write("mcp_server", { server: "issues", status: "connected", transport: "stdio" });
      agent.write("mcp_server", { server: "issues", status: "connected", transport: "stdio" });
    });
    expect(trust_changes).toMatchObject([
      { tool: "create", change: "approved", expiry: "2026-02-01T00:00:00Z", disable: "--disable-mcp issues/create" },
      { change: "approved" },
      { tool: null, change: "revoked", disable: "--disable-mcp issues" },
    ]);
    expect(mcp_servers).toMatchObject([{ server: "issues", status: "connected", disable: "--disable-mcp issues" }]);
  });
});

describe("provenance", () => {
  it("is a row an extension, whatever kind of fact states it", () => {
    const proof = { provenanceSigned: true, provenanceVerified: false, provenanceSigner: "acme", provenanceErrors: ["digest differs"] };
    const { provenance } = report((agent) => {
      agent.write("plugin", { name: "kit", status: "registered", ...proof });
      agent.write("skill", { name: "notes", status: "loaded", provenanceSigned: false });
      agent.write("hook", { name: "guard", event: "PreToolUse", decision: "ran", ...proof });
      agent.write("hook", { name: "guard", event: "PreToolUse", decision: "ran", ...proof });
      agent.write("mcp_tool", { server: "a", tool: "b", available: true, ...proof });
      agent.write("skill", { name: "unsigned", status: "loaded" });
    });
    expect(provenance?.map((row) => [row.item, row.signed, row.verified, row.validation_errors])).toEqual([
      ["plugin:kit", true, false, ["digest differs"]],
      ["skill:notes", false, null, null],
      ["hook:guard", true, false, ["digest differs"]],
      ["mcp_tool:a/b", true, false, ["digest differs"]],
    ]);
  });
});

describe("policies", () => {
  const decision = { action: "tool:post", outcome: "abstain", enforcement: "deny", toolName: "post", toolCallId: "call_1" } as const;
  const vote = { action: "tool:post", toolCallId: "call_1" } as const;

  it("have the votes that are the decision's children, in order, and count who abstained", () => {
    const { policies } = report((agent) => {
      const first = agent.write("policy", decision);
      agent.write("policy", { ...decision, outcome: "allow" });
      agent.write("policy", { ...vote, name: "no-root", vote: "allow", reason: "ordinary user" }, { parent: first });
      agent.write("policy", { ...vote, name: "egress", vote: "abstain", errorType: "OSError", protected: true }, { parent: first });
    });
    expect(policies).toMatchObject([
      {
        target_tool: "post",
        outcome: "abstain",
        enforcement: "deny",
        abstained: 1,
        votes: [
          { policy: "no-root", vote: "allow", reason: "ordinary user" },
          { policy: "egress", vote: "abstain", error_type: "OSError", protected: true },
        ],
      },
      { outcome: "allow", votes: [], abstained: 0 },
    ]);
  });

  it("keep votes whose decision is not recorded", () => {
    const { policies } = report((agent) => {
      agent.write("policy", { ...vote, name: "a", vote: "deny" }, { parent: "00000000000000aa" });
      agent.write("policy", { ...vote, name: "b", vote: "allow" }, { parent: "00000000000000aa" });
    });
    expect(policies).toMatchObject([{ action: "tool:post", outcome: null, enforcement: null, votes: [{ policy: "a" }, { policy: "b" }] }]);
  });

  it("join untraced votes to the decision before them", () => {
    const agent = emitter();
    agent.write("policy", decision);
    agent.write("policy", { ...vote, name: "a", vote: "deny" });
    agent.write("policy", { ...decision, action: "tool:other" });
    const untraced = agent.spans.map((span) => ({ ...span, traceId: "", spanId: "", parentSpanId: undefined }));
    expect(buildActivationReport(untraced).policies).toMatchObject([{ votes: [{ policy: "a" }] }, { votes: [] }]);
  });
});

describe("surfaces", () => {
  it("have their own diagnostics, and keep those whose surface is not recorded", () => {
    const { surfaces } = report((agent) => {
      const seal = agent.write("surface", { phase: "seal", status: "sealed", extensions: ["a"], tools: [] });
      const harvest = agent.write("surface", { phase: "harvest", status: "harvested" });
      agent.write(
        "diagnostic",
        { name: "b", severity: "ERROR", refusal: false, reason: "late", reasonCode: "late_tool" },
        { parent: harvest },
      );
      agent.write("diagnostic", { name: "c", severity: "WARNING", refusal: true }, { parent: "00000000000000aa" });
      expect(seal).toBeDefined();
    });
    expect(surfaces).toMatchObject([
      { phase: "seal", status: "sealed", extensions: ["a"], tools: [], diagnostics: [] },
      { phase: "harvest", tools: null, diagnostics: [{ extension: "b", severity: "ERROR", detail: "late", reason_code: "late_tool" }] },
      { phase: null, status: null, diagnostics: [{ extension: "c", refusal: true }] },
    ]);
  });
});
