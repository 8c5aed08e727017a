/** Starting, feeding, draining and ending a group of processes. @module */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import { findProgram } from "./containment.ts";
import { PermafrostError } from "./error.ts";
import { systemCode } from "./file_read.ts";

/** What the whole run may take beyond the JavaScript heap, MiB (specs/sandbox.md section 8). */
const MEMORY_BESIDE_HEAP_MIB = 1_088;
const MAX_FILE_BYTES = 2 ** 30;
const DRAIN_MS = 2_000;

/**
 * Puts resource limits before a command and its arguments (`argv`), where the machine has the programs for them: data of
 * the heap bound and 1,088 MiB more, files of 1 GiB, no core files, and, if asked for, an end with the launcher.
 */
export function limitResources(
  argv: readonly string[],
  options: { memoryMiB: number; dieWithParent: boolean },
): string[] {
  const dataBytes = (options.memoryMiB + MEMORY_BESIDE_HEAP_MIB) * 2 ** 20;
  const limits: [string, string[]][] = [["prlimit", [`--data=${dataBytes}`, `--fsize=${MAX_FILE_BYTES}`, "--core=0"]]];
  if (options.dieWithParent) limits.unshift(["setpriv", ["--pdeathsig", "KILL"]]);
  const found = limits.map(([name, args]) => [findProgram(name), ...args, "--"]).filter(([program]) =>
    program !== null
  );
  return [...(Deno.build.os === "linux" ? found.flat() as string[] : []), ...argv];
}

/**
 * Starts a command (`argv`) in a group of its own with pipes on all three streams and only the given environment.
 *
 * @throws {PermafrostError} sandbox-start.
 */
export function spawn(argv: readonly string[], options: Deno.CommandOptions): Deno.ChildProcess {
  const [program = "", ...args] = argv;
  const pipes = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
  try {
    return new Deno.Command(program, { ...options, ...pipes, args, clearEnv: true, detached: true }).spawn();
  } catch (cause) {
    const state = `${basename(program)} does not start (${systemCode(cause)}); look at --allow-run and the file's mode`;
    throw new PermafrostError("sandbox-start", `Cannot start the sandbox: ${state}`, { cause });
  }
}

/** Writes text to a child's standard input and closes it; a child that does not read it is no failure. */
export async function feed(child: Deno.ChildProcess, text: string): Promise<void> {
  await new Blob([text]).stream().pipeTo(child.stdin).catch(() => {});
}

/**
 * Hands each chunk of a stream to `take` until it ends, or two seconds after `ended`, when a process that left
 * the group still holds the pipe. What `take` throws goes to `fail`, and the rest is still drained.
 */
export async function drain(
  stream: ReadableStream<Uint8Array>,
  options: { take: (bytes: Uint8Array) => void; fail: (error: unknown) => void; ended: Promise<unknown> },
): Promise<void> {
  const cut = new AbortController();
  const timer = options.ended.then(() => setTimeout(() => cut.abort(), DRAIN_MS));
  let { take } = options;
  const write = (bytes: Uint8Array): void => {
    try {
      take(bytes);
    } catch (error) {
      take = () => {};
      options.fail(error);
    }
  };
  await stream.pipeTo(new WritableStream({ write }), { signal: cut.signal }).catch(() => {});
  clearTimeout(await timer);
}

/** Ends the process group of a `pid` at once, and on Linux every process that bears a `mark`, if given. */
export function killGroup(pid: number, mark?: string): void {
  kill(-pid);
  const isMarked = (name: string): boolean => mark !== undefined && /^[0-9]+$/.test(name) && bearsMark(name, mark);
  for (let rounds = 100, found = ["first"]; found.length > 0 && rounds > 0; rounds--) {
    found = Deno.build.os === "linux" ? readdirSync("/proc").filter(isMarked) : [];
    for (const name of found) kill(Number(name));
  }
}

function kill(target: number): void {
  try {
    Deno.kill(target, "SIGKILL");
  } catch { /* gone already */ }
}

/** Tells whether a process holds a text in its environment or the path of its folder; false for those of others. */
function bearsMark(pid: string, mark: string): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
    return environment.includes(mark) || readlinkSync(`/proc/${pid}/cwd`).includes(mark);
  } catch {
    return false;
  }
}
