/** What the commands on JSON Lines share: opening what they read, printing what they make, naming bad lines. @module */
import { resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { systemCode, toFileError } from "../../kernel/file_read.ts";
import type { ByteSource } from "../byte_lines.ts";
import type { LineError } from "../json_lines.ts";
import type { LineCounts } from "../record_lines.ts";
import type { Io } from "./command.ts";
import { counted } from "./findings_text.ts";
import { colors, fit, inertJson, printable, printJson, wrap } from "./terminal.ts";

/** How many bad lines are named on standard error. */
export const MAX_NOTES = 10;
const NOTE_COLUMNS = 300;
const CHUNK_BYTES = 262_144;

/**
 * Finds a file or a pipe, which is opened once it is read; standard input for `-` and for no path.
 *
 * @throws {PermafrostError} file-missing, file-kind (a folder); the same and file-unreadable while it is read.
 */
export function findSource(path: string | undefined, io: Io): ByteSource {
  if (path === undefined || path === "-") return named("standard input", () => io.input());
  const full = resolve(io.cwd, path);
  try {
    if (Deno.statSync(full).isDirectory) throw folderError(path);
  } catch (error) {
    throw toReadError(error, path);
  }
  return named(path, () => readChunks(full));
}

/** Reads in larger chunks than a file's own stream does, and so goes to the system a quarter as often. */
async function* readChunks(path: string): AsyncGenerator<Uint8Array, void> {
  using file = await Deno.open(path, { read: true });
  for (;;) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const count = await file.read(chunk);
    if (count === null) return;
    yield chunk.subarray(0, count);
  }
}

/** Gives an error of the system its code and the stream's name; any other error passes through. */
async function* named(at: string, open: () => ByteSource): AsyncGenerator<Uint8Array, void> {
  try {
    yield* open();
  } catch (error) {
    throw toReadError(error, at);
  }
}

function folderError(at: string): PermafrostError {
  return new PermafrostError("file-kind", `Cannot read ${at}: it is a folder; give a file`, { at });
}

function toReadError(error: unknown, at: string): unknown {
  if (error instanceof Deno.errors.IsADirectory) return folderError(at);
  const isOfSystem = error instanceof Deno.errors.NotCapable || /^E[A-Z0-9]+$/.test(systemCode(error));
  return isOfSystem ? toFileError(error, { verb: "read", at, otherwise: "file-unreadable" }) : error;
}

/**
 * Prints pieces of output as they come, made ready by `toOut`; or, for --json, keeps them and at last prints one value
 * with `counts` and `lines`.
 *
 * @returns What the generator returned; it is closed in any case.
 */
export async function printLines<Counts>(
  pieces: AsyncGenerator<string, Counts>,
  { io, isJson, toOut }: { io: Io; isJson: boolean; toOut: (piece: string) => string },
): Promise<Counts> {
  const kept: string[] = [];
  try {
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) {
        const lines = kept.join("").split("\n").slice(0, -1);
        if (isJson) printJson(io, { counts: value, lines: lines.map((line) => JSON.parse(line)) });
        return value;
      }
      if (isJson) kept.push(value);
      else io.out(toOut(value));
    }
  } finally {
    await pieces.return(undefined as Counts);
  }
}

/** Names bad lines on standard error, the first {@linkcode MAX_NOTES} of them. */
export function badNotes(io: Io): (bad: LineError) => void {
  let count = 0;
  return ({ line, error }) => {
    if (++count > MAX_NOTES + 1) return;
    const { yellow } = colors(io);
    if (count > MAX_NOTES) io.err(`${yellow("bad")}: more lines, which are not named here\n`);
    else io.err(`${yellow("bad")}: ${noteText(`line ${line}: ${error.message}`, io)} [${error.code}]\n`);
  };
}

function noteText(text: string, io: Io): string {
  const shown = fit(printable(text.slice(0, NOTE_COLUMNS)), NOTE_COLUMNS);
  return io.isTerminal ? wrap(shown, { width: io.columns - 1, indent: 5 }) : shown;
}

/** Says in one sentence how many lines there were, and of which kinds. */
export function countsText(
  { lines, bad }: LineCounts,
  { kinds, io }: { kinds: { readonly [kind: string]: number }; io: Io },
): string {
  const parts = Object.entries({ ...kinds, bad }).map(([kind, count]) => `${count} ${kind}`);
  const text = `${counted(lines, "line")}: ${parts.join(", ")}`;
  return `${io.isTerminal ? wrap(text, { width: io.columns - 1, indent: 2 }) : text}\n`;
}

/** Leaves data as they are, for whoever compares bytes; on a terminal, escapes what it could obey or hide. */
export function terminalSafe(io: Io): (piece: string) => string {
  return io.isOutTerminal ? inertJson : (piece) => piece;
}
