import type { RowTail } from "./report.ts";

/**
 * The name of what a fact is about, as other facts can mean it; undefined where it is not recorded. A placeholder that an
 * exporter put in a name's place stands for many things: nothing is found by it, joined by it or turned off by it.
 */
export function knownName({
  name,
  nameRedacted,
}: {
  readonly name?: string | undefined;
  readonly nameRedacted?: boolean | undefined;
}): string | undefined {
  return nameRedacted === true ? undefined : name;
}

/** A server's name in the same sense: it can stand in its own attribute alone. */
export function knownServer({
  server,
  ...a
}: Parameters<typeof knownName>[0] & { readonly server?: string | undefined }): string | undefined {
  return a.nameRedacted === true ? undefined : (server ?? a.name);
}

/** A row's name in the same sense. */
export function knownRowName(row: Pick<RowTail, "name_redacted">, name: string | null): string | null {
  return row.name_redacted === true ? null : name;
}
