/** `permafrost je export`. @module */
import { resolve } from "node:path";
import { PermafrostError } from "../../../kernel/error.ts";
import { episodeSources, exportLogs } from "../../je/inspect/export_logs.ts";
import { readTime } from "../../je/inspect/log_names.ts";
import type { Call } from "../command.ts";
import { colors, labelled, printJson } from "../terminal.ts";
import { saltOf } from "./config_options.ts";

/** Exports episodes as logs of Inspect. */
export async function runExport(call: Call): Promise<0> {
  const { operands, values: { inspect, created }, flags, io } = call, salt = saltOf(call)?.text;
  if (inspect === undefined) {
    throw new PermafrostError("usage", "Cannot export: --inspect DIR is missing, the folder for Inspect's logs");
  }
  const createdMs = created === undefined ? null : readTime(created);
  const sources = operands.flatMap((at) => episodeSources(resolve(io.cwd, at), { at }));
  const options = { folder: resolve(io.cwd, inspect), createdMs, hasLedger: flags.has("ledger") };
  const logs = await exportLogs(sources, { ...options, ...(salt === undefined ? {} : { salt }) });
  if (flags.has("json")) printJson(io, logs);
  else for (const { file, samples, scored } of logs) io.out(`${file}\t${samples}\t${scored}\n`);
  const samples = logs.reduce((sum, log) => sum + log.samples, 0);
  const count = (whole: number, what: string): string => `${whole} ${what}${whole === 1 ? "" : "s"}`;
  const text = `${count(logs.length, "log")}, ${count(samples, "sample")}, each replayed and scored again`;
  io.err(labelled(io, "Exported", { text, mark: colors(io).green("✓") }));
  return 0;
}
