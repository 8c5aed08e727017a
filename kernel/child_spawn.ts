/** Starting, feeding, draining and ending a group of processes. @module */
import { readdirSync, readFileSync } from "node:fs";
import { findProgram } from "./containment.ts";
import { PermafrostError } from "./error.ts";

/** What the whole run may take beyond the JavaScript heap, MiB (specs/sandbox.md section 8). */
const MEMORY_BESIDE_HEAP_MIB = 1_088;
const MAX_FILE_BYTES = 2 ** 30;
const DRAIN_MS = 2_000;

/** A child with its pipes. */
export type Child = Deno.ChildProcess;

/**
 * Puts resource limits before a command, where the machine has the programs for them: data of the heap bound
 * and 1,088 MiB more, files of 1 GiB, no core files, and an end with the launcher when nothing else sees to it.
 */
export function limitResources(
  argv: readonly string[],
  options: { memoryMiB: number; dieWithParent: boolean },
): string[] {
  if (Deno.build.os !== "linux") return [...argv];
  const setpriv = options.dieWithParent ? findProgram("setpriv") : null;
  const prlimit = findProgram("prlimit");
  const dataBytes = (options.memoryMiB + MEMORY_BESIDE_HEAP_MIB) * 2 ** 20;
  return [
    ...(setpriv === null ? [] : [setpriv, "--pdeathsig", "KILL", "--"]),
    ...(prlimit === null ? [] : [prlimit, `--data=${dataBytes}`, `--fsize=${MAX_FILE_BYTES}`, "--core=0", "--"]),
    ...argv,
  ];
}

/**
 * Starts a process in a group of its own with pipes on all three streams and no environment but the given one.
 *
 * @throws {PermafrostError} sandbox-start.
 */
export function spawn(argv: readonly string[], options: { env: Record<string, string>; cwd: string }): Child {
  const [program = "", ...args] = argv;
  try {
    return new Deno.Command(program, {
      args,
      ...options,
      clearEnv: true,
      detached: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (cause) {
    throw new PermafrostError("sandbox-start", `Cannot start the sandbox: ${(cause as Error).message}`, { cause });
  }
}

/** Writes text to a child's standard input and closes it; a child that does not read it is no failure. */
export async function feed(child: Child, text: string): Promise<void> {
  const writer = child.stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch {
    writer.releaseLock();
  }
}

/**
 * Hands each chunk of a stream to `take` until it ends, or two seconds after `ended`, when a process that left
 * the group still holds the pipe. What `take` throws goes to `fail`, and the rest is still drained.
 */
export async function drain(
  stream: ReadableStream<Uint8Array>,
  options: { take: (bytes: Uint8Array) => void; fail: (error: unknown) => void; ended: Promise<unknown> },
): Promise<void> {
  const reader = stream.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  options.ended.then(() => timer = setTimeout(() => reader.cancel().catch(() => {}), DRAIN_MS));
  try {
    for (let taking = true;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (!taking) continue;
      try {
        options.take(value);
      } catch (error) {
        taking = false;
        options.fail(error);
      }
    }
  } finally {
    await options.ended;
    clearTimeout(timer);
  }
}

/** Ends a process group at once; a group that is gone already is no failure. */
export function killGroup(pid: number): void {
  try {
    Deno.kill(-pid, "SIGKILL");
  } catch { /* gone already */ }
}

/** Ends every process whose environment holds a text: descendants that left the group. Linux only. */
export function killMarked(text: string): void {
  if (Deno.build.os !== "linux") return;
  for (const name of readdirSync("/proc")) {
    if (!/^[0-9]+$/.test(name)) continue;
    try {
      if (readFileSync(`/proc/${name}/environ`, "latin1").includes(text)) Deno.kill(Number(name), "SIGKILL");
    } catch { /* gone, or not ours */ }
  }
}
