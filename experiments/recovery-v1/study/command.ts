/** One command as a process of its own: what it is given, where it is stopped, and how its group is ended. @module */

/** Where a command was stopped; null: it ended by itself. */
export type Stop = "start" | "timeout" | "output" | "held" | "study";
/** What came of a command. */
export interface CommandOutcome {
  /** Its exit code; of a signal, 128 and its number. */ readonly code: number;
  /** Whether a signal ended it. */ readonly isSignal: boolean;
  /** What it printed, up to the bound. */ readonly stdout: Uint8Array;
  /** What it said besides, up to the bound. */ readonly stderr: Uint8Array;
  /** Where it was stopped. */ readonly stop: Stop | null;
  /** How long it took. */ readonly durationMs: number;
}
/** How a group of processes is ended: by GNU `timeout`, which leads the group; by a signal to the group; or only the
 * command's own process. */
export type Killer = "timeout" | "group" | "process";
/** A process to start. */
export interface LaunchOptions {
  /** The program, absolute. */ readonly program: string;
  /** Its arguments. */ readonly args: readonly string[];
  /** Its whole environment. */ readonly env: Readonly<Record<string, string>>;
  /** Its working folder. */ readonly cwd: string;
  /** Its time. */ readonly timeoutMs: number;
  /** Its output. */ readonly outputBytes: number;
  /** How it is ended. */ readonly killer: Killer;
  /** Whether it has a standard input; else that is empty. */ readonly hasInput?: boolean;
  /** Gets each piece of standard output as it comes. */ readonly onOutput?: (bytes: Uint8Array) => void;
  /** The time in milliseconds. */ readonly now: () => number;
}
/** A process that was started. */
export interface Launched {
  /** Writes to its standard input; once it has ended this does nothing. */ send(text: string): Promise<void>;
  /** Ends its standard input. */ endInput(): Promise<void>;
  /** What came of it. */ readonly outcome: Promise<CommandOutcome>;
}

/** GNU's `timeout`: it makes a group of its own, and on SIGALRM kills it. */
export const TIMEOUT_PROGRAM = "/usr/bin/timeout";
const GRACE_MS = 1_000; // for output that is still on its way when a process has ended
const BACKSTOP_SECONDS = 5; // after the bound, where the study itself was killed and cannot act
const NOTHING = new Uint8Array(0);

/** Finds how groups can be ended here. In the sandbox no signal may be sent but to one's own child, so it is `timeout`
 * there where it is GNU's (others make no group). */
export async function findKiller(): Promise<Killer> {
  try {
    const how = { clearEnv: true, stdin: "null", stdout: "piped", stderr: "null" } as const;
    const { stdout } = await new Deno.Command(TIMEOUT_PROGRAM, { ...how, args: ["--version"] }).output();
    if (new TextDecoder().decode(stdout).includes("GNU coreutils")) return "timeout";
  } catch { /* not there, or not granted */ }
  const { state } = await Deno.permissions.query({ name: "run" });
  return state === "granted" && Deno.build.os !== "windows" ? "group" : "process";
}

/** Starts a command. Over a bound it is killed at once, with its group where the killer can; what left the group is
 * not reached, and its pipes are let go after a second. */
export function launch(options: LaunchOptions): Launched {
  const { now, killer, timeoutMs } = options, startedAt = now();
  const child = startProcess(options);
  if (child === null) {
    const outcome = {
      code: 127,
      isSignal: false,
      stdout: NOTHING,
      stderr: NOTHING,
      stop: "start",
      durationMs: 0,
    } as const;
    return { send: async () => {}, endInput: async () => {}, outcome: Promise.resolve(outcome) };
  }
  let stop: Stop | null = null, hasEnded = false;
  const end = (reason: Stop): void => {
    stop ??= reason;
    if (!hasEnded) killProcess(child, killer);
  };
  const timer = setTimeout(() => end("timeout"), timeoutMs);
  let left = options.outputBytes;
  const take = (bytes: Uint8Array): Uint8Array => {
    const kept = bytes.subarray(0, left);
    left -= kept.length;
    if (kept.length < bytes.length) end("output");
    return kept;
  };
  const readers = [child.stdout.getReader(), child.stderr.getReader()] as const;
  const writer = options.hasInput ? child.stdin.getWriter() : null;
  const endInput = async (): Promise<void> => await writer?.close().catch(() => {});
  const drain = async (reader: ReadableStreamDefaultReader<Uint8Array>, isOutput: boolean): Promise<Uint8Array> => {
    const parts: Uint8Array[] = [];
    for (let piece; !(piece = await reader.read()).done;) {
      const kept = take(piece.value);
      if (kept.length === 0) continue;
      parts.push(kept);
      if (isOutput) options.onOutput?.(kept);
    }
    return concatenate(parts);
  };
  const wait = async (): Promise<CommandOutcome> => {
    const drained = Promise.all([drain(readers[0], true), drain(readers[1], false)]);
    const status = await child.status;
    hasEnded = true;
    clearTimeout(timer);
    await endInput();
    const letGo = setTimeout(() => {
      stop ??= "held";
      if (killer !== "process") killLeftGroup(child.pid);
      readers.forEach((reader) => reader.cancel().catch(() => {}));
    }, GRACE_MS);
    const [stdout, stderr] = await drained;
    clearTimeout(letGo);
    const { code, signal } = status, durationMs = now() - startedAt;
    const isLost = killer === "timeout" && (code === 126 || code === 127) && startsWith(stderr, TIMEOUT_PROGRAM);
    return { code, isSignal: signal !== null, stdout, stderr, stop: stop ?? (isLost ? "start" : null), durationMs };
  };
  const send = async (text: string): Promise<void> =>
    await writer?.write(new TextEncoder().encode(text)).catch(() => {});
  return { send, endInput, outcome: wait() };
}

function startProcess(options: LaunchOptions): Deno.ChildProcess | null {
  const { program, args, env, cwd, killer, timeoutMs, hasInput = false } = options;
  const seconds = Math.ceil(timeoutMs / 1_000) + BACKSTOP_SECONDS;
  const isLed = killer === "timeout";
  try {
    return new Deno.Command(isLed ? TIMEOUT_PROGRAM : program, {
      args: isLed ? ["-s", "KILL", String(seconds), program, ...args] : [...args],
      ...{ env: { ...env }, clearEnv: true, cwd, detached: killer === "group" },
      ...{ stdin: hasInput ? "piped" : "null", stdout: "piped", stderr: "piped" },
    }).spawn();
  } catch {
    return null;
  }
}

/** Kills a command that still runs. One that does not heed it within 300 ms loses its own process in any case. */
function killProcess(child: Deno.ChildProcess, killer: Killer): void {
  const kill = (signal: Deno.Signal): void => {
    try {
      child.kill(signal);
    } catch { /* it has just ended */ }
  };
  if (killer === "group") killLeftGroup(child.pid);
  kill(killer === "timeout" ? "SIGALRM" : "SIGKILL");
  const timer = setTimeout(() => kill("SIGKILL"), 300);
  child.status.finally(() => clearTimeout(timer));
}

/** Sends SIGKILL to a group, where that is permitted: never in the sandbox, whose end is theirs too. */
function killLeftGroup(pid: number): void {
  try {
    Deno.kill(-pid, "SIGKILL");
  } catch { /* not permitted, or nobody is left */ }
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder().decode(bytes.subarray(0, text.length)) === text;
}

/** Puts pieces together. */
export function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
