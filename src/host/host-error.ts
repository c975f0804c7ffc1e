/**
 * Something that the host was given cannot be used: a configuration file, a registration. The message says where, what,
 * and what to do; it is meant to be shown as it is, without a stack trace.
 */
export class HostError extends Error {
  override readonly name = "HostError";
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What broke, for `error.type`: a system error's code, else the error's name. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? code : error.name;
}
