import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { makeRunConfig } from "../../../experiments/je-v1/config/contract.ts";
import { modelsOf, unitsOf } from "../../../experiments/je-v1/sweep/plan.ts";
import { episodeId, unscoredUnit } from "../../../experiments/je-v1/sweep/unit.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import { aggregateFolder } from "../../../scripts/je/aggregate_folder.ts";
import { episodeIds, episodePath, readHead, writeEpisode } from "../../../scripts/je/episode_files.ts";
import { mergeFolders } from "../../../scripts/je/merge_folders.ts";
import { type SweepCounts, sweepFolder, type SweepOptions } from "../../../scripts/je/sweep_folder.ts";
import { assertCodeAsync } from "../../assert_code.ts";
import { modelOf, NO_SALT } from "../../experiments/je-v1/sweep/records.ts";
import { inFolder } from "../../in_folder.ts";
import { chatModel, completion, withServer } from "./chat/chat_models.ts";

const CONFIG = makeRunConfig({ task_id: "JE-01", seed: 1, models: ["heuristic", "random"], seeds: 6 });
const MODELS = modelsOf(CONFIG), UNITS = [...unitsOf(CONFIG, MODELS)];

function sweep(folder: string, parts: Partial<SweepOptions> = {}): Promise<SweepCounts> {
  return sweepFolder({
    ...{ config: CONFIG, models: MODELS, folder, salt: null, shard: null, workers: 0 },
    ...{ signal: new AbortController().signal, nowMs: () => performance.now(), progress: () => {} },
    ...parts,
  });
}

/** What a folder comes to, as bytes. */
async function sumOf(folder: string): Promise<string> {
  return canonicalize(await aggregateFolder(folder));
}

const WHOLE = await inFolder(async (folder) => {
  await sweep(folder);
  return await sumOf(folder);
});

Deno.test("sweepFolder() writes a file for each unit and counts them", async () => {
  await inFolder(async (folder) => {
    const said: SweepCounts[] = [], counts = await sweep(folder, { progress: (each) => void said.push(each) });
    const { planned, scored, unscored, skipped, rerun, damaged } = counts;
    assertEquals([planned, scored, unscored, skipped, rerun, damaged], [12, 12, 0, 0, 0, 0]);
    assertEquals([...episodeIds(folder)].sort(), UNITS.map((unit) => episodeId(unit, NO_SALT)).sort());
    assertEquals([said[0]!.scored, said.at(-1)!.scored, said.every((each) => each.planned === 12)], [0, 12, true]);
  });
});

Deno.test("sweepFolder() gives the same with worker processes", async () => {
  await inFolder(async (folder) => {
    const counts = await sweep(folder, { workers: 2 });
    assertEquals([counts.scored, counts.unscored, await sumOf(folder) === WHOLE], [12, 0, true]);
  });
});

for (const count of [1, 3, 7]) {
  Deno.test(`sweepFolder() gives the same aggregate when it is split ${count} ways and merged (conformance 36)`, async () => {
    await inFolder(async (folder) => {
      const parts = Array.from({ length: count }, (_, at) => `part-${at}`);
      for (const [at, name] of parts.entries()) {
        Deno.mkdirSync(join(folder, name));
        await sweep(join(folder, name), { shard: { part: at + 1, of: count } });
      }
      Deno.mkdirSync(join(folder, "all"));
      const merged = await mergeFolders(join(folder, "all"), parts.map((at) => ({ path: join(folder, at), at })));
      assertEquals([merged.read, merged.episodes, merged.findings, await sumOf(join(folder, "all")) === WHOLE], [
        12,
        12,
        [],
        true,
      ]);
    });
  });
}

Deno.test("sweepFolder() runs no episode again that has a result, and every other", async () => {
  await inFolder(async (folder) => {
    await sweep(folder);
    const [one = "", two = "", three = ""] = UNITS.map((unit): string => episodeId(unit, NO_SALT));
    const before = Deno.readTextFileSync(episodePath(folder, three));
    Deno.removeSync(episodePath(folder, one));
    writeEpisodeOver(folder, two);
    const { planned, scored, skipped, rerun, damaged } = await sweep(folder);
    assertEquals([planned, scored, skipped, rerun, damaged], [12, 12, 10, 1, 0]);
    assertEquals([Deno.readTextFileSync(episodePath(folder, three)) === before, await sumOf(folder) === WHOLE], [
      true,
      true,
    ]);
  });

  function writeEpisodeOver(folder: string, id: string): void {
    Deno.removeSync(episodePath(folder, id));
    writeEpisode(folder, unscoredUnit(UNITS[1]!, { reason: "transport", detail: "", salt_hash: NO_SALT }));
  }
});

Deno.test("sweepFolder() replaces a damaged file", async () => {
  await inFolder(async (folder) => {
    Deno.writeTextFileSync(episodePath(folder, episodeId(UNITS[0]!, NO_SALT)), "{");
    const { scored, damaged } = await sweep(folder);
    assertEquals([scored, damaged, await sumOf(folder) === WHOLE], [12, 1, true]);
  });
});

Deno.test("sweepFolder() goes on from a shorter sweep", async () => {
  await inFolder(async (folder) => {
    await sweep(folder, {
      config: makeRunConfig({ task_id: "JE-01", seed: 1, models: ["heuristic", "random"], seeds: 2 }),
    });
    const { skipped, scored } = await sweep(folder);
    assertEquals([skipped, scored, await sumOf(folder) === WHOLE], [4, 12, true]);
  });
});

Deno.test("sweepFolder() gives a salted episode another name, and never the salt", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "salt");
    Deno.writeTextFileSync(path, "a campaign's secret\n");
    await sweep(folder, { workers: 1, salt: { text: "a campaign's secret", path } });
    const ids = [...episodeIds(folder)], plain = new Set(UNITS.map((unit): string => episodeId(unit, NO_SALT)));
    assertEquals([ids.length, ids.some((id) => plain.has(id))], [12, false]);
    for (const id of ids) assertEquals(Deno.readTextFileSync(episodePath(folder, id)).includes("campaign's"), false);
  });
});

Deno.test("sweepFolder() throws unavailable, before anything is played, when a model does not run here", async () => {
  await inFolder(async (folder) => {
    await assertCodeAsync(() => sweep(folder, { models: [{ ...modelOf("x"), adapter: "mcp" }] }), "unavailable");
    assertEquals([...episodeIds(folder)], []);
  });
});

Deno.test("sweepFolder() throws what a worker could not do", async () => {
  await inFolder(async (folder) => {
    await assertCodeAsync(() => sweep(join(folder, "none"), { workers: 1 }), "file-missing");
    const nobody = { ...modelOf("nobody"), adapter: "reference" };
    await assertCodeAsync(() => sweep(folder, { workers: 1, models: [nobody] }), "unavailable");
  });
});

for (const workers of [0, 2]) {
  Deno.test(`sweepFolder() throws interrupted, and can be gone on with, when it is told to stop with ${workers} workers`, async () => {
    await inFolder(async (folder) => {
      const abort = new AbortController();
      const progress = ({ scored }: SweepCounts): void => scored >= 3 ? abort.abort() : undefined;
      await assertCodeAsync(() => sweep(folder, { workers, signal: abort.signal, progress }), "interrupted");
      const done = [...episodeIds(folder)].length;
      assert(done >= 3 && done < 12, `${done}`);
      for (const id of episodeIds(folder)) assertEquals(readHead(episodePath(folder, id)).unscored, null);
      const { skipped, scored } = await sweep(folder);
      assertEquals([skipped, scored, await sumOf(folder) === WHOLE], [done, 12, true]);
    });
  });
}

Deno.test("sweepFolder() hears while it plays, with no worker, that it is to stop", async () => {
  await inFolder(async (folder) => {
    const abort = new AbortController(), timer = setTimeout(() => abort.abort(), 0);
    const config = makeRunConfig({ task_id: "JE-01", seed: 1, models: ["heuristic"], seeds: 500 });
    await assertCodeAsync(() => sweep(folder, { config, signal: abort.signal }), "interrupted");
    clearTimeout(timer);
    assert([...episodeIds(folder)].length < 250);
  });
});

Deno.test("sweepFolder() goes on with a chat model's sweep that was stopped, and asks nothing again that has a result", async () => {
  const submit = { tool_calls: [{ id: "a", type: "function", function: { name: "submit", arguments: "{}" } }] };
  const asked: number[] = [];
  const answer = async (request: Request): Promise<Response> => {
    asked.push((await request.json()).seed);
    return completion(submit);
  };
  await withServer(answer, async (url) => {
    await inFolder(async (folder) => {
      const models = [chatModel(url)], parts = { models, workers: 1 }, abort = new AbortController();
      const progress = ({ scored }: SweepCounts): void => scored >= 2 ? abort.abort() : undefined;
      await assertCodeAsync(() => sweep(folder, { ...parts, signal: abort.signal, progress }), "interrupted");
      const done = [...episodeIds(folder)].length, { scored, skipped, rerun } = await sweep(folder, parts);
      assertEquals([done >= 2 && done < 6, scored, skipped, rerun], [true, 6, done, 0]);
      const again = asked.length - new Set(asked).size; // a unit that was stopped before it had its result
      assertEquals([[...new Set(asked)].sort(), again <= 1], [[1, 2, 3, 4, 5, 6], true]);
    });
  });
});
