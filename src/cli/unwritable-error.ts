/** What the command line names could be written, and the device failed. The message names the file. */
export class UnwritableError extends Error {
  override readonly name = "UnwritableError";
}

/** Whether a device is at fault for what could not be written, and not the name that was given. */
export function isDeviceFault(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === "ENOSPC" || code === "EDQUOT" || code === "EIO" || code === "EFBIG";
}
