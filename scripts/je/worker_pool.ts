/** Worker processes that share nothing: each reads units, one a line, and prints a line for each when it is done.
 * @module */
import { PermafrostError } from "../../kernel/error.ts";

/** How workers are started and fed. */
export interface PoolOptions<Job> {
  /** How many, at least 1. */ readonly workers: number;
  /** The program and its arguments. */ readonly command: readonly string[];
  /** Their working folder; this process's unless given. */ readonly cwd?: string;
  /** Their whole environment; this process's unless given. */ readonly env?: Readonly<Record<string, string>>;
  /** The line of a job, without a line end. */ readonly lineOf: (job: Job) => string;
  /** Takes the line that a worker printed for a job; what it throws stops the pool. */
  readonly done: (job: Job, line: string) => void;
  /** Takes a job during which its worker died, and the end of what that wrote to standard error. */
  readonly lost: (job: Job, words: string) => void;
  /** Stops all workers. */ readonly signal: AbortSignal;
}

/** Deaths in a row, without one job done in between, after which the pool gives up. */
const MAX_DEATHS = 3;
const WORDS = 2000;

/** Does all jobs and ends the workers, also when it fails or is told to stop.
 * @throws {PermafrostError} interrupted; unavailable: workers cannot be started, or die one after the other. */
export async function runPool<Job>(jobs: AsyncIterator<Job, void>, options: PoolOptions<Job>): Promise<void> {
  const stop = new AbortController(), signal = AbortSignal.any([options.signal, stop.signal]);
  const pool = { jobs, deaths: 0, ...options, signal }, failures: unknown[] = [];
  await Promise.all(Array.from({ length: options.workers }, () =>
    keepWorking(pool).catch((error) => {
      failures.push(error); // the first is why; the others are stopped by it
      stop.abort();
    })));
  if (failures.length > 0) throw failures[0];
}

type Pool<Job> = PoolOptions<Job> & { readonly jobs: AsyncIterator<Job, void>; deaths: number };

/** One worker after the other, until there are no jobs. */
async function keepWorking<Job>(pool: Pool<Job>): Promise<void> {
  for (let next = await pool.jobs.next(); next.done !== true;) {
    const lost = await work(pool, next.value);
    if (lost === null) return;
    pool.lost(lost.job, lost.words);
    if (++pool.deaths >= MAX_DEATHS) {
      const state = `worker processes die one after the other; the last one said: ${lost.words || "nothing"}`;
      throw new PermafrostError("unavailable", `Cannot go on with the sweep: ${state}`);
    }
    next = await pool.jobs.next();
  }
}

/** One worker: the first job and all that it can get; returns the job during which it died. */
async function work<Job>(pool: Pool<Job>, first: Job): Promise<{ job: Job; words: string } | null> {
  const child = spawn(pool), lines = lineReader(child.stdout), words = tailOf(child.stderr);
  const input = child.stdin.getWriter();
  input.closed.catch(() => {}); // a worker that died reads no more; its output says so
  const kill = (): void => killNow(child);
  pool.signal.addEventListener("abort", kill, { once: true });
  try {
    for (let next: IteratorResult<Job, void> = { value: first }; next.done !== true; next = await pool.jobs.next()) {
      throwIfStopped(pool.signal);
      await input.write(new TextEncoder().encode(`${pool.lineOf(next.value)}\n`)).catch(() => {});
      const line = await lines.next();
      throwIfStopped(pool.signal);
      if (line === null) return { job: next.value, words: await words };
      pool.deaths = 0;
      pool.done(next.value, line);
    }
    return null;
  } finally {
    pool.signal.removeEventListener("abort", kill);
    await input.close().catch(() => {});
    if (pool.signal.aborted) kill();
    await lines.close();
    await Promise.all([child.status, words]);
  }
}

function spawn({ command, cwd, env }: Pick<PoolOptions<unknown>, "command" | "cwd" | "env">): Deno.ChildProcess {
  const [program = "", ...args] = command;
  const place = { ...(cwd === undefined ? {} : { cwd }), ...(env === undefined ? {} : { env, clearEnv: true }) };
  try {
    return new Deno.Command(program, { args, ...place, stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
  } catch (cause) {
    const state = "a worker process does not start; --workers 0 runs all in this one";
    throw new PermafrostError("unavailable", `Cannot run the sweep: ${state}`, { cause });
  }
}

function killNow(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL"); // files are whole or not there, so nothing needs tidying up
  } catch { /* it has ended */ }
}

function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new PermafrostError("interrupted", "Cannot finish the sweep: it was told to stop");
}

/** Reads a stream line by line: null at its end, and for a line that it breaks off in. Opened at once and not with the
 * first line, so that closing it closes the stream in any case. */
function lineReader(stream: ReadableStream<Uint8Array<ArrayBuffer>>): {
  readonly next: () => Promise<string | null>;
  readonly close: () => Promise<void>;
} {
  const reader = stream.getReader(), decoder = new TextDecoder();
  let text = "";
  return {
    async next() {
      for (let end = text.indexOf("\n");; end = text.indexOf("\n")) {
        if (end >= 0) {
          const line = text.slice(0, end);
          text = text.slice(end + 1);
          return line;
        }
        const { done, value } = await reader.read();
        if (done) return null;
        text += decoder.decode(value, { stream: true });
      }
    },
    close: () => reader.cancel(),
  };
}

/** The end of a stream as text. */
async function tailOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let text = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) text = (text + part).slice(-WORDS);
  return text.trim();
}
