/** The second-best attempt log: Deno's audit lines through a FIFO, for a Deno without the broker. @module */
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { findProgram } from "../kernel/containment.ts";
import { PermafrostError } from "../kernel/error.ts";
import {
  type AttemptLog,
  countAttempts,
  type LogOptions,
  type PermissionLog,
  readLines,
} from "../kernel/permission_broker.ts";

/** The way in which Deno decides by its flags and writes down what it was asked: for `RunOptions.attemptLog`. */
export const AUDIT: AttemptLog = { name: "audit", variable: "DENO_AUDIT_PERMISSIONS", listen: listenForAudit };

/** The first Deno whose broker says what the launcher needs: 2.5.3 has one, 2.5.5 names the asking process. */
const FIRST_WITH_BROKER = [2, 5, 5];

/** Tells whether a version of Deno, such as `2.9.6`, has the permission broker. */
export function hasBroker(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.+-]/).map(Number);
  const [firstMajor = 0, firstMinor = 0, firstPatch = 0] = FIRST_WITH_BROKER;
  return (major - firstMajor || minor - firstMinor || patch - firstPatch) >= 0;
}

/**
 * Makes a FIFO and reads the lines that Deno writes to it. Deno decides by its flags here, and the log has no outcome
 * and neither programs nor signals (specs/sandbox.md section 7); an attempt is declared when the grants cover it.
 * Nothing may be at the `path` of the FIFO.
 *
 * @throws {PermafrostError} unavailable where the machine has no mkfifo.
 */
export async function listenForAudit(path: string, options: LogOptions): Promise<PermissionLog> {
  const mkfifo = findProgram("mkfifo");
  if (mkfifo === null || !(await new Deno.Command(mkfifo, { args: ["-m", "600", path] }).output()).success) {
    throw new PermafrostError("unavailable", "Cannot log accesses: no mkfifo works here; use a Deno with the broker");
  }
  const holder = await Deno.open(path, { read: true, write: true }); // without a writer, opening to read would wait
  const fifo = await Deno.open(path, { read: true });
  const log = countAttempts(options);
  let isCut = false;
  const take = (line: string): void => {
    try {
      const { permission, value } = JSON.parse(line);
      if (typeof permission === "string") log.judge({ permission, value: value === null ? null : String(value) });
    } catch { /* a child's end tore the line */ }
  };
  const reading = (async () => {
    for await (const lines of readLines(fifo)) {
      if (isCut) return;
      lines.forEach(take);
    }
  })();
  const cut = (): void => {
    isCut = true;
    const waker = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    writeSync(waker, "\n");
    closeSync(waker);
  };
  return {
    async close() {
      holder.close();
      const timer = setTimeout(cut, 200); // a process that outlived the child may hold the pipe
      await reading;
      clearTimeout(timer);
      fifo.close();
      return log.list();
    },
  };
}
