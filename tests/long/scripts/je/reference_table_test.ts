import { assertEquals } from "@std/assert/equals";
import { CAMPAIGN_SEEDS } from "../../../../experiments/je-v1/campaign/campaign.ts";
import { sanityOf } from "../../../../experiments/je-v1/campaign/sanity.ts";
import { TASKS } from "../../../../experiments/je-v1/env/tasks.ts";
import { referenceTables } from "../../../../scripts/je/reference_table.ts";

Deno.test("referenceTables() gives the tables that the README has, to the letter", async () => {
  const readme = await Deno.readTextFile(new URL("../../../../README.md", import.meta.url));
  const [, published] = /<!-- je table -->\n\n([\s\S]*?)\n<!-- end of je table -->/.exec(readme)!;
  assertEquals(published, referenceTables(TASKS.flatMap((task) => sanityOf(task, CAMPAIGN_SEEDS))));
});
