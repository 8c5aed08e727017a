/** `permafrost je selftest`. @module */
import { makeRunConfig } from "../../../experiments/je-v1/config/contract.ts";
import { pauses } from "../../je/pause.ts";
import { checkTask, type SelftestRow } from "../../je/selftest.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import type { Call } from "../command.ts";
import { colors, labelled, printJson, progressBar } from "../terminal.ts";
import { wholeOf } from "./config_options.ts";
import { tasksOf } from "./task_options.ts";

/** Checks the environment. Exit 1: something does not hold. */
export async function runSelftest(call: Call): Promise<0 | 1> {
  const { flags, io } = call, seeds = wholeOf(call, "seeds", { fallback: 1 }), bar = progressBar(io);
  const tasks = tasksOf(call).map(({ id }) => id);
  for (const id of tasks) makeRunConfig({ task_id: id, seed: 1, models: ["oracle"], seeds: Math.max(1, seeds) });
  if (seeds === 0) throw new PermafrostError("usage", "Cannot test: --seeds 0 leaves nothing to do");
  const rows: SelftestRow[] = [], pause = pauses();
  for (const [at, task_id] of tasks.entries()) {
    bar.show(at, tasks.length);
    rows.push(checkTask(task_id, { seeds }));
    await pause();
  }
  bar.clear();
  const { green, red } = colors(io), failed = rows.filter(({ problems }) => problems.length > 0);
  if (flags.has("json")) printJson(io, { seeds, tasks: rows });
  else {
    for (const { task_id, episodes, problems } of rows) {
      const mark = problems.length === 0 ? green("✓") : red("✗");
      io.out(
        labelled(io, task_id, {
          text: `${episodes} episodes${problems.length === 0 ? "" : ": "}${problems.join("; ")}`,
          mark,
        }),
      );
    }
  }
  io.err(`${rows.length - failed.length} of ${rows.length} tasks hold\n`);
  return failed.length === 0 ? 0 : 1;
}
