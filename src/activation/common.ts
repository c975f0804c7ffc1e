import { boolean, int, oneOf, string, strings, type Fields, type WrittenAttributes } from "./attribute.ts";
import type { ReasonCode } from "./reason-code.ts";

export const SOURCE_SCOPES = ["builtin", "managed", "user", "project", "local", "plugin", "session"] as const;
export type SourceScope = (typeof SOURCE_SCOPES)[number];

/** How a fact is known. Absent on a span when the writer decided it itself. */
export const EVIDENCE_LEVELS = ["observed", "inferred", "declared", "redacted", "unknown"] as const;
export type Evidence = (typeof EVIDENCE_LEVELS)[number];

/** What every activation can say, whatever its kind. */
export interface Common {
  /** 1, 2, 3 … without a gap per session and emitter, taken when the fact begins. */
  readonly sequence?: number | undefined;
  readonly emitter?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly runId?: string | undefined;
  readonly agent?: string | undefined;
  readonly name?: string | undefined;
  readonly nameRedacted?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly reasonCode?: ReasonCode | undefined;
  readonly sourcePath?: string | undefined;
  readonly sourceRealPath?: string | undefined;
  readonly sourceScope?: SourceScope | undefined;
  readonly plugin?: string | undefined;
  readonly digest?: string | undefined;
  readonly digestExpected?: string | undefined;
  readonly rule?: string | undefined;
  readonly rulePath?: string | undefined;
  readonly disabledBy?: string | undefined;
  readonly evidence?: Evidence | undefined;
  readonly evidenceDeclared?: readonly string[] | undefined;
  readonly evidenceInferred?: readonly string[] | undefined;
  readonly protected?: boolean | undefined;
  readonly provenanceSigned?: boolean | undefined;
  readonly provenanceVerified?: boolean | undefined;
  readonly provenanceSigner?: string | undefined;
  readonly provenanceErrors?: readonly string[] | undefined;
  readonly errorType?: string | undefined;
}

export const COMMON_FIELDS: Fields<Common> = {
  sequence: int("activation.sequence", "1, 2, 3 … without a gap, per session and emitter, taken when the fact begins.", 7),
  emitter: string("activation.emitter", "The writing process; new for each start.", "e-5f0c2b"),
  sessionId: string("session.id", "The session (OpenTelemetry's).", "s-1"),
  runId: string("activation.run.id", "The run: one invocation of the root agent inside the session.", "r-1"),
  agent: string("gen_ai.agent.name", "The agent or subagent that the fact holds for.", "main"),
  name: string("activation.name", "The extension's name.", "guard-shell"),
  nameRedacted: boolean("activation.name_redacted", "True when the name is a placeholder that an exporter put in its place.", true),
  reason: string("activation.reason", "Why, as a plain sentence of at most 1,024 characters.", "writes outside the workspace"),
  reasonCode: string("activation.reason_code", "Why, as a code.", "vetoed_by_hook"),
  sourcePath: string(
    "activation.source.path",
    "The file in which it is declared: relative to the workspace where it is in it; the home directory is written `~`.",
    ".agent/settings.json",
  ),
  sourceRealPath: string("activation.source.real_path", "The same file behind links, where it differs.", "~/dotfiles/settings.json"),
  sourceScope: oneOf("activation.source.scope", SOURCE_SCOPES, "Whose declaration it is."),
  plugin: string("activation.plugin.name", "The plugin that owns it, if one does.", "acme-tools"),
  digest: string(
    "activation.digest",
    "`sha256:<hex>` of the definition.",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ),
  digestExpected: string(
    "activation.digest_expected",
    "The digest approved or seen before, where it differs.",
    "sha256:60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
  ),
  rule: string("activation.rule", "The rule, policy or setting that decided.", "managed_hooks_only"),
  rulePath: string("activation.rule_path", "The file of that rule.", "/etc/agent/managed-settings.json"),
  disabledBy: string("activation.disabled_by", "The session disable that acted, as `kind.name`.", "hook.guard-*"),
  evidence: oneOf("activation.evidence", EVIDENCE_LEVELS, "How the writer knows; absent when it decided the fact itself."),
  evidenceDeclared: strings("activation.evidence_declared", "The report's fields of this row that are declared, where the row is not.", [
    "command",
  ]),
  evidenceInferred: strings("activation.evidence_inferred", "The report's fields of this row that are inferred, where the row is not.", [
    "matcher",
  ]),
  protected: boolean("activation.protected", "No carrier can disable it (hooks, policies).", true),
  provenanceSigned: boolean("activation.provenance.signed", "Whether it carries a signature.", true),
  provenanceVerified: boolean("activation.provenance.verified", "Whether that was checked and holds.", true),
  provenanceSigner: string("activation.provenance.signer", "Who signed.", "acme-release"),
  provenanceErrors: strings("activation.provenance.errors", "Every validation error.", ["digest of SKILL.md differs"]),
  errorType: string("error.type", "What broke, where the extension itself broke (OpenTelemetry's).", "timeout"),
};

/** The attributes that every kind shares; the reason is among the first, since at a limit the newest is dropped. */
export function commonAttributes(kind: string, a: Common): WrittenAttributes {
  return {
    "activation.kind": kind,
    "activation.sequence": a.sequence,
    "activation.emitter": a.emitter,
    "session.id": a.sessionId,
    "activation.name": a.name,
    "activation.reason_code": a.reasonCode,
    "activation.reason": a.reason,
    "activation.run.id": a.runId,
    "gen_ai.agent.name": a.agent,
    "activation.name_redacted": a.nameRedacted,
    "activation.source.path": a.sourcePath,
    "activation.source.real_path": a.sourceRealPath,
    "activation.source.scope": a.sourceScope,
    "activation.plugin.name": a.plugin,
    "activation.digest": a.digest,
    "activation.digest_expected": a.digestExpected,
    "activation.rule": a.rule,
    "activation.rule_path": a.rulePath,
    "activation.disabled_by": a.disabledBy,
    "activation.evidence": a.evidence,
    "activation.evidence_declared": a.evidenceDeclared,
    "activation.evidence_inferred": a.evidenceInferred,
    "activation.protected": a.protected,
    "activation.provenance.signed": a.provenanceSigned,
    "activation.provenance.verified": a.provenanceVerified,
    "activation.provenance.signer": a.provenanceSigner,
    "activation.provenance.errors": a.provenanceErrors,
    "error.type": a.errorType,
  };
}
