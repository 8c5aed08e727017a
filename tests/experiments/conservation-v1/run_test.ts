import { assertEquals } from "@std/assert/equals";
import own from "../../../experiments/conservation-v1/own_vectors.json" with { type: "json" };
import published from "../../../experiments/conservation-v1/vectors.json" with { type: "json" };
import { readVectors } from "../../../experiments/conservation-v1/corpus.ts";
import { evaluateVector, summarize } from "../../../experiments/conservation-v1/evaluate.ts";

const ROOT = new URL("../../../", import.meta.url);
const ORDER = { format: "permafrost/order@1", id: "conservation-v1", inputs: {}, scratch: null, seed: 1 };

/** Runs the entry as the sandbox does, with no configuration and no permission, and reads what it prints. */
async function runEntry(root: URL): Promise<{ code: number; lines: Record<string, unknown>[] }> {
  const flags = ["run", "--no-config", "--no-lock", "--no-prompt", "--no-remote", "--no-npm", "--no-check"];
  const child = new Deno.Command(Deno.execPath(), {
    args: [...flags, new URL("experiments/conservation-v1/run.ts", root).pathname],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const feeding = new Blob([JSON.stringify(ORDER)]).stream().pipeTo(child.stdin);
  const [{ code, stdout }] = await Promise.all([child.output(), feeding]);
  const lines = new TextDecoder().decode(stdout).split("\n").slice(0, -1);
  return { code, lines: lines.map((line) => JSON.parse(line)) };
}

Deno.test("runExperiment() prints a row for each vector in order, then the summary, without any permission", async () => {
  const rows = readVectors(published, own).map((vector) => evaluateVector(vector));
  const { code, lines } = await runEntry(ROOT);
  assertEquals(code, 0);
  assertEquals(lines.filter((line) => "row" in line).map((line) => line.row), rows);
  assertEquals(lines.filter((line) => "progress" in line).at(-1), { progress: { done: 161, total: 161 } });
  assertEquals(lines.at(-1), { summary: summarize(rows) });
});

/** Runs the entry from a copy whose own vectors are other ones. */
async function runWith(vectors: unknown): Promise<{ code: number; lines: Record<string, unknown>[] }> {
  const folder = await Deno.makeTempDir({ prefix: "conservation-run-" });
  try {
    for (const path of ["kernel", "experiments/conservation-v1"]) {
      await Deno.mkdir(`${folder}/${path}`, { recursive: true });
      for await (const { name, isFile } of Deno.readDir(new URL(path, ROOT))) {
        if (isFile) await Deno.copyFile(new URL(`${path}/${name}`, ROOT), `${folder}/${path}/${name}`);
      }
    }
    await Deno.writeTextFile(
      `${folder}/experiments/conservation-v1/own_vectors.json`,
      JSON.stringify({ ...own, vectors }),
    );
    return await runEntry(new URL(`file://${folder}/`));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("runExperiment() judges nothing when the vectors are not as declared", async () => {
  assertEquals(await runWith([...own.vectors, own.vectors[0]]), { code: 1, lines: [] });
});

Deno.test("runExperiment() prints a row that does not agree when a vector expects what does not come", async () => {
  const [first, ...rest] = own.vectors;
  const { code, lines } = await runWith([{ ...first, expected: "[]" }, ...rest]);
  const wrong = lines.flatMap(({ row }) => (row as { agree?: boolean } | undefined)?.agree === false ? [row] : []);
  const text = '[{"kind":"conforming"}]';
  assertEquals([code, wrong], [0, [{
    ...{ id: "texts-empty", source: "own", rule: "text-bytes", expected: "[]" },
    ...{ observed: text, observedParsed: text, agree: false },
  }]]);
});
