import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { runAlone } from "../../../../scripts/je/chat/run_alone.ts";
import { readEpisode } from "../../../../scripts/je/episode_files.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { inFolder } from "../../../in_folder.ts";
import { callsOf, chatUnit, completion, turnsOf, withModel, withServer } from "./chat_models.ts";

const MEANS = { salt: null, nowMs: () => performance.now(), signal: new AbortController().signal };

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

Deno.test("runAlone() makes one folder of the episode and what was said, and leaves nothing else", async () => {
  await inFolder(async (cwd) => {
    await withModel(turnsOf(callsOf("solver"), { each: 100 }), async ({ url }) => {
      const folder = join(cwd, "ep"), episode = await runAlone(chatUnit(url), { ...MEANS, folder });
      assertEquals(readEpisode(folder), episode);
      assertEquals(namesIn(cwd), ["ep"]);
      assertEquals(namesIn(folder), ["episode.json", "exchange.jsonl", "observations.jsonl", "trajectory.jsonl"]);
    });
  });
});

Deno.test("runAlone() ends the process that waits for a server, and leaves nothing, when it is told to stop", async () => {
  await inFolder(async (cwd) => {
    const abort = new AbortController(), asked = Promise.withResolvers<void>();
    let answer = (_: Response): void => {};
    const wait = (): Promise<Response> => {
      asked.resolve();
      return new Promise((resolve) => answer = resolve);
    };
    await withServer(wait, async (url) => {
      const running = runAlone(chatUnit(url), { ...MEANS, folder: join(cwd, "ep"), signal: abort.signal });
      asked.promise.then(() => abort.abort());
      await assertCodeAsync(() => running, "interrupted");
      answer(completion({}));
    });
    assertEquals(namesIn(cwd), []);
  });
});

Deno.test("runAlone() throws file-missing when there is no folder around the one that it is to make", async () => {
  await inFolder(async (cwd) => {
    const running = () => runAlone(chatUnit("http://127.0.0.1:1"), { ...MEANS, folder: join(cwd, "none", "ep") });
    await assertCodeAsync(running, "file-missing");
  });
});
