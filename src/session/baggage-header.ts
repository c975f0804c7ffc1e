import { decodePercent } from "./baggage-member.ts";

/** One member of a baggage header. */
export interface BaggageMember {
  readonly key: string;
  /** The value as it stands, percent-encoded, without the properties that follow a semicolon. */
  readonly value: string;
  /** The whole member as it stands: what is another's is handed on unchanged. */
  readonly text: string;
}

/** The members of a header in the format of W3C Baggage (section 3.3.1). What has no sign of equality is left out. */
export function baggageMembers(header: string): readonly BaggageMember[] {
  const members: BaggageMember[] = [];
  for (const part of header.split(",")) {
    const text = part.trim();
    const equals = text.indexOf("=");
    if (equals <= 0) continue;
    const properties = text.indexOf(";", equals);
    const key = text.slice(0, equals).trim();
    const value = text.slice(equals + 1, properties < 0 ? undefined : properties).trim();
    // OpenTelemetry's JavaScript propagator decodes keys, so an escaped key is the same key.
    members.push({ key: decodePercent(key) ?? key, value, text });
  }
  return members;
}

/** A member of ours on the wire, written as OpenTelemetry's JavaScript propagator writes it. */
export function memberText(key: string, value: string): string {
  return `${key}=${encodeURIComponent(value)}`;
}
