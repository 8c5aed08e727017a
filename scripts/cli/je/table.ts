/** `permafrost je table`. @module */
import { CAMPAIGN_SEEDS } from "../../../experiments/je-v1/campaign/campaign.ts";
import { sanityOf, type SanityRow } from "../../../experiments/je-v1/campaign/sanity.ts";
import { pauses } from "../../je/pause.ts";
import { referenceTables } from "../../je/reference_table.ts";
import type { Call } from "../command.ts";
import { printJson, progressBar } from "../terminal.ts";
import { tasksOf } from "./task_options.ts";

/** Plays the campaign and prints its tables. Exit 1: an agent broke its bound. */
export async function runTable(call: Call): Promise<0 | 1> {
  const { flags, io } = call, tasks = tasksOf(call), bar = progressBar(io), rows: SanityRow[] = [], pause = pauses();
  for (const [at, task] of tasks.entries()) {
    bar.show(at, tasks.length);
    rows.push(...sanityOf(task, CAMPAIGN_SEEDS));
    await pause();
  }
  bar.clear();
  if (flags.has("json")) printJson(io, rows);
  else io.out(referenceTables(rows));
  const broken = rows.filter(({ problems }) => problems.length > 0);
  for (const { task_id, agent, problems } of broken) io.err(`${task_id} ${agent}: ${problems.join("; ")}\n`);
  return broken.length === 0 ? 0 : 1;
}
