/** The table of texts that `intern` finds again. Apart from the program, which is made of it when the package is built. */
export const INTERN: {
  /** How many texts it holds, a power of two. */
  readonly slots: number;
  /** How many bytes the longest one of them has, and how many each one takes in the memory. */
  readonly longest: number;
  readonly slotLength: number;
  /** Returned for a text that is not kept: an empty one, and what is longer, which hardly comes twice. All that is returned fits fifteen bits. */
  readonly notKept: number;
} = { slots: 4096, longest: 48, slotLength: 64, notKept: -0x4000 };

/** How many bytes of the memory the table takes. */
export const TABLE_LENGTH: number = INTERN.slots * INTERN.slotLength;
