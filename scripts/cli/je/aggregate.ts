/** `permafrost je aggregate`. @module */
import { resolve } from "node:path";
import { aggregateLines } from "../../../experiments/je-v1/sweep/aggregate_text.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { aggregateFolder } from "../../je/aggregate_folder.ts";
import type { Call } from "../command.ts";
import { printable, printJson } from "../terminal.ts";

/** Aggregates a folder. Exit 1: conditions are mixed. */
export async function runAggregate(
  { operands: [folder = ""], values: { condition }, flags, io }: Call,
): Promise<0 | 1> {
  const options = condition === undefined ? {} : { condition };
  const aggregate = await aggregateFolder(resolve(io.cwd, folder), options);
  if (aggregate.tables.length === 0) {
    const state = condition === undefined ? "no episode is in it" : `no episode in it is under ${condition}`;
    throw new PermafrostError("file-missing", `Cannot aggregate ${folder}: ${state}`, { at: folder });
  }
  if (flags.has("json")) printJson(io, aggregate);
  else io.out(aggregateLines(aggregate).map((line) => `${printable(line)}\n`).join(""));
  return aggregate.findings.length === 0 ? 0 : 1;
}
