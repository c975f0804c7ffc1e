/** The command line is wrong in a way that only the command could see. The message names the word. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
