import * as z from "zod";
import type { Baseline } from "../report/check.ts";

/** The file of `explain check --baseline`: it is kept in a repository, and edited by hand. */
export const baselineSchema: z.ZodType<Baseline> = z.object({
  version: z.literal(1),
  known: z.array(z.object({ code: z.string(), subject: z.string() })),
});
