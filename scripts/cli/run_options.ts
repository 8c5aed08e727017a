/** From a call's options to a run's. @module */
import { resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import type { RunOptions } from "../../kernel/run.ts";
import { AUDIT, hasBroker } from "../permission_audit.ts";
import { parallelDigest } from "../parallel_digest.ts";
import type { Call } from "./command.ts";
import { withDefaultInputs } from "./default_inputs.ts";
import { colors, wrap } from "./terminal.ts";

/**
 * Reads `NAME=PATH` words; a path may hold `=`.
 *
 * @throws {PermafrostError} usage for another form or a name given twice.
 */
export function readInputs(words: readonly string[], cwd: string): { [name: string]: string } {
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

/**
 * Options that `verify`, `run` and `reproduce` share. A Deno (`denoVersion`) without the permission broker logs
 * accesses by its audit lines even when that was not asked for, and a note says so.
 *
 * @throws {PermafrostError} usage.
 */
export async function runOptions(
  folder: string,
  { values, lists, flags, io, denoVersion = Deno.version.deno }: Call & { readonly denoVersion?: string },
): Promise<RunOptions> {
  if (flags.has("require-containment") && flags.has("no-containment")) {
    throw new PermafrostError("usage", "Cannot run: --require-containment and --no-containment contradict each other");
  }
  const origin = values["live"];
  if (origin === undefined && values["live-timeout"] !== undefined) {
    throw new PermafrostError("usage", "Cannot run: --live-timeout says how long --live waits; give --live ORIGIN too");
  }
  const live = origin === undefined ? undefined : await import("./live.ts");
  const bounds = live?.readPatience(values["live-timeout"]) ?? {};
  const onNotice = (text: string): void =>
    io.err(`${colors(io).yellow("note")}: ${wrap(text, { width: io.columns - 1, indent: 6 })}\n`);
  const isOld = !hasBroker(denoVersion);
  if (isOld) onNotice(`Deno ${denoVersion} has no permission broker; its audit lines log accesses, without outcomes.`);
  return {
    digest: parallelDigest,
    inputs: await withDefaultInputs(folder, { given: readInputs(lists["input"] ?? [], io.cwd), onNotice }),
    requireContainment: flags.has("require-containment"),
    ...(flags.has("no-containment") && { containment: "none" as const }),
    ...(live && { comparePublished: live.compareLive(folder, { origin: origin!, bounds, io }) }),
    ...((flags.has("audit-log") || isOld) && { attemptLog: AUDIT }),
    onNotice,
    signal: io.signal,
  };
}
