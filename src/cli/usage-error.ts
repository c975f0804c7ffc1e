/** The command line is wrong in a way that only the command could see. The message names the word. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** By name: the command's copy of the class is not the entry point's, which is bundled apart. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === "UsageError";
}
