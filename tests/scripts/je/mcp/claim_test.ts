import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { writeEpisode } from "../../../../scripts/je/episode_files.ts";
import { claimEpisode } from "../../../../scripts/je/mcp/claim.ts";
import { assertCode } from "../../../assert_code.ts";
import { inChild } from "../../../in_child.ts";
import { inFolder } from "../../../in_folder.ts";
import { clientUnit, reference } from "./client_session.ts";

const { episode } = reference(clientUnit()), id = episode.record.episode_id;
const names = (folder: string): string[] => [...Deno.readDirSync(folder)].map(({ name }) => name);

Deno.test("claimEpisode() gives an episode to one at a time, and leaves nothing behind", () => {
  inFolder((folder) => {
    for (const _ of [1, 2]) {
      const claim = claimEpisode(folder, id);
      assertCode(() => claimEpisode(folder, id), "file-exists", `${id}.playing`);
      claimEpisode(folder, "0".repeat(64)).release(); // another is another's
      claim.release();
      assertEquals(names(folder), []);
    }
  });
});

Deno.test("claimEpisode() refuses an episode that has a result", () => {
  inFolder((folder) => {
    writeEpisode(folder, episode);
    assertCode(() => claimEpisode(folder, id), "file-exists");
    assertEquals(names(folder), [`${id}.jsonl`]);
  });
});

Deno.test("claimEpisode() gives an episode that has none but a damaged file", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(join(folder, `${id}.jsonl`), "x");
    claimEpisode(folder, id).release();
  });
});

Deno.test("claimEpisode() refuses a folder that is not there", () => {
  inFolder((folder) => assertCode(() => claimEpisode(join(folder, "none"), id), "file-missing"));
});

Deno.test("claimEpisode() is let go by a process that ends suddenly", async () => {
  await inFolder(async (folder) => {
    const { code } = await inChild(`
      const { claimEpisode } = await import("./scripts/je/mcp/claim.ts");
      claimEpisode(${JSON.stringify(folder)}, ${JSON.stringify(id)});
      Deno.exit(7);
    `);
    assertEquals([code, names(folder)], [7, [`${id}.playing`]]);
    claimEpisode(folder, id).release();
    assertEquals(names(folder), []);
  });
});
