import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeRunConfig, runConfigText } from "../../../experiments/je-v1/config/contract.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import { aggregateFolder } from "../../../scripts/je/aggregate_folder.ts";
import { episodeIds } from "../../../scripts/je/episode_files.ts";
import { runCli } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";

const EXAMPLES = fileURLToPath(new URL("../../../scripts/je/examples/", import.meta.url));
const PERMAFROST = `${Deno.execPath()} run -A --quiet --no-check --no-lock ${EXAMPLES}../../permafrost.ts`;
const HAS_PARALLEL = hasProgram("parallel");

function hasProgram(name: string): boolean {
  try {
    return new TextDecoder().decode(new Deno.Command(name, { args: ["--version"] }).outputSync().stdout).includes(
      "GNU",
    );
  } catch {
    return false;
  }
}

Deno.test({
  name: `parallel.sh() gives the same aggregate as the local sweep${
    HAS_PARALLEL ? "" : " (left out: no GNU parallel)"
  }`,
  ignore: !HAS_PARALLEL,
  async fn() {
    await inFolder(async (cwd) => {
      const config = makeRunConfig({ task_id: "JE-01", seed: 1, models: ["heuristic", "solver"], seeds: 6 });
      Deno.writeTextFileSync(join(cwd, "config.json"), runConfigText(config));
      const { code, stdout, stderr } = await new Deno.Command(join(EXAMPLES, "parallel.sh"), {
        args: ["config.json", "a folder"],
        cwd,
        env: { PERMAFROST, JOBS: "2", BATCH: "7", NO_COLOR: "1", HOME: cwd },
      }).output();
      const out = new TextDecoder().decode(stdout);
      assertEquals([code, out.includes("30 had a result before")], [0, true], out + new TextDecoder().decode(stderr));
      const words = ["je", "sweep", "--config", "config.json", "--workers", "0", "--output", "local"];
      assertEquals((await runCli(words, { cwd })).code, 0);
      const sums = await Promise.all(
        ["a folder", "local"].map(async (name) => canonicalize(await aggregateFolder(join(cwd, name)))),
      );
      assertEquals([sums[0] === sums[1], [...episodeIds(join(cwd, "local"))].length], [true, 30]);
    });
  },
});

for (const name of ["parallel.sh", "slurm_array.sh"]) {
  Deno.test(`examples() have ${name}, which is a shell script without faults of grammar`, async () => {
    const { code } = await new Deno.Command("/bin/sh", { args: ["-n", join(EXAMPLES, name)] }).output();
    assertEquals(code, 0);
  });
}

Deno.test("slurm_array.sh() plays the part that the array's variables name", async () => {
  await inFolder(async (cwd) => {
    const config = makeRunConfig({ task_id: "JE-01", seed: 1, models: ["heuristic"], seeds: 4 });
    Deno.writeTextFileSync(join(cwd, "config.json"), runConfigText(config));
    for (const part of ["1", "2"]) {
      const { code, stderr } = await new Deno.Command(join(EXAMPLES, "slurm_array.sh"), {
        args: ["config.json", "parts"],
        cwd,
        env: { PERMAFROST, SLURM_ARRAY_TASK_ID: part, SLURM_ARRAY_TASK_COUNT: "2", NO_COLOR: "1" },
      }).output();
      assertEquals(code, 0, new TextDecoder().decode(stderr));
    }
    const words = ["je", "merge", "all", "parts/part-1", "parts/part-2"];
    assertEquals((await runCli(words, { cwd })).code, 0);
    assertEquals([...episodeIds(join(cwd, "all"))].length, 16);
  });
});
