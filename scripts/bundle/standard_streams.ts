/** Stands between an experiment and its standard streams, in one realm with it. @module */
import { format } from "node:util";

/** What takes the experiment's place at its streams. */
export interface StreamTakers {
  /** Takes what it writes to standard output. */ readonly out: (bytes: Uint8Array) => void;
  /** What it reads from standard input; null leaves the real one. */ readonly input: string | null;
}

/** Leads what an experiment prints (by Deno.stdout, console or process.stdout) to `out`, and lets it read `input`.
 * @returns What prints to the real standard output. */
export function takeStreams({ out, input }: StreamTakers): (text: string) => void {
  const write = Deno.stdout.writeSync.bind(Deno.stdout);
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const take = (bytes: Uint8Array): number => (out(bytes), bytes.length);
  replace(Deno.stdout, {
    writeSync: take,
    write: (bytes: Uint8Array) => Promise.try(() => take(bytes)),
    writable: new WritableStream<Uint8Array>({ write: (bytes) => void take(bytes) }),
  });
  const log = (...values: unknown[]): void => out(encode(format(...values) + "\n"));
  replace(console, { log, info: log, debug: log });
  if (input !== null) {
    let rest = encode(input);
    const read = (buffer: Uint8Array): number | null => {
      if (rest.length === 0) return null;
      const part = rest.subarray(0, buffer.length);
      buffer.set(part);
      rest = rest.subarray(part.length);
      return part.length;
    };
    replace(Deno.stdin, {
      isTerminal: () => false,
      readSync: read,
      read: (buffer: Uint8Array) => Promise.try(() => read(buffer)),
      readable: new Blob([input]).stream(),
    });
  }
  return (text) => {
    const bytes = encode(text);
    for (let sent = 0; sent < bytes.length;) sent += write(bytes.subarray(sent));
  };
}

function replace(owner: object, values: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(values)) {
    Object.defineProperty(owner, key, { value, configurable: true, writable: true });
  }
}
