import { inspect } from "node:util";
import { AssertionError } from "./assertion_error.ts";

/** The value as several lines of text, keys sorted, so that two equal values print alike. */
function printLines(value: unknown): string[] {
  return inspect(value, {
    breakLength: 80,
    compact: false,
    depth: Infinity,
    maxArrayLength: Infinity,
    maxStringLength: Infinity,
    sorted: true,
  }).split("\n");
}

/** Both values, printed; lines that they share at the start and the end are given once. */
export function describeDifference(actual: unknown, expected: unknown): string {
  const left = printLines(actual);
  const right = printLines(expected);
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  while (head < shorter && left[head] === right[head]) head++;
  let tail = 0;
  while (tail < shorter - head && left.at(-1 - tail) === right.at(-1 - tail)) tail++;
  return [
    "[- actual, + expected]",
    ...left.slice(0, head).map((line) => `    ${line}`),
    ...left.slice(head, left.length - tail).map((line) => `-   ${line}`),
    ...right.slice(head, right.length - tail).map((line) => `+   ${line}`),
    ...left.slice(left.length - tail).map((line) => `    ${line}`),
  ].join("\n");
}

/** The value on one line, for a message. */
export function printShort(value: unknown): string {
  return inspect(value, { breakLength: Infinity, depth: 3 });
}

/** Throws the assertion's error: what failed, the caller's message, and more lines where given. */
export function reject(failure: string, msg: string | undefined, detail?: string): never {
  throw new AssertionError(`${failure}${msg ? `: ${msg}` : "."}${detail === undefined ? "" : `\n${detail}`}`);
}
