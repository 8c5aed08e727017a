/** The command line `permafrost`: the one file that exits. @module */
import type { Io } from "./cli/command.ts";
import { main } from "./cli/main.ts";

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let sent = 0; sent < bytes.length;) sent += stream.writeSync(bytes.subarray(sent));
}

function terminalColumns(): number {
  try {
    return Deno.consoleSize().columns || 80;
  } catch {
    return 80;
  }
}

if (import.meta.main) {
  const abort = new AbortController();
  const isTerminal = Deno.stderr.isTerminal();
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => abort.abort());
  const io: Io = {
    out: (text) => writeAll(Deno.stdout, text),
    err: (text) => writeAll(Deno.stderr, text),
    input: () => Deno.stdin.readable,
    cwd: Deno.cwd(),
    isTerminal,
    hasColor: isTerminal && !Deno.noColor,
    columns: isTerminal ? terminalColumns() : 80,
    signal: abort.signal,
  };
  Deno.exit(await main(Deno.args, io));
}
