/** `permafrost je tasks`. @module */
import { TASKS } from "../../../experiments/je-v1/env/tasks.ts";
import type { Call } from "../command.ts";
import { fit, printJson } from "../terminal.ts";

/** Lists the tasks. */
export function runTasks({ flags, io }: Call): Promise<0> {
  if (flags.has("json")) {
    printJson(
      io,
      TASKS.map(({ id, title, tier, step_budget, tools, weights }) => {
        return { id, title, tier, step_budget, tools, weights };
      }),
    );
  } else {
    for (const { id, tier, step_budget, title } of TASKS) {
      const cells = [id, tier, String(step_budget), title];
      io.out(io.isOutTerminal ? `${fit(cells.join("  "), io.columns - 1)}\n` : `${cells.join("\t")}\n`);
    }
  }
  return Promise.resolve(0);
}
