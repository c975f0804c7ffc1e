/**
 * Something that the host was given cannot be used: a configuration file, a registration. The message says where, what,
 * and what to do; it is meant to be shown as it is, without a stack trace.
 */
export class HostError extends Error {
  override readonly name = "HostError";
}

/** The message of whatever was thrown. Never throws itself: extensions throw what they like. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return "it threw what cannot be read";
  }
}

/** What broke, for `error.type`: a system error's code, else the error's name. Never throws itself. */
export function errorTypeOf(error: unknown): string {
  try {
    if (!(error instanceof Error)) return "unknown";
    const { code, name } = error as Partial<Record<"code" | "name", unknown>>;
    return typeof code === "string" ? code : typeof name === "string" ? name : "unknown";
  } catch {
    return "unknown";
  }
}
