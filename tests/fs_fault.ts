import fs from "node:fs";

/** A function of node:fs that the kernel calls through the module's default object. */
export type FsName =
  | "closeSync"
  | "fchmodSync"
  | "fsyncSync"
  | "linkSync"
  | "openSync"
  | "readSync"
  | "renameSync"
  | "unlinkSync"
  | "writeSync";

/** What to do before the n-th call (from 0) of a function; throwing stands in for the call. */
export type FsAct = (call: number, args: readonly unknown[]) => void;

/** Runs `run` while each named function of node:fs first calls its act. Throws when one was never called. */
export function withFsFaults<T>(acts: Partial<Record<FsName, FsAct>>, run: () => T): T {
  const originals = Object.fromEntries(Object.keys(acts).map((name) => [name, fs[name as FsName]]));
  const calls: Record<string, number> = {};
  for (const [name, act] of Object.entries(acts)) {
    const original = originals[name] as unknown as (...args: unknown[]) => unknown;
    const patched = (...args: unknown[]): unknown => {
      const call = calls[name] ?? 0;
      calls[name] = call + 1;
      act(call, args);
      return original(...args);
    };
    Object.assign(fs, { [name]: patched });
  }
  let result: T;
  try {
    result = run();
  } finally {
    Object.assign(fs, originals);
  }
  const unused = Object.keys(acts).filter((name) => calls[name] === undefined);
  if (unused.length > 0) throw new Error(`never called: ${unused.join(", ")}`);
  return result;
}

/** An act that fails each call the way the system would, with this code. */
export function failWith(code: string): FsAct {
  return () => {
    throw Object.assign(new Error(`${code}: simulated`), { code });
  };
}

/** An act that does something before the first call only. */
export function once(act: () => void): FsAct {
  return (call) => call === 0 ? act() : undefined;
}
