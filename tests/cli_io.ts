/** The command line without a process: an `Io` in memory. @module */
import { stripVTControlCharacters } from "node:util";
import type { Io } from "../scripts/cli/command.ts";
import { main } from "../scripts/cli/main.ts";

/** How a command line ended. */
export interface Ended {
  /** The exit code. */
  readonly code: number;
  /** Standard output. */
  readonly out: string;
  /** Standard error. */
  readonly err: string;
}

/** What a test can set. */
export interface IoParts extends Partial<Omit<Io, "input">> {
  /** Standard input: text, or a stream. */
  readonly input?: string | ReadableStream<Uint8Array>;
}

/** Makes an `Io` that keeps what is written; no terminal, 80 columns, unless told. */
export function memoryIo(parts: IoParts = {}): { io: Io; ended: (code: number) => Ended } {
  let [out, err] = ["", ""];
  const { input = "", ...given } = parts;
  const io: Io = {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    input: () => typeof input === "string" ? new Blob([input]).stream() : input,
    cwd: Deno.cwd(),
    isOutTerminal: false,
    isTerminal: false,
    hasColor: false,
    columns: 80,
    signal: new AbortController().signal,
    ...given,
  };
  return { io, ended: (code) => ({ code, out, err }) };
}

/** Runs one command line in memory. */
export async function runCli(words: readonly string[], parts: IoParts = {}): Promise<Ended> {
  const { io, ended } = memoryIo(parts);
  return ended(await main(words, io));
}

/** Runs one command line with `--json` and reads the one value that it printed; throws when there is not exactly one. */
export async function runJson(
  words: readonly string[],
  parts: IoParts = {},
  // deno-lint-ignore no-explicit-any -- what a command prints is what its tests look at
): Promise<{ code: number; value: any; err: string }> {
  const { code, out, err } = await runCli([...words, "--json"], parts);
  if (!/^[^\n]+\n$/.test(out)) throw new Error(`expected one line of JSON, got ${JSON.stringify(out)}`);
  return { code, value: JSON.parse(out), err };
}

/** The lines that are wider than a terminal, which would wrap there; colours take no room. */
export function wideLines(text: string, columns = 79): string[] {
  return stripVTControlCharacters(text).split("\n").filter((line) => [...line].length > columns);
}

/** Tells whether text holds, beside line ends, something that a terminal obeys or hides. */
export function isObeyed(text: string): boolean {
  return /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}

/** What was written to people, without the note that a machine without bubblewrap adds. */
export function withoutNote(text: string): string {
  // deno-lint-ignore no-control-regex -- the note may be coloured
  return text.replace(/^(?:\x1b\[33m)?note(?:\x1b\[0m)?: No containment.*\r?\n(?: {6}.*\r?\n)*/m, "");
}
