/**
 * The journal-entry environment: how long a world takes by the size of its ledger, and how many episodes of the
 * heuristic are played, recorded and scored in a second, on one core and in one process, at L1 and L4.
 *
 *     deno run -A scripts/bench/je_bench.ts [--rounds=5]
 *
 * There is no peer that plays these worlds; what is compared is growth: the ratio is the time of an entry against the
 * time of an entry in the smallest ledger.
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { agentOf } from "../../experiments/je-v1/agents/by_id.ts";
import { instantiate } from "../../experiments/je-v1/env/instantiate.ts";
import { playEpisode } from "../../experiments/je-v1/env/session.ts";
import { taskOf } from "../../experiments/je-v1/env/tasks.ts";
import { score } from "../../experiments/je-v1/verify/score.ts";
import { rowOf } from "../../experiments/je-v1/verify/trajectory.ts";
import { medianOf } from "./bench_table.ts";

const SIZES = [12, 25, 50, 100, 200, 400];
const TASK_IDS = ["JE-01", "JE-13"];

const { rounds } = parseArgs(Deno.args, { string: ["rounds"], default: { rounds: "5" } });

/** The median time in milliseconds over seeds, after two that warm up. */
function medianMs(run: (seed: number) => void): number {
  const times = Array.from({ length: Number(rounds) + 2 }, (_, seed) => {
    const started = performance.now();
    run(seed);
    return performance.now() - started;
  });
  return medianOf(times.slice(2));
}

function playHeuristic(task_id: string, seed: number): void {
  const task = taskOf(task_id)!, instance = instantiate({ task_id, seed });
  const { steps } = playEpisode(instance.world, agentOf("heuristic", { instance, seed })!);
  steps.map((step) => rowOf(step));
  score(instance, { config: { tools_enabled: task.tools, scoring: { weights: task.weights } }, steps });
}

for (const task_id of TASK_IDS) {
  console.log(`\n${task_id}: a world by the size of its ledger`);
  console.log("entries    ms   us/entry  ratio");
  let first = 0;
  for (const ledger_size of SIZES) {
    const ms = medianMs((seed) => void instantiate({ task_id, seed, generator: { ledger_size } }));
    const perEntry = 1000 * ms / ledger_size;
    first ||= perEntry;
    console.log([
      ...[String(ledger_size).padStart(7), ms.toFixed(1).padStart(7), perEntry.toFixed(0).padStart(9)],
      (perEntry / first).toFixed(2).padStart(6),
    ].join(" "));
  }
}
console.log("\nheuristic, one process: played, recorded and scored");
for (const [tier, task_id] of [["L1", "JE-01"], ["L4", "JE-10"]] as const) {
  const ms = medianMs((seed) => playHeuristic(task_id, seed));
  console.log(`${tier} ${task_id}  ${ms.toFixed(1)} ms an episode, ${(1000 / ms).toFixed(0)} a second`);
}
