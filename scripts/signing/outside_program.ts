/** Programs of the system that sign and verify, run within bounds. @module */
import { PermafrostError } from "../../kernel/error.ts";

/** How a program is run. */
export interface ProgramCall {
  /** Its arguments. */
  readonly args: readonly string[];
  /** What it reads: bytes, the file at a path, or nothing. */
  readonly stdin?: Uint8Array<ArrayBuffer> | { readonly path: string };
  /** `inherit`: the user's whole environment (agents, prompts), perhaps with more; by default PATH and TZ alone. */
  readonly environment?: "inherit" | Readonly<Record<string, string>>;
  /** Milliseconds until it is killed; 60,000 when absent. */
  readonly timeoutMs?: number;
  /** Hears what it says on standard error while it runs (a request to touch a key). */
  readonly onWords?: (text: string) => void;
  /** Kills it. */
  readonly signal?: AbortSignal;
}

/** How a program ended. */
export interface ProgramEnd {
  /** Whether it ended with exit code 0. */
  readonly success: boolean;
  /** What it printed. */
  readonly stdout: Uint8Array<ArrayBuffer>;
  /** What it said, without the white space around it. */
  readonly words: string;
}

const MAX_OUTPUT_BYTES = 1_048_576;

/**
 * Runs a program to its end. Takes at most 1 MiB of each of its outputs; a longer one ends it.
 *
 * @param name The name that PATH is searched for.
 * @throws {PermafrostError} `unavailable` when it is not there, prints too much or takes too long; `interrupted`.
 */
export async function runProgram(name: string, call: ProgramCall): Promise<ProgramEnd> {
  const { args, stdin, environment, timeoutMs = 60_000, onWords, signal } = call;
  const fail = (state: string, cause?: unknown): never => {
    throw new PermafrostError("unavailable", `Cannot run ${name}: ${state}`, { at: name, cause });
  };
  signal?.throwIfAborted();
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(name, {
      args: [...args],
      stdin: stdin === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
      ...(environment === undefined
        ? { clearEnv: true, env: plainEnvironment() }
        : environment === "inherit"
        ? {}
        : { env: { ...environment } }),
    }).spawn();
  } catch (cause) {
    return fail("it is not on this machine, or may not be started; install it (OpenSSH, OpenSSL)", cause);
  }
  let ended: "timeout" | "flood" | "interrupted" | null = null;
  const kill = (why: typeof ended): void => {
    ended ??= why;
    try {
      child.kill("SIGKILL");
    } catch { /* it is gone already */ }
  };
  const interrupt = (): void => kill("interrupted");
  const timer = setTimeout(() => kill("timeout"), timeoutMs);
  signal?.addEventListener("abort", interrupt, { once: true });
  try {
    const [stdout, stderr, { success }] = await Promise.all([
      collect(child.stdout, { onFlood: () => kill("flood") }),
      collect(child.stderr, { onFlood: () => kill("flood"), onWords }),
      child.status,
      stdin === undefined ? null : feed(child.stdin, stdin),
    ]);
    if (ended === "timeout") fail(`it takes more than ${timeoutMs} ms`);
    if (ended === "flood") fail(`it prints more than ${MAX_OUTPUT_BYTES} bytes`);
    if (ended === "interrupted") throw new PermafrostError("interrupted", `Cannot finish: ${name} was interrupted`);
    return { success, stdout, words: new TextDecoder().decode(stderr).trim() };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", interrupt);
    kill(null);
  }
}

/** Runs something with a private folder that is removed afterwards, for the files that a program wants to be given. */
export async function withPrivateFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = Deno.makeTempDirSync({ prefix: "permafrost-signing-" });
  try {
    return await use(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** The zone counts: dates without one, in a file of allowed signers, are local. */
function plainEnvironment(): Record<string, string> {
  const kept = ["PATH", "TZ", "SYSTEMROOT"].map((name): [string, string | undefined] => [name, Deno.env.get(name)]);
  return { ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)), LC_ALL: "C" };
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  { onFlood, onWords }: { onFlood: () => void; onWords?: ((text: string) => void) | undefined },
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [], decoder = new TextDecoder();
  let bytes = 0;
  for await (const piece of stream) {
    bytes += piece.length;
    if (bytes > MAX_OUTPUT_BYTES) onFlood();
    else pieces.push(piece);
    onWords?.(decoder.decode(piece, { stream: true }));
  }
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}

/** Writes all of it; a program that stops reading says by its exit code why. */
async function feed(stream: WritableStream<Uint8Array>, source: Uint8Array<ArrayBuffer> | { path: string }) {
  if (source instanceof Uint8Array) return await new Blob([source]).stream().pipeTo(stream).catch(() => {});
  const file = await Deno.open(source.path, { read: true });
  await file.readable.pipeTo(stream).catch(() => {});
}
