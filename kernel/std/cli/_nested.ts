/** An object whose values may be objects again; `a.b` is the value of `b` in `a`. */
export type Nested = Record<string, unknown>;

function isNested(value: unknown): value is Nested {
  return typeof value === "object" && value !== null;
}

/** Whether the dotted name leads to a value. Only own properties count. */
export function hasNested(root: Nested, name: string): boolean {
  let at: unknown = root;
  for (const part of name.split(".")) {
    if (!isNested(at) || !Object.hasOwn(at, part)) return false;
    at = at[part];
  }
  return true;
}

/** A value for a dotted name. */
export interface Setting {
  readonly name: string;
  readonly value: unknown;
  readonly collect: boolean;
}

/** Sets what the dotted name leads to, making the objects on the way; `collect` adds it to an array there. */
export function setNested(root: Nested, { name, value, collect }: Setting): void {
  const parts = name.split(".");
  const last = parts.pop() as string;
  let at = root;
  for (const part of parts) at = (own(at, part) ?? define(at, part, {})) as Nested;
  if (!collect) return void define(at, last, value);
  const before = own(at, last);
  if (Array.isArray(before)) before.push(value);
  else define(at, last, before ? [before, value] : [value]);
}

function own(object: Nested, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function define(object: Nested, key: string, value: unknown): unknown {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  return value;
}
