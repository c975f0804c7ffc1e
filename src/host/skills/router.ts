/** Where a skill's scripts would run. */
export interface Route {
  /** What the skill's plan asks for (`metadata.isolation`), `none` where it asks for nothing. */
  readonly isolation: string;
  /** What it gets; undefined where it can have none. */
  readonly sandbox?: string | undefined;
  readonly reason: string;
  readonly fallbackAvailable: boolean;
}

export interface RouterOptions {
  /** The sandboxes that this host has, the preferred fallback first. `none` is running without one. Default: `none` alone. */
  readonly sandboxes?: readonly string[] | undefined;
  /** What becomes of a skill whose isolation this host does not have: not loaded (the default), or run in the first sandbox there is. */
  readonly onMissing?: "skip" | "fall_back" | undefined;
}

/** Chooses a sandbox for a skill. */
export function routeSkill(isolation: string, { sandboxes = ["none"], onMissing = "skip" }: RouterOptions = {}): Route {
  const fallback = sandboxes.find((sandbox) => sandbox !== isolation);
  const fallbackAvailable = fallback !== undefined;
  if (sandboxes.includes(isolation)) {
    const reason = isolation === "none" ? "its plan asks for no isolation" : `its plan asks for ${isolation}, which this host has`;
    return { isolation, sandbox: isolation, reason, fallbackAvailable };
  }
  const missing = `its plan asks for ${isolation}, which this host does not have`;
  if (fallback === undefined) return { isolation, reason: missing, fallbackAvailable };
  if (onMissing === "skip")
    return { isolation, reason: `${missing}; ${fallback} would be there, and is not allowed in its place`, fallbackAvailable };
  return { isolation, sandbox: fallback, reason: `${missing}; it falls back to ${fallback}`, fallbackAvailable };
}
