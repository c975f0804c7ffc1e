/** Something that is packed is damaged, and all of it that can be read was given. */
export class DamagedError extends Error {
  override readonly name = "DamagedError";
}
