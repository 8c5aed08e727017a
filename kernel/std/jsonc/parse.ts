/**
 * JSON with comments.
 *
 * Local slice of `@std/jsonc`; see `kernel/std/README.md`.
 *
 * @module
 */

import { type Node, type ParseError, parseTree, printParseErrorCode } from "npm:jsonc-parser@3.3.1";

/** A value of JSON. */
export type JsonValue =
  | { [key: string]: JsonValue | undefined }
  | JsonValue[]
  | string
  | number
  | boolean
  | null;

/** The value of a node; every key becomes an own property, also `__proto__`. */
function toValue(node: Node): JsonValue {
  if (node.type === "array") return (node.children ?? []).map(toValue);
  if (node.type !== "object") return node.value;
  const entries = (node.children ?? []).map(({ children = [] }): [string, JsonValue] => {
    const [key, value] = children as [Node, Node];
    return [key.value, toValue(value)];
  });
  return Object.fromEntries(entries);
}

/**
 * Reads a text of JSON in which comments of both kinds and a comma after the last element may stand. Of a repeated
 * key the last value counts.
 *
 * @param text The text.
 * @returns The value.
 * @throws {SyntaxError} When the text is anything else; the message names the place.
 */
export function parse(text: string): JsonValue {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first !== undefined || root === undefined) {
    const reason = first === undefined ? "no value" : printParseErrorCode(first.error);
    throw new SyntaxError(`Cannot parse JSONC: ${reason} at position ${first?.offset ?? 0}`);
  }
  return toValue(root);
}
