/** Calls as the environment takes them: plain JSON within bounds, whatever an agent hands over. @module */
import type { JsonValue } from "../../../kernel/json_value.ts";
import type { Call } from "./envelope.ts";

/** The most levels that arguments have. */
const MAX_DEPTH = 32;
/** The most values that arguments hold, keys and characters of text counted in. */
const MAX_SIZE = 200_000;

/** Copies a call as plain JSON. Halves of surrogate pairs become U+FFFD, members that are undefined are left out, missing
 * arguments are none, and -0 is 0, so that what is recorded is what was answered. Arguments that are no JSON, nest over
 * 32 levels, or hold over 200,000 values and characters, make the call one that cannot be read: tool null, args `{raw}`.
 * Never throws. */
export function plainCall(call: { readonly tool: unknown; readonly args: unknown }): Call {
  try {
    const tool = typeof call.tool === "string" ? call.tool.slice(0, MAX_SIZE).toWellFormed() : null;
    const args = plainCopy(call.args === undefined ? {} : call.args, { depth: 0, budget: { left: MAX_SIZE } });
    return args === undefined ? unreadable() : { tool, args };
  } catch { // an accessor or proxy of the agent's
    return unreadable();
  }
}

function unreadable(): Call {
  return { tool: null, args: { raw: "arguments that are no JSON, or beyond its bounds here" } };
}

/** What a call that could not be read held, if it is one: the text of `{raw}`. */
export function rawOf({ tool, args }: Call): string | null {
  if (tool !== null || typeof args !== "object" || args === null || Array.isArray(args)) return null;
  return Object.keys(args).length === 1 && typeof args.raw === "string" ? args.raw : null;
}

/** A copy; undefined where there is none. */
function plainCopy(value: unknown, options: { depth: number; budget: { left: number } }): JsonValue | undefined {
  const { depth, budget } = options;
  budget.left -= typeof value === "string" ? value.length + 1 : 1;
  if (budget.left < 0 || depth > MAX_DEPTH) return undefined;
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value === "number") return Number.isFinite(value) ? (value === 0 ? 0 : value) : undefined;
  if (typeof value !== "object") return undefined;
  const inner = { depth: depth + 1, budget };
  if (Array.isArray(value)) {
    const items: JsonValue[] = [];
    for (let at = 0; at < value.length; at++) {
      const item = plainCopy(value[at], inner);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const members: [string, JsonValue][] = [];
  for (const [key, member] of Object.entries(value)) {
    budget.left -= key.length;
    if (member === undefined) continue;
    const copy = plainCopy(member, inner);
    if (copy === undefined) return undefined;
    members.push([key.toWellFormed(), copy]);
  }
  return Object.fromEntries(members);
}
