/** The tasks that a call names. @module */
import { type Task, taskOf, TASKS } from "../../../experiments/je-v1/env/tasks.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import type { Call } from "../command.ts";

/** The tasks of `--task`, each once, in the order of their ids; all of them where none is named.
 * @throws {PermafrostError} usage: there is no such task. */
export function tasksOf({ lists }: Pick<Call, "lists">): readonly Task[] {
  const named = lists["task"] ?? [];
  for (const id of named) {
    if (taskOf(id) !== undefined) continue;
    throw new PermafrostError("usage", `Cannot find the task ${JSON.stringify(id)}; permafrost je tasks lists them`);
  }
  return named.length === 0 ? TASKS : TASKS.filter(({ id }) => named.includes(id));
}
