import { propagation, type Context } from "@opentelemetry/api";
import { baggageMembers, memberText } from "./baggage-header.ts";
import { checkBaggageLimits } from "./baggage-limit.ts";
import { DISABLED_MEMBER } from "./baggage-member.ts";
import { readField, writeField, type Carrier } from "./carrier.ts";
import { RUN_MEMBER, SESSION_MEMBER } from "./incoming.ts";

/** Our members and their values before W3C percent-encoding; undefined takes a member away. */
export type Members = Readonly<Record<typeof SESSION_MEMBER | typeof RUN_MEMBER | typeof DISABLED_MEMBER, string | undefined>>;

/**
 * Puts our members into the baggage that a carrier has, in the place of older ones of ours. Others' stay as they are.
 * @throws {BaggageLimitError} before anything is written, where the whole is more than W3C Baggage carries
 */
export function writeMembers(carrier: Carrier, members: Members): void {
  const others = baggageMembers(readField(carrier, "baggage").text).filter(({ key }) => !Object.hasOwn(members, key));
  const all = [...others.map(({ text }) => text), ...ours(members).map(([key, value]) => memberText(key, value))];
  checkBaggageLimits(all);
  writeField(carrier, "baggage", all.join(","));
}

/**
 * The same for the baggage of an OpenTelemetry context, which the registered propagator then sends with every request.
 * @throws {BaggageLimitError} where the propagator would cut the whole, in silence
 */
export function contextWithMembers(context: Context, members: Members): Context {
  let baggage = (propagation.getBaggage(context) ?? propagation.createBaggage()).removeEntries(...Object.keys(members));
  for (const [key, value] of ours(members)) baggage = baggage.setEntry(key, { value });
  checkBaggageLimits(
    baggage.getAllEntries().map(([key, { value, metadata }]) => {
      const text = memberText(encodeURIComponent(key), value);
      return metadata === undefined ? text : `${text};${metadata.toString()}`;
    }),
  );
  return propagation.setBaggage(context, baggage);
}

function ours(members: Members): [string, string][] {
  return Object.entries(members).filter((member): member is [string, string] => member[1] !== undefined && member[1] !== "");
}
