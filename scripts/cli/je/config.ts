/** `permafrost je config`. @module */
import { resolve } from "node:path";
import { runConfigText, validateRunConfig } from "../../../experiments/je-v1/config/contract.ts";
import { warningsOf } from "../../../experiments/je-v1/config/warnings.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { readJsonFile } from "../../../kernel/json_file.ts";
import type { Call, Io } from "../command.ts";
import { labelled, printable, printJson } from "../terminal.ts";
import { configOf } from "./config_options.ts";

const MAX_BYTES = 1_048_576;

/** Makes a configuration, or checks one; exit 1 when that has problems. */
export function runConfigCommand(call: Call): Promise<0 | 1> {
  const { operands: [task], values: { config: path }, flags, io } = call;
  return Promise.resolve(path === undefined ? make(call) : check(path, { task, isJson: flags.has("json"), io }));
}

function make(call: Call): 0 {
  const { flags, io } = call, config = configOf(call);
  if (flags.has("json")) printJson(io, config);
  else io.out(runConfigText(config));
  warn(warningsOf(config), io);
  return 0;
}

function check(path: string, { task, isJson, io }: { task: string | undefined; isJson: boolean; io: Io }): 0 | 1 {
  if (task !== undefined) {
    throw new PermafrostError("usage", "Cannot check the run config: it names its task; leave out TASK");
  }
  const { value } = readJsonFile(resolve(io.cwd, path), { maxBytes: MAX_BYTES, at: path });
  const report = validateRunConfig(value);
  if (isJson) printJson(io, report);
  else for (const { pointer, reason } of report.problems) io.out(`${printable(pointer)}\t${printable(reason)}\n`);
  warn(report.warnings, io);
  const { length } = report.problems;
  if (length === 0) io.err("Every field is as it must be.\n");
  else io.err(`${length} ${length === 1 ? "problem" : "problems"}, each by JSON Pointer.\n`);
  return length === 0 ? 0 : 1;
}

function warn(warnings: readonly { pointer: string; reason: string }[], io: Io): void {
  for (const { pointer, reason } of warnings) io.err(labelled(io, "Warning", { text: `${pointer} ${reason}` }));
}
