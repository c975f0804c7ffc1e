import { DISABLE_KINDS, type DisableKind } from "../activation/disable.ts";
import { itemOf, type DisableTarget } from "./disabled-set.ts";

/** The member of W3C Baggage that carries what is off. */
export const DISABLED_MEMBER = "activation.disabled";

/** What a member says. */
export interface DecodedDisables {
  /** In the order in which they were turned off, each once. */
  readonly targets: readonly DisableTarget[];
  /** Items that say nothing which can be followed, as they were written. */
  readonly unrecognised: readonly string[];
}

/**
 * The value of `activation.disabled`, before W3C percent-encoding: `kind.name` joined by `!`, each name encoded on its
 * own so that ordinary names need no escape on the wire.
 * @example encodeDisabled([{ kind: "hook", name: "guard-shell" }, { kind: "skill", name: "a b" }]) // "hook.guard-shell!skill.a%20b"
 * @throws {TypeError} for a name that cannot be written: one with half of a surrogate pair, or an empty one
 */
export function encodeDisabled(targets: readonly DisableTarget[]): string {
  return targets.map(encodeItem).join("!");
}

function encodeItem({ kind, name }: DisableTarget): string {
  if (name === "") throw new TypeError(`a disable of kind ${kind} has an empty name; give a name, or * for all`);
  if (!name.isWellFormed()) {
    throw new TypeError(`the name ${JSON.stringify(name)} has half of a surrogate pair and cannot be written as UTF-8; correct the name`);
  }
  return itemOf({ kind, name: encodeURIComponent(name).replaceAll("!", "%21") });
}

/**
 * Reads a value of `activation.disabled` as it stands on the wire, percent-encoded and without its properties.
 *
 * Every item stands alone: one that is broken spoils no other. Nothing is guessed, and nothing throws.
 */
export function decodeDisabled(wire: string): DecodedDisables {
  const targets = new Map<string, DisableTarget>();
  const unrecognised: string[] = [];
  // A separator that some stack has escaped is one all the same: W3C decoding comes before the split.
  for (const text of wire.split(/!|%21/)) {
    if (text === "") continue;
    const target = decodeItem(text);
    if (target === undefined) unrecognised.push(text);
    else targets.set(itemOf(target), target);
  }
  return { targets: [...targets.values()], unrecognised };
}

function decodeItem(text: string): DisableTarget | undefined {
  const item = decodePercent(text);
  const dot = item?.indexOf(".") ?? -1;
  if (item === undefined || dot < 0) return undefined;
  const kind = item.slice(0, dot);
  const name = decodePercent(item.slice(dot + 1));
  return isDisableKind(kind) && name !== undefined && name !== "" ? { kind, name } : undefined;
}

export function isDisableKind(kind: string): kind is DisableKind {
  return (DISABLE_KINDS as readonly string[]).includes(kind);
}

/** Percent-decoded UTF-8 (a plus stays one); undefined where it is none. */
export function decodePercent(text: string): string | undefined {
  try {
    const decoded = text.includes("%") ? decodeURIComponent(text) : text;
    return decoded.isWellFormed() ? decoded : undefined;
  } catch {
    return undefined;
  }
}
