import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { regenerator } from "../../../../../experiments/je-v1/agents/adversaries/regenerator.ts";
import { instantiate } from "../../../../../experiments/je-v1/env/instantiate.ts";
import { playEpisode } from "../../../../../experiments/je-v1/env/session.ts";

/** How many entries it says right that are not to be approved. */
function rightAnswers(salt: string, seed: number): { right: number; all: number } {
  const { world, sealed } = instantiate({ task_id: "JE-02", seed, salt });
  const { episode } = playEpisode(world, regenerator({ task_id: "JE-02", seed }));
  const wrong = sealed.entries.filter(({ gold }) => gold !== "approve");
  return {
    all: wrong.length,
    right: wrong.filter(({ je_id, gold }) => episode.dispositions.get(je_id)?.disposition === gold).length,
  };
}

Deno.test("regenerator() has every answer where the campaign has no salt", () => {
  const { right, all } = rightAnswers("", 3);
  assertEquals(right, all);
});

Deno.test("regenerator() answers by chance where the campaign has a salt", () => {
  let right = 0, all = 0;
  for (let seed = 0; seed < 20; seed++) {
    const found = rightAnswers("secret", seed);
    right += found.right, all += found.all;
  }
  assert(right < all / 2, `${right} of ${all}`);
});
