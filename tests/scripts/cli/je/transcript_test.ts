import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { writeEpisodeFolder } from "../../../../scripts/je/episode_files.ts";
import { parseTranscript, playTranscript } from "../../../../scripts/je/transcript.ts";
import { isObeyed, runCli, runJson } from "../../../cli_io.ts";
import { inFolder } from "../../../in_folder.ts";
import { CALLS, SMALL, smallEpisode } from "../../je/inspect/logged.ts";

/** A folder with the episode `ep` of some calls. */
function withEpisode<T>(use: (cwd: string) => Promise<T>, episode = smallEpisode()): Promise<T> {
  return inFolder(async (cwd) => {
    writeEpisodeFolder(join(cwd, "ep"), episode);
    return await use(cwd);
  });
}

Deno.test("runTranscript() prints a line a call, which reads back as the calls", async () => {
  await withEpisode(async (cwd) => {
    const { code, out, err } = await runCli(["je", "transcript", "ep"], { cwd });
    assertEquals([code, err, out.split("\n").length], [0, "", CALLS.length + 1]);
    assertEquals(parseTranscript(new TextEncoder().encode(out), { at: "out" }), CALLS);
  });
});

Deno.test("runTranscript() prints one array with --json, which reads back too", async () => {
  await withEpisode(async (cwd) => {
    const { code, value } = await runJson(["je", "transcript", "ep"], { cwd });
    assertEquals([code, value], [0, CALLS]);
  });
});

Deno.test("runTranscript() prints nothing that a terminal obeys, and the same calls all the same", async () => {
  const calls = [{ tool: null, args: { raw: "a\u202eb\u001b[2J\u007f" } }];
  const { episode } = playTranscript(calls, { run_config: SMALL, seed: 1 });
  await withEpisode(async (cwd) => {
    const { out } = await runCli(["je", "transcript", "ep"], { cwd });
    assertEquals(isObeyed(out), false);
    assertEquals(parseTranscript(new TextEncoder().encode(out), { at: "out" }), calls);
  }, episode);
});

Deno.test("runTranscript() refuses what is not there", async () => {
  await inFolder(async (cwd) => {
    const { value, code } = await runJson(["je", "transcript", "no"], { cwd });
    assertEquals([code, value.error.code], [2, "file-missing"]);
  });
});
