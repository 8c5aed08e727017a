/** Streams of lines for tests: cut anywhere, collected, and sent through a whole process. @module */
import { join } from "node:path";
import { quote } from "../scripts/cli/shell_command.ts";

const CLI = join(import.meta.dirname!, "..", "scripts", "permafrost.ts");

/** A stream of chunks; text is encoded. */
export function streamOf(...chunks: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return ReadableStream.from(chunks.map((chunk) => typeof chunk === "string" ? encoder.encode(chunk) : chunk));
}

/** Cuts a text, as UTF-8, at these places; any number is a place. */
export function cutAt(text: string, places: readonly number[]): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const ends = [...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return ends.map((end, index) => bytes.slice(ends[index - 1] ?? 0, end));
}

/** Reads a generator to its end: its pieces joined, and what it returned. */
export async function collect<T>(
  pieces: AsyncGenerator<string, T>,
): Promise<{ text: string; lines: string[]; end: T }> {
  let text = "";
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return { text, lines: text.split("\n").slice(0, -1), end: value };
    text += value;
  }
}

/** What a process did with a long stream. */
export interface Streamed {
  /** The exit code. */
  readonly code: number;
  /** How often the piece was sent. */
  readonly times: number;
  /** How many lines it printed. */
  readonly lines: number;
  /** The highest resident memory in MiB before its standard input ended; null where /proc does not tell. */
  readonly peakMiB: number | null;
  /** Standard error. */
  readonly err: string;
}

/** Sends a piece of text again and again, until it is at least so many MiB, through a command of permafrost. */
export async function streamThrough(words: readonly string[], piece: string, mib: number): Promise<Streamed> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", "--frozen", "-A", CLI, ...words],
    ...{ stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  const counted = countLines(child.stdout);
  const said = new Response(child.stderr).text();
  const bytes = new TextEncoder().encode(piece);
  const writer = child.stdin.getWriter();
  const times = Math.ceil(mib * 2 ** 20 / bytes.length);
  for (let count = 0; count < times; count++) await writer.write(bytes);
  const peakMiB = peakOf(child.pid);
  await writer.close();
  const [{ code }, lines, err] = await Promise.all([child.status, counted, said]);
  return { code, times, lines, peakMiB, err };
}

async function countLines(stream: ReadableStream<Uint8Array>): Promise<number> {
  let lines = 0;
  for await (const chunk of stream) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  }
  return lines;
}

function peakOf(pid: number): number | null {
  try {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(Deno.readTextFileSync(`/proc/${pid}/status`))![1]) / 1024;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound && Deno.build.os !== "linux") return null;
    throw error;
  }
}

/** Runs a command on an endless stream of a line, whose output is read for one line; gives what standard error said. */
export async function brokenPipe(command: string, line: string): Promise<string> {
  const run = [Deno.execPath(), "run", "--no-prompt", "--no-check", "--frozen", "-A", CLI, command].map(quote).join(
    " ",
  );
  const { stderr } = await new Deno.Command("sh", {
    args: ["-c", `{ yes "$1" | ${run}; echo code $? >&2; } | head -1 >/dev/null`, "sh", line],
    ...{ stdin: "null", stdout: "null", stderr: "piped" },
  }).output();
  return new TextDecoder().decode(stderr);
}
