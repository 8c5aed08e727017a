import { assert } from "@std/assert/assert";
import { inChild } from "../../../in_child.ts";
import { inFolder } from "../../../in_folder.ts";

Deno.test("sweepFolder() holds no more after 1,200 episodes than after 400", async () => {
  await inFolder(async (folder) => {
    const { stdout, stderr } = await inChild(`
      import { makeRunConfig } from "./experiments/je-v1/config/contract.ts";
      import { modelsOf } from "./experiments/je-v1/sweep/plan.ts";
      import { sweepFolder } from "./scripts/je/sweep_folder.ts";
      const config = makeRunConfig({ task_id: "JE-01", seed: 1, models: ["heuristic"], seeds: 1200 });
      const least = [Infinity, Infinity, Infinity]; // what is held in each third, where the collector has just been
      await sweepFolder({
        config, models: modelsOf(config), folder: ${JSON.stringify(folder)}, salt: null, shard: null, workers: 0,
        signal: new AbortController().signal, nowMs: () => 0,
        progress({ scored }) {
          const third = Math.min(2, Math.floor(scored / 400));
          least[third] = Math.min(least[third], Deno.memoryUsage().heapUsed);
        },
      });
      console.log(least[1], least[2]);
    `);
    const [second, last] = stdout.trim().split(" ").map(Number);
    assert(second! > 0 && last! < 1.3 * second!, stdout + stderr);
  });
});
