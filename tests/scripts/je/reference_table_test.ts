import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { CAMPAIGN_SEEDS } from "../../../experiments/je-v1/campaign/campaign.ts";
import { sanityOf } from "../../../experiments/je-v1/campaign/sanity.ts";
import { taskOf } from "../../../experiments/je-v1/env/tasks.ts";
import { referenceTables, shareText } from "../../../scripts/je/reference_table.ts";

for (
  const [ppm, text] of [[1_000_000, "1.000"], [0, "0.000"], [977_500, "0.978"], [499, "0.000"], [500, "0.001"]] as const
) {
  Deno.test(`shareText() writes ${ppm} millionths as ${text}`, () => assertEquals(shareText(ppm), text));
}

for (const id of ["JE-01", "JE-07", "JE-12"]) {
  Deno.test(`referenceTables() gives the row of ${id} that the README has`, async () => {
    const table = referenceTables(sanityOf(taskOf(id)!, CAMPAIGN_SEEDS));
    const row = table.split("\n").find((line) => line.startsWith(`| ${id}`))!;
    const readme = await Deno.readTextFile(new URL("../../../README.md", import.meta.url));
    assert(readme.split("\n").includes(row), row);
  });
}
