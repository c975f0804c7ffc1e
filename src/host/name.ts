import { z } from "zod";

/** The name of an extension in a file: it stands in reports, flags and prompts, so it is one plain word. */
export const extensionName: z.ZodString = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\w.:@/-]+$/, "may hold letters, digits and _ . : @ / - only");
