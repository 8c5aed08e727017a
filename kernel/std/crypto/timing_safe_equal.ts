/**
 * Comparison of secrets.
 *
 * Local slice of `@std/crypto`; see `kernel/std/README.md`.
 *
 * @module
 */

import { timingSafeEqual as compare } from "node:crypto";

function bytesOf(value: ArrayBufferView | ArrayBufferLike | DataView): Uint8Array {
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value);
}

/**
 * Whether both hold the same bytes, found in a time that depends on their length alone.
 *
 * @param a The one value.
 * @param b The other.
 * @returns False as well when the lengths differ.
 */
export function timingSafeEqual(
  a: ArrayBufferView | ArrayBufferLike | DataView,
  b: ArrayBufferView | ArrayBufferLike | DataView,
): boolean {
  return a.byteLength === b.byteLength && compare(bytesOf(a), bytesOf(b));
}
