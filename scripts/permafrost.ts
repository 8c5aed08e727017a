/** The command line `permafrost`: the one file that exits. @module */
import { PermafrostError } from "../kernel/error.ts";
import type { Io } from "./cli/command.ts";
import { main } from "./cli/main.ts";

/** A signal that comes so soon after the first is the same key, passed on by a parent. */
const REPEAT_MS = 500;
const RETRY_MS = 5;

/** Writes all of a text; a stream that is full and does not wait is tried again. */
function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let sent = 0; sent < bytes.length;) {
    try {
      sent += stream.writeSync(bytes.subarray(sent));
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

function writeData(text: string): void {
  try {
    writeAll(Deno.stdout, text);
  } catch (cause) {
    if (cause instanceof Deno.errors.BrokenPipe) throw cause;
    const message = "Cannot write standard output: the system refuses; look at where it goes";
    throw new PermafrostError("file-write", message, { cause });
  }
}

function writeWords(text: string): void {
  try {
    writeAll(Deno.stderr, text);
  } catch { /* nobody listens: that changes nothing of what is done */ }
}

function terminalColumns(): number {
  try {
    return Math.max(40, Deno.consoleSize().columns || 80);
  } catch {
    return 80;
  }
}

/** The first signal asks to stop and tidy up; one that comes later ends at once. */
function listenForSignals(): AbortSignal {
  const abort = new AbortController();
  let firstAt = 0;
  const stop = (): void => {
    if (!abort.signal.aborted) firstAt = performance.now();
    else if (performance.now() - firstAt > REPEAT_MS) Deno.exit(2);
    abort.abort();
  };
  const names: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const name of names) Deno.addSignalListener(name, stop);
  return abort.signal;
}

if (import.meta.main) {
  const isTerminal = Deno.stderr.isTerminal() && Deno.env.get("TERM") !== "dumb";
  const isOutTerminal = Deno.stdout.isTerminal();
  const io: Io = {
    out: writeData,
    err: writeWords,
    input: () => Deno.stdin.readable,
    cwd: Deno.cwd(),
    isOutTerminal,
    isTerminal,
    hasColor: isTerminal && !Deno.noColor,
    columns: isTerminal || isOutTerminal ? terminalColumns() : 80,
    signal: listenForSignals(),
  };
  Deno.exit(await main(Deno.args, io));
}
