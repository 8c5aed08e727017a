const TEMPORAL_NAMES = [
  "Duration",
  "Instant",
  "PlainDate",
  "PlainDateTime",
  "PlainMonthDay",
  "PlainTime",
  "PlainYearMonth",
  "ZonedDateTime",
];

/** Prototypes whose instances are told apart by their text. */
const TEXT_PROTOTYPES: ReadonlySet<unknown> = new Set<unknown>([
  RegExp.prototype,
  URL.prototype,
  URLSearchParams.prototype,
  Intl.Locale.prototype,
  ...TEMPORAL_NAMES.map((name) => Reflect.get(Temporal, name).prototype),
]);

const TypedArrayClass = Object.getPrototypeOf(Uint8Array) as abstract new () => ArrayLike<unknown>;

type Keyed = Map<unknown, unknown> | Set<unknown>;
type Compare = (left: unknown, right: unknown) => boolean;

/** The same value; NaN is itself, and 0 is -0. */
function isSame(left: unknown, right: unknown): boolean {
  return left === right || Object.is(left, right);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Equal prototypes, where none at all counts as that of a plain object. */
function havePrototypeInCommon(left: object, right: object): boolean {
  const [a, b] = [left, right].map((value) => Object.getPrototypeOf(value) ?? Object.prototype);
  return a === b;
}

/** Own and inherited keys up to the plain prototypes, also those that do not enumerate. */
function addKeysOfChain(keys: Set<PropertyKey>, value: object): void {
  for (
    let at: object | null = value;
    at !== null && at !== Object.prototype && at !== Array.prototype;
    at = Object.getPrototypeOf(at)
  ) {
    for (const key of Reflect.ownKeys(at)) keys.add(key);
  }
}

function keysToCompare(left: object, right: object): Iterable<PropertyKey> {
  const prototype: unknown = Object.getPrototypeOf(left);
  if (prototype === null || prototype === Object.prototype || prototype === Array.prototype) {
    return Reflect.ownKeys({ ...left, ...right });
  }
  const keys = new Set<PropertyKey>();
  addKeysOfChain(keys, left);
  addKeysOfChain(keys, right);
  return keys;
}

function areItemsSame(left: ArrayLike<unknown>, right: ArrayLike<unknown>): boolean {
  return left.length === right.length &&
    Array.prototype.every.call(left, (item, index) => isSame(item, right[index]));
}

/** Equal entries in any order; a key that is an object may stand for any key that is deeply equal. */
function areEntriesEqual(left: Keyed, right: Keyed, compare: Compare): boolean {
  if (left.size !== right.size) return false;
  if ([...left.keys()].every((key) => typeof key !== "object" && typeof key !== "function" || key === null)) {
    for (const [key, value] of left.entries()) {
      if (!right.has(key)) return false;
      if (right instanceof Map && !compare(value, right.get(key))) return false;
    }
    return true;
  }
  const others = [...right.entries()];
  return [...left.entries()].every(([key, value]) =>
    others.some(([otherKey, other]) => compare(key, otherKey) && (left instanceof Set || compare(value, other)))
  );
}

/**
 * Deep equality as the assertions mean it.
 *
 * @throws {TypeError} For two WeakMaps or two WeakSets: what they hold cannot be listed.
 */
export function equal(left: unknown, right: unknown): boolean {
  const assumed = new Map<object, object>();

  function compare(a: unknown, b: unknown): boolean {
    if (isSame(a, b)) return true;
    if (!isObject(a) || !isObject(b)) return false;
    if (a instanceof Date && b instanceof Date) return Object.is(a.getTime(), b.getTime());
    if (!havePrototypeInCommon(a, b)) return false;
    if (a instanceof TypedArrayClass) return areItemsSame(a, b as ArrayLike<unknown>);
    if (a instanceof ArrayBuffer || a instanceof SharedArrayBuffer) {
      return areItemsSame(new Uint8Array(a), new Uint8Array(b as ArrayBuffer));
    }
    if (a instanceof WeakMap || a instanceof WeakSet) {
      throw new TypeError(
        `Cannot compare two ${a instanceof WeakMap ? "WeakMap" : "WeakSet"} values: not listable`,
      );
    }
    if (a instanceof WeakRef) return compare(a.deref(), (b as WeakRef<object>).deref());
    if (assumed.get(a) === b) return true;
    if (Object.keys(a).length !== Object.keys(b).length) return false;
    assumed.set(a, b);
    if (a instanceof Map || a instanceof Set) return areEntriesEqual(a, b as Keyed, compare);
    if (TEXT_PROTOTYPES.has(Object.getPrototypeOf(a))) return String(a) === String(b);
    for (const key of keysToCompare(a, b)) {
      if (key in a !== key in b || !compare(Reflect.get(a, key), Reflect.get(b, key))) return false;
    }
    return true;
  }

  return compare(left, right);
}
