import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeRunConfig, runConfigText } from "../../../../experiments/je-v1/config/contract.ts";
import { episodeIds } from "../../../../scripts/je/episode_files.ts";
import { runCli } from "../../../cli_io.ts";
import { inFolder } from "../../../in_folder.ts";
import { LACKS_SLURM, startSlurm, until } from "../../../slurm_cluster.ts";

const EXAMPLES = fileURLToPath(new URL("../../../../scripts/je/examples/", import.meta.url));
const PERMAFROST = `${Deno.execPath()} run -A --quiet --no-check --no-lock ${EXAMPLES}../../permafrost.ts`;
const PARTS = 8, KILLED = 2;

function countIn(folder: string): number {
  try {
    return [...episodeIds(folder)].length;
  } catch {
    return 0; // it is not made yet
  }
}

Deno.test({
  name:
    `slurm_array.sh() gives the same aggregate as the local sweep when one task of the array is killed and requeued${
      LACKS_SLURM === "" ? "" : ` (left out: ${LACKS_SLURM})`
    }`,
  ignore: LACKS_SLURM !== "",
  async fn() {
    await inFolder(async (cwd) => {
      // 200 episodes: 40 seeds of two models and three baselines; the ledger is large, so that a task lasts some seconds
      const knobs = { ledger_size: 200 }, sweep = { seeds: 40, models: ["heuristic", "solver"] };
      const config = makeRunConfig({ task_id: "JE-01", seed: 1, knobs, step_budget: 2000, ...sweep });
      Deno.writeTextFileSync(join(cwd, "config.json"), runConfigText(config));
      Deno.mkdirSync(join(cwd, "slurm"));
      const slurm = await startSlurm(join(cwd, "slurm"));
      try {
        const script = ["--output=task-%a.txt", join(EXAMPLES, "slurm_array.sh"), "config.json", "parts"];
        const job = slurm.start("sbatch", ["--wait", "--parsable", `--array=1-${PARTS}`, ...script], {
          cwd,
          env: { PERMAFROST },
        });
        const part = join(cwd, "parts", `part-${KILLED}`);
        await until(() => Promise.resolve(countIn(part) >= 2));
        await slurm.command("scontrol", ["requeue", `1_${KILLED}`]);
        const before = countIn(part);
        const { code, stderr } = await job.output();
        assertEquals(code, 0, new TextDecoder().decode(stderr));
        const said = Deno.readTextFileSync(join(cwd, `task-${KILLED}.txt`));
        const skipped = Number(/(\d+) had a result before/.exec(said)?.[1]);
        assert(skipped >= 2 && skipped < countIn(part) && before <= skipped + 1, said);
      } finally {
        await slurm.stop();
      }
      const parts = Array.from({ length: PARTS }, (_, at) => `parts/part-${at + 1}`);
      assertEquals((await runCli(["je", "merge", "all", ...parts], { cwd })).code, 0);
      const local = await runCli(["je", "sweep", "--config", "config.json", "--output", "local"], { cwd });
      assertEquals([local.code, countIn(join(cwd, "all")), countIn(join(cwd, "local"))], [0, 200, 200], local.out);
      const [merged, alone] = [
        await runCli(["je", "aggregate", "all", "--json"], { cwd }),
        await runCli(["je", "aggregate", "local", "--json"], { cwd }),
      ];
      assertEquals([merged!.code, merged!.out === alone!.out], [0, true]);
    });
  },
});
