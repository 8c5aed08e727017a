/** Reads what a child prints: bounded JSON Lines of rows, progress and one summary. @module */
import { Buffer } from "node:buffer";
import { stripVTControlCharacters } from "node:util";
import { type ErrorCode, PermafrostError } from "./error.ts";
import { parseStrictBytes } from "./json_decode.ts";
import { isJsonObject, type JsonValue } from "./json_value.ts";
import type { Bounds } from "./protocol.ts";

/** Called with each progress line: how much of how much is done. */
export type OnProgress = (done: number, total: number) => void;
/** Collects a child's output. Feeding it throws at the first byte or line that breaks a rule. */
export type ChildOutput = ReturnType<typeof collectOutput>;
const BROKER_REMARK = "Permission broker is an experimental feature";

/** Makes a collector for one run. Of the bounds, `outputBytes` counts both streams, `lineBytes` one line without its
 * LF.
 * @throws {PermafrostError} child-output, child-line, child-protocol, child-summary, later and at `stdout:<line>`. */
export function collectOutput(bounds: Pick<Bounds, "outputBytes" | "lineBytes">, onProgress?: OnProgress) {
  const rows: JsonValue[] = [];
  let summary: JsonValue | undefined;
  let [line, totalBytes, lineBytes] = [1, 0, 0];
  let parts: Uint8Array[] = [];
  let tail: Uint8Array = new Uint8Array(0);
  const refuse = (code: ErrorCode, problem: string, cause?: unknown): never => {
    throw new PermafrostError(code, `Cannot accept the run: ${problem}`, { at: `stdout:${line}`, cause });
  };
  const count = (bytes: Uint8Array): void => {
    totalBytes += bytes.length;
    if (totalBytes > bounds.outputBytes) refuse("child-output", `it printed more than ${bounds.outputBytes} bytes`);
  };
  const hold = (bytes: Uint8Array): void => {
    lineBytes += bytes.length;
    if (lineBytes > bounds.lineBytes) refuse("child-line", `a line is longer than ${bounds.lineBytes} bytes`);
    parts.push(bytes);
  };
  const take = (kind: string, content: JsonValue): void => {
    if (summary !== undefined) refuse("child-summary", `a ${kind} follows the summary`);
    if (kind === "row") return void rows.push(content);
    if (kind === "summary") return void (summary = content);
    const { done = null, total = null } = isJsonObject(content) ? content : {};
    if (typeof done === "number" && typeof total === "number" && 0 <= done && done <= total) onProgress?.(done, total);
    else refuse("child-protocol", "a line reports progress without numbers 0 <= done <= total");
  };
  const finishLine = (): void => {
    let value: JsonValue = null;
    try {
      value = parseStrictBytes(parts.length === 1 ? parts[0]! : Buffer.concat(parts));
    } catch (cause) {
      const { code } = cause as PermafrostError;
      refuse("child-protocol", `a line is not strict JSON (${code}); logs belong on standard error`, cause);
    }
    const [[kind, content] = ["", null], ...others] = isJsonObject(value) ? Object.entries(value) : [];
    if (!["row", "progress", "summary"].includes(kind) || others.length > 0) {
      refuse("child-protocol", "a line is not an object with row, progress or summary alone");
    }
    take(kind, content);
    [line, lineBytes, parts] = [line + 1, 0, []];
  };
  return {
    /** The rows so far, in the order they were printed. */ rows,
    /** The summary, once it was printed. */ summary: (): JsonValue | undefined => summary,
    /** Takes bytes of standard output. */ feed(bytes: Uint8Array): void {
      count(bytes);
      let from = 0;
      for (let end; (end = bytes.indexOf(10, from)) >= 0; from = end + 1) {
        hold(bytes.subarray(from, end));
        finishLine();
      }
      if (from < bytes.length) hold(bytes.slice(from));
    },
    /** Takes bytes of standard error, and keeps the last 8 KiB. */ feedError(bytes: Uint8Array): void {
      count(bytes);
      tail = Buffer.concat([tail, bytes]).subarray(-8_192);
    },
    /** Says that standard output has ended. */ end(): void {
      if (lineBytes > 0) finishLine();
      if (summary === undefined) refuse("child-summary", "it ended without a summary");
    },
    /** The end of standard error, without Deno's remark; LF is its only control character. */ errorTail(): string {
      const lines = stripVTControlCharacters(new TextDecoder().decode(tail)).split("\n");
      const own = lines.filter((line) => !line.includes(BROKER_REMARK));
      return own.map((line) => line.replaceAll(/[\p{Cc}\p{Bidi_C}\p{Zl}\p{Zp}]/gu, " ")).join("\n").trim();
    },
  };
}
