/** The longest message or document that is held at a time, in bytes. */
export const MAX_MESSAGE: number = 128 << 20;
