/** Makes sure that a value is what JSON.parse could have given, without running any of its code. Pure. @module */
import { types } from "node:util";
import { PermafrostError } from "../../kernel/error.ts";
import { canonicalize } from "../../kernel/json_encode.ts";
import { toPointer } from "../../kernel/json_value.ts";

/** A part that is still to be looked at, and the way back to the root. */
type Part = { readonly holder: object; readonly key: string | number | null; readonly parent: Part | null };

const { __lookupGetter__: getterOf } = Object.prototype as { __lookupGetter__(key: PropertyKey): unknown };

/**
 * Refuses what is no plain JSON data: a proxy at any depth, which is told and not read, and all that the kernel's
 * `canonicalize` refuses, which never runs an accessor.
 *
 * @param value Any value.
 * @throws {PermafrostError} record-invalid; `at` is the JSON Pointer of the offender.
 */
export function refuseForeign(value: unknown): void {
  const proxy = findProxy(value);
  if (proxy !== null) refuse(proxy, "it is a proxy; pass plain data");
  try {
    canonicalize(value);
  } catch (error) {
    refuse((error as PermafrostError).at ?? "", "it is not plain JSON; pass what JSON can say", error);
  }
}

function refuse(at: string, state: string, cause?: unknown): never {
  throw new PermafrostError("record-invalid", `Cannot read the input at "${at}": ${state}`, { at, cause });
}

/** Looks at every part before canonicalize reads it: that would read a proxy through its traps. */
function findProxy(root: unknown): string | null {
  if (typeof root !== "object" || root === null) return null;
  const open: Part[] = [{ holder: root, key: null, parent: null }];
  const seen = new Set<object>([root]);
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { holder } = part;
    if (types.isProxy(holder)) return pointerOf(part);
    // Of an array only elements are looked at, and none behind a hole: canonicalize refuses it there, or before.
    const names = Array.isArray(holder) ? null : Object.getOwnPropertyNames(holder);
    const { length } = names ?? holder as unknown[];
    for (let at = 0; at < length; at++) {
      const key = names === null ? at : names[at] as string;
      if (getterOf.call(holder, key) !== undefined) continue; // refused there too, unread
      const inner = (holder as { readonly [key: string | number]: unknown })[key];
      if (inner === undefined && names === null) break;
      if (typeof inner !== "object" || inner === null || seen.has(inner)) continue;
      seen.add(inner);
      open.push({ holder: inner, key, parent: part });
    }
  }
  return null;
}

function pointerOf(part: Part): string {
  const path: (string | number)[] = [];
  for (let here: Part | null = part; here !== null; here = here.parent) if (here.key !== null) path.unshift(here.key);
  return toPointer(path);
}
