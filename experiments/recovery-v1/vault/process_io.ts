/** The process that a program runs in. @module */
import type { ProgramIo } from "./program.ts";
import { vaultPlace } from "./vault_place.ts";

/** Connects a program to its process: standard streams, clock, working folder, and the two variables that place the
 * vault. */
export function processIo(): ProgramIo {
  const encoder = new TextEncoder();
  return {
    vault: () => vaultPlace({ XDG_DATA_HOME: Deno.env.get("XDG_DATA_HOME"), HOME: Deno.env.get("HOME") }),
    nowSeconds: () => Math.floor(Date.now() / 1_000),
    cwd: () => Deno.cwd(),
    read: (buffer) => Deno.stdin.read(buffer),
    write: async (text) => {
      const bytes = encoder.encode(text);
      for (let sent = 0; sent < bytes.length;) sent += await Deno.stdout.write(bytes.subarray(sent));
    },
    warn: (text) => {
      const bytes = encoder.encode(text);
      for (let sent = 0; sent < bytes.length;) sent += Deno.stderr.writeSync(bytes.subarray(sent));
    },
  };
}
