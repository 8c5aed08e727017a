import { assertEquals } from "@std/assert/equals";
import { searchSnapshot } from "../../../../../experiments/recovery-v1/vault/search.ts";
import { inVault, putSnapshot } from "../../../../experiments/recovery-v1/vault/a_vault.ts";
import {
  drawText,
  isJsonLine,
  joinLines,
  naiveCount,
  spellLines,
} from "../../../../experiments/recovery-v1/vault/spelled_json.ts";
import { drawFrom } from "../../../../json_documents.ts";

const BATCH = 5_000;

for (let seed = 1; seed <= 20; seed++) {
  Deno.test(`searchSnapshot() misses nothing and finds no more in ${BATCH} random lines of seed ${seed}`, async () => {
    const lines = spellLines(BATCH, seed), draw = drawFrom(1_000 + seed);
    const invalid = lines.filter((line) => !isJsonLine(line)).length;
    await inVault(async (vault) => {
      const sha = putSnapshot(vault, joinLines(lines), 1 + draw(50_000)).digest;
      for (let round = 0; round < 10; round++) {
        const query = drawText(draw, 3) || "needle", counts = lines.map((line) => naiveCount(line, query));
        const expected = counts.flatMap((count, index) => count > 0 ? [[index, count]] : []);
        const result = await searchSnapshot(vault, { sha, query, limit: 50 });
        assertEquals([result.matched_records, result.unsearchable_records], [expected.length, invalid]);
        assertEquals(result.matches.map((match) => [match.record_index, match.match_count]), expected.slice(0, 50));
      }
    });
  });
}
