import { assertEquals } from "@std/assert/equals";
import { annexRows } from "../../../../experiments/je-v1/agents/annex_rows.ts";
import { instantiate } from "../../../../experiments/je-v1/env/instantiate.ts";
import type { World } from "../../../../experiments/je-v1/env/model.ts";

const RECORDS: readonly [
  "accounts" | "parties" | "users" | "periods" | "rates" | "bank",
  string,
  (world: World) => unknown,
][] = [
  ["accounts", "JE-02", ({ master }) => master.accounts],
  ["parties", "JE-08", ({ master }) => master.parties],
  ["users", "JE-04", ({ master }) => master.users],
  ["periods", "JE-03", ({ master }) => master.periods],
  ["rates", "JE-07", ({ master }) => master.rates],
  ["bank", "JE-08", ({ bank }) => bank],
];
for (const [name, task_id, records] of RECORDS) {
  Deno.test(`annexRows() reads the annex ${name} back into the records it was written from`, () => {
    const { world } = instantiate({ task_id, seed: 4 }),
      annex = world.docs.find(({ doc_id }) => doc_id === world.annexes[name])!;
    assertEquals(annexRows(annex, name) as unknown, records(world));
  });
}
