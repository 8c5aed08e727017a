/** Reads what a child prints: bounded JSON Lines of rows, progress and one summary. @module */
import { type ErrorCode, PermafrostError } from "./error.ts";
import { parseStrictBytes } from "./json_decode.ts";
import { isJsonObject, type JsonValue } from "./json_value.ts";
import type { Bounds } from "./protocol.ts";

/** Called with each progress line: how much of how much is done. */
export type OnProgress = (done: number, total: number) => void;

/** Collects a child's output. Feeding it throws at the first byte or line that breaks a rule. */
export interface ChildOutput {
  readonly rows: JsonValue[];
  /** The summary once it was printed. */
  summary(): JsonValue | undefined;
  /** Takes bytes of standard output. */
  feed(bytes: Uint8Array): void;
  /** Takes bytes of standard error, and keeps the last 8 KiB. */
  feedError(bytes: Uint8Array): void;
  /** Says that standard output has ended. */
  end(): void;
  /** The end of standard error, without control characters except LF. */
  errorTail(): string;
}

const TAIL_BYTES = 8_192;

/**
 * Makes a collector for one run.
 *
 * @param bounds `outputBytes` counts both streams, `lineBytes` one line.
 * @param onProgress Called for each progress line.
 * @throws {PermafrostError} From feed and end: child-output, child-line, child-protocol, child-summary; `at` is
 * `stdout:<line>`.
 */
export function collectOutput(bounds: Pick<Bounds, "outputBytes" | "lineBytes">, onProgress?: OnProgress): ChildOutput {
  const rows: JsonValue[] = [];
  let summary: JsonValue | undefined;
  let line = 1;
  let total = 0;
  let parts: Uint8Array[] = [];
  let partBytes = 0;
  let tail: Uint8Array<ArrayBufferLike> = new Uint8Array(0);

  const refuse = (code: ErrorCode, problem: string, cause?: unknown): never => {
    throw new PermafrostError(code, `Cannot accept the run: ${problem}`, { at: `stdout:${line}`, cause });
  };
  const count = (bytes: Uint8Array): void => {
    total += bytes.length;
    if (total > bounds.outputBytes) refuse("child-output", `it printed more than ${bounds.outputBytes} bytes`);
  };
  const hold = (bytes: Uint8Array): void => {
    partBytes += bytes.length;
    if (partBytes > bounds.lineBytes) refuse("child-line", `a line is longer than ${bounds.lineBytes} bytes`);
    parts.push(bytes);
  };
  const take = (text: Uint8Array): void => {
    let value: JsonValue = null;
    try {
      value = parseStrictBytes(text, { maxBytes: bounds.lineBytes });
    } catch (cause) {
      const problem = cause instanceof PermafrostError ? cause.code : "unknown";
      refuse("child-protocol", `line ${line} is not strict JSON (${problem}); logs belong on standard error`, cause);
    }
    const entries = isJsonObject(value) ? Object.entries(value) : [];
    const [kind, content] = entries.length === 1 ? entries[0]! : ["", null];
    if (!["row", "progress", "summary"].includes(kind)) {
      refuse("child-protocol", `line ${line} is not an object with row, progress or summary alone`);
    }
    if (summary !== undefined) refuse("child-summary", `line ${line} holds a ${kind} after the summary`);
    if (kind === "row") rows.push(content);
    else if (kind === "summary") summary = content;
    else {
      const { done, total } = isJsonObject(content) ? content : {};
      if (typeof done !== "number" || typeof total !== "number" || !(done >= 0 && done <= total)) {
        refuse("child-protocol", `line ${line} reports progress without numbers 0 <= done <= total`);
      } else onProgress?.(done, total);
    }
    line += 1;
  };
  const finishLine = (): void => {
    const text = parts.length === 1 ? parts[0]! : concat(parts, partBytes);
    parts = [];
    partBytes = 0;
    take(text);
  };

  return {
    rows,
    summary: () => summary,
    feed(bytes) {
      count(bytes);
      let from = 0;
      for (let end; (end = bytes.indexOf(10, from)) >= 0; from = end + 1) {
        hold(bytes.subarray(from, end));
        finishLine();
      }
      if (from < bytes.length) hold(bytes.slice(from));
    },
    feedError(bytes) {
      count(bytes);
      tail = concat([tail, bytes], tail.length + bytes.length).slice(-TAIL_BYTES);
    },
    end() {
      if (partBytes > 0) finishLine();
      if (summary === undefined) refuse("child-summary", "it ended without a summary");
    },
    errorTail: () =>
      // deno-lint-ignore no-control-regex
      new TextDecoder().decode(tail).replaceAll(/\x1b\[[0-9;]*m/g, "").replaceAll(/[\0-\x09\x0b-\x1f\x7f-\x9f]/g, " ")
        .split("\n").filter((text) => !text.includes("Permission broker is an experimental feature")).join("\n").trim(),
  };
}

function concat(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
