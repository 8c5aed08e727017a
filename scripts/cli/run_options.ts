/** From a call's options to a run's. @module */
import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import type { RunOptions } from "../../kernel/run.ts";
import type { Call } from "./command.ts";
import { paint } from "./terminal.ts";

/** Reads `NAME=PATH` words. Throws usage for another form or a name given twice. */
function readInputs(words: readonly string[], cwd: string): { [name: string]: string } {
  const inputs = new Map<string, string>();
  for (const word of words) {
    const [, name = "", path = ""] = /^([^=]+)=(.+)$/s.exec(word) ?? [];
    if (name === "" || inputs.has(name)) {
      const state = name === "" ? "it is not NAME=PATH" : "its name is given twice";
      throw new PermafrostError("usage", `Cannot read --input ${word}: ${state}`, { at: "--input" });
    }
    inputs.set(name, resolve(cwd, path));
  }
  return Object.fromEntries(inputs);
}

/** Options that `verify`, `run` and `reproduce` share. */
export async function runOptions(folder: string, { values, lists, flags, io }: Call): Promise<RunOptions> {
  if (flags.has("require-containment") && flags.has("no-containment")) {
    throw new PermafrostError("usage", "Cannot run: --require-containment and --no-containment contradict each other");
  }
  const origin = values["live"];
  const comparePublished = origin === undefined
    ? undefined
    : (await import("./live.ts")).compareLive(folder, { origin, io });
  return {
    inputs: readInputs(lists["input"] ?? [], io.cwd),
    requireContainment: flags.has("require-containment"),
    ...(flags.has("no-containment") && { containment: "none" as const }),
    ...(comparePublished && { comparePublished }),
    onNotice: (text) => io.err(`${paint(io, "yellow", "note")}: ${text}\n`),
    signal: io.signal,
  };
}

/** Refuses a place for a result where something is already, before anything runs. */
export function refuseTaken(path: string, given: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  const message = `Cannot write ${given}: something is there already; results are written once, so name a new file`;
  throw new PermafrostError("file-exists", message, { at: given });
}
