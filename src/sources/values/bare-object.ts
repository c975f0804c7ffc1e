/** What has no properties, and nothing to inherit from. */
const NOTHING: object = Object.freeze(Object.create(null));

interface BareObject {
  [key: string]: never;
}

const BareObject = function () {} as unknown as new () => BareObject;
BareObject.prototype = NOTHING;

/**
 * An object in which no key is found that was not put there, not even `constructor` or `__proto__`. Objects without a prototype,
 * which are as safe, are kept as hash tables by V8: to fill one and to go through it takes several times as long.
 */
export function bareObject<Value>(): Record<string, Value> {
  return new BareObject();
}
