/**
 * Reason codes of conventions version 1. The set is open at the end: a reader shows a code that it does not know as it is.
 */
export const REASON_CODES = [
  // active
  "matched",
  "always_active",
  "selected_explicitly",
  "selected_by_model",
  "first_in_search_order",
  "dependency",
  // a hook's word, or its end
  "vetoed_by_hook",
  "no_reason_given",
  "not_recorded",
  "hook_failed",
  "hook_timed_out",
  "launch_failed",
  "asked_by_hook",
  // not active by choice
  "not_matched",
  "not_selected",
  "disabled_for_session",
  "disabled_by_setting",
  "disabled_by_policy",
  "safe_mode",
  "feature_off",
  // trust
  "workspace_untrusted",
  "untrusted",
  "modified_since_trusted",
  "trust_expired",
  "server_untrusted",
  "not_in_allowlist",
  "in_denylist",
  "sign_in_expired",
  // names and limits
  "shadowed",
  "duplicate",
  "name_claimed",
  "name_reserved",
  "name_too_long",
  "over_limit",
  "over_budget",
  // broken
  "provenance_failed",
  "review_failed",
  "invalid_manifest",
  "invalid_frontmatter",
  "unreadable",
  "missing_description",
  "load_error",
  "connect_failed",
  "tool_filtered",
  // surfaces, policies, disables
  "sealed",
  "late_tool",
  "provider_raised",
  "policy_raised",
  "allowed_by_policy",
  "denied_by_policy",
  "denied_on_abstention",
  "protected",
  "untrusted_carrier",
  "over_baggage_limit",
  "not_recognised",
] as const;

/** A known reason code, or one that a later version or another emitter coined. */
export type ReasonCode = (typeof REASON_CODES)[number] | (string & {});
