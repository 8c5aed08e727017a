import { assertEquals } from "@std/assert/equals";
import { recallGoals } from "../../../../experiments/recovery-v1/vault/baseline_recall.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { type SeededVault, withVault } from "./seeded_vault.ts";

/** Name, what is asked for, and the snapshots of the cards that are found. */
const CASES: readonly [string, string, (seeded: SeededVault) => string | undefined, readonly (keyof SeededVault)[]][] =
  [
    ["a goal of claude_code", "Fence", ({ claude }) => claude, ["claude"]],
    ["a goal in another case", "paint THE", ({ claude }) => claude, ["claude"]],
    ["a goal in all snapshots, of claude_code alone", "fence", () => undefined, ["claude"]],
    ["no goal of codex", "fence", ({ codex }) => codex, []],
    ["no error", "brush", ({ claude }) => claude, []],
    ["no current work", "coat", ({ claude }) => claude, []],
    ["nothing that is not there", "absent", ({ claude }) => claude, []],
  ];
for (const [name, query, of, expected] of CASES) {
  Deno.test(`recallGoals() finds ${name}`, async () => {
    await withVault(async (seeded) => {
      const sha = of(seeded);
      const cards = await recallGoals(seeded.vault, { query, ...(sha !== undefined && { sha }) });
      assertEquals(cards.map(({ snapshot_sha }) => snapshot_sha as string), expected.map((key) => seeded[key]));
    });
  });
}

Deno.test("recallGoals() gives the whole card", async () => {
  await withVault(async ({ vault, claude }) => {
    const [card] = await recallGoals(vault, { sha: claude, query: "fence" });
    assertEquals([card?.goal, card?.errors, card?.current_work], ["Paint the Fence", ["brush is dry"], "second coat"]);
  });
});

Deno.test("recallGoals() refuses an empty query and a short digest", async () => {
  await withVault(async ({ vault }) => {
    await assertCodeAsync(() => recallGoals(vault, { query: "" }), "vault-request");
    await assertCodeAsync(() => recallGoals(vault, { sha: "abc", query: "q" }), "vault-request");
  });
});
