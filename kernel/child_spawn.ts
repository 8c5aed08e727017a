/** Starting, feeding, draining and ending a group of processes. @module */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import { findProgram } from "./containment.ts";
import { PermafrostError } from "./error.ts";
import { systemCode } from "./file_read.ts";

/** Puts resource limits before a command (`argv`), where the machine has the programs for it: data of the heap and
 * 1,088 MiB (specs/sandbox.md section 8), files of 1 GiB, no core files, and, if asked for, an end with the launcher. */
export function limitResources(argv: string[], options: { memoryMiB: number; dieWithParent: boolean }): string[] {
  if (Deno.build.os !== "linux") return argv;
  const dataBytes = (options.memoryMiB + 1_088) * 2 ** 20;
  const limits = [["prlimit", `--data=${dataBytes}`, `--fsize=${2 ** 30}`, "--core=0"]];
  if (options.dieWithParent) limits.unshift(["setpriv", "--pdeathsig", "KILL"]);
  const found = limits.map(([name = "", ...args]) => [findProgram(name) ?? "", ...args, "--"]);
  return [...found.filter(([program]) => program !== "").flat(), ...argv];
}

/** Starts a command (`argv`) in a group of its own with pipes on all three streams and only the given environment.
 * @throws {PermafrostError} sandbox-start. */
export function spawn(argv: readonly string[], options: Deno.CommandOptions): Deno.ChildProcess {
  const [program = "", ...args] = argv;
  const how = { stdin: "piped", stdout: "piped", stderr: "piped", args, clearEnv: true, detached: true } as const;
  try {
    return new Deno.Command(program, { ...options, ...how }).spawn();
  } catch (cause) {
    const state = `${basename(program)} does not start (${systemCode(cause)}); look at --allow-run and the file's mode`;
    throw new PermafrostError("sandbox-start", `Cannot start the sandbox: ${state}`, { cause });
  }
}

/** Writes text to a child's standard input and closes it; a child that does not read it is no failure. */
export async function feed(child: Deno.ChildProcess, text: string): Promise<void> {
  await new Blob([text]).stream().pipeTo(child.stdin).catch(() => {});
}

/** Hands each chunk of a stream to `take` until it ends, or two seconds after `ended`, when a process that left the
 * group still holds the pipe. What `take` throws goes to `fail`, and the rest is still drained. */
export async function drain(
  stream: ReadableStream<Uint8Array>,
  options: { take: (bytes: Uint8Array) => void; fail: (error: unknown) => void; ended: Promise<unknown> },
): Promise<void> {
  const cut = new AbortController();
  const timer = options.ended.then(() => setTimeout(() => cut.abort(), 2_000));
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
  const kill = (target: number): void => {
    try {
      Deno.kill(target, "SIGKILL");
    } catch { /* gone already */ }
  };
  kill(-pid);
  for (let rounds = 100, isLeft = mark !== undefined && Deno.build.os === "linux"; isLeft && rounds > 0; rounds--) {
    const found = readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name) && bearsMark(name, mark!));
    for (const name of found) kill(Number(name));
    isLeft = found.length > 0;
  }
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
