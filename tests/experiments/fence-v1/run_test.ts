import { assertEquals } from "@std/assert/equals";
import cases from "../../../experiments/fence-v1/cases.json" with { type: "json" };
import { readCases } from "../../../experiments/fence-v1/corpus.ts";
import { evaluateCase, summarize } from "../../../experiments/fence-v1/evaluate.ts";

const ROOT = new URL("../../../", import.meta.url);
const ORDER = { format: "permafrost/order@1", id: "fence-v1", inputs: {}, scratch: null, seed: 1 };

/** Runs the entry as the sandbox does, with no configuration and no permission, and reads what it prints. */
async function runEntry(root: URL): Promise<{ code: number; lines: Record<string, unknown>[] }> {
  const args = ["run", "--no-config", "--no-lock", "--no-prompt", "--no-remote", "--no-npm", "--no-check"];
  const entry = new URL("experiments/fence-v1/run.ts", root).pathname;
  const command = new Deno.Command(Deno.execPath(), {
    args: [...args, entry],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  });
  const child = command.spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(ORDER)));
  await writer.close();
  const { code, stdout } = await child.output();
  const lines = new TextDecoder().decode(stdout).split("\n").slice(0, -1);
  return { code, lines: lines.map((line) => JSON.parse(line)) };
}

Deno.test("runExperiment() prints the 49 rows in order, then the summary, without any permission", async () => {
  const { code, lines } = await runEntry(ROOT);
  const rows = readCases(cases).map((item) => evaluateCase(item));
  const progress = lines.filter((line) => "progress" in line).map((line) => line.progress);
  assertEquals(code, 0);
  assertEquals(lines.filter((line) => "row" in line).map((line) => line.row), rows);
  assertEquals(progress.at(-1), { done: 49, total: 49 });
  assertEquals(lines.at(-1), { summary: summarize(rows) });
});

Deno.test("runExperiment() evaluates nothing when the corpus is not as declared", async () => {
  const folder = await Deno.makeTempDir({ prefix: "fence-run-" });
  try {
    for (const path of ["kernel", "experiments/fence-v1"]) {
      await Deno.mkdir(`${folder}/${path}`, { recursive: true });
    }
    const modules = ["corpus", "evaluate", "normalize", "run", "score", "top_members"];
    for (
      const path of [
        "kernel/experiment.ts",
        ...modules.map((name) => `experiments/fence-v1/${name}.ts`),
      ]
    ) {
      await Deno.copyFile(new URL(path, ROOT), `${folder}/${path}`);
    }
    const fewer = { ...cases, cases: cases.cases.slice(1) };
    await Deno.writeTextFile(`${folder}/experiments/fence-v1/cases.json`, JSON.stringify(fewer));
    assertEquals(await runEntry(new URL(`file://${folder}/`)), { code: 1, lines: [] });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
