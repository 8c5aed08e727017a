import { assertEquals } from "@std/assert/equals";
import {
  exchangeInFolder,
  exchangeOf,
  exchangePath,
  openExchange,
} from "../../../../scripts/je/chat/exchange_files.ts";
import type { ExchangeHead } from "../../../../scripts/je/chat/exchange_log.ts";
import { episodeIds, episodePath } from "../../../../scripts/je/episode_files.ts";
import { assertCode } from "../../../assert_code.ts";
import { inFolder } from "../../../in_folder.ts";

const ID = "a".repeat(64), HEAD: ExchangeHead = { episode_id: ID, role: "model", host: "x:1", nonce_secret: null };

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name);
}

Deno.test("openExchange() gives a whole exchange its name at once, in place of an older one", () => {
  inFolder((folder) => {
    const path = exchangePath(episodePath(folder, ID), "model");
    for (const end of ["failed", "complete"] as const) {
      const file = openExchange(path, HEAD);
      assertEquals(namesIn(folder).includes(`${ID}.exchange.jsonl.${Deno.pid}.part`), true);
      const sha256 = file.writer.end(end);
      file.keep();
      const exchange = exchangeOf(path, { episode_id: ID, role: "model" })!;
      assertEquals([exchange.end, exchange.sha256, namesIn(folder)], [end, sha256, [`${ID}.exchange.jsonl`]]);
    }
  });
});

Deno.test("openExchange() leaves an older one where the new one is dropped", () => {
  inFolder((folder) => {
    const path = exchangePath(episodePath(folder, ID), "model"), first = openExchange(path, HEAD);
    first.writer.end("complete");
    first.keep();
    openExchange(path, HEAD).drop();
    assertEquals([exchangeOf(path, { episode_id: ID, role: "model" })!.end, namesIn(folder).length], ["complete", 1]);
  });
});

Deno.test("exchangePath() makes names that are none of an episode's", () => {
  inFolder((folder) => {
    for (const role of ["model", "judge"] as const) {
      Deno.writeTextFileSync(exchangePath(episodePath(folder, ID), role), "");
    }
    assertEquals([namesIn(folder).length, [...episodeIds(folder)]], [2, []]);
  });
});

Deno.test("exchangeOf() is null without a file and throws record-invalid for another episode's or role's", () => {
  inFolder((folder) => {
    const path = exchangeInFolder(folder, "model");
    assertEquals(exchangeOf(path, { episode_id: ID, role: "model" }), null);
    const file = openExchange(path, HEAD);
    file.writer.end("complete");
    file.keep();
    assertCode(
      () => exchangeOf(path, { episode_id: "b".repeat(64), role: "model" }),
      "record-invalid",
      "exchange.jsonl",
    );
    assertCode(() => exchangeOf(path, { episode_id: ID, role: "judge" }), "record-invalid", "exchange.jsonl");
  });
});

Deno.test("exchangeOf() throws json-not-utf8 for bytes that are no text", () => {
  inFolder((folder) => {
    const path = exchangeInFolder(folder, "model");
    Deno.writeFileSync(path, new Uint8Array([0xff, 0x0a]));
    assertCode(() => exchangeOf(path, { episode_id: ID, role: "model" }), "json-not-utf8");
  });
});

Deno.test("openExchange() throws file-missing when the folder is not there", () => {
  inFolder((folder) => assertCode(() => openExchange(`${folder}/none/x`, HEAD), "file-missing"));
});
