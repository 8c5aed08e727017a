/** What a tool hands back to the loop. @module */
import type { CallError, CallErrorCode } from "../envelope.ts";

/** Data, or the reason why there is none. */
export type ToolReply<Data extends object = object> = { readonly data: Data } | { readonly error: CallError };

/** A failure; `pointer` names the argument at fault, null none. */
export function fail(
  code: CallErrorCode,
  message: string,
  options: { readonly pointer?: string | null } = {},
): { readonly error: CallError } {
  return { error: { code, message, pointer: options.pointer ?? null } };
}
