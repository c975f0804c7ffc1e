/** How many packed bytes are kept for the case that they are damaged. */
export const MOST_KEPT: number = 4 << 20;

/** The longest message or document that is held at a time, in bytes. */
export const MAX_MESSAGE: number = 128 << 20;

/** The same, for people. */
export const MAX_HELD: string = `the ${MAX_MESSAGE / (1 << 20)} MiB that are held at a time`;
