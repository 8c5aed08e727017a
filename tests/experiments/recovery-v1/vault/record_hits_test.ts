import { assertEquals } from "@std/assert/equals";
import { findRecords } from "../../../../experiments/recovery-v1/vault/record_hits.ts";
import { openSnapshot } from "../../../../experiments/recovery-v1/vault/snapshot_open.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { inVault, MIB, putSnapshot } from "./a_vault.ts";

/** The indices that are given for a source, and the counts. */
function hitsIn(source: string, options: { text: string; maxRecords?: number }) {
  return inVault(async (vault) => {
    const lists = findRecords(await openSnapshot(vault, putSnapshot(vault, source).digest), options);
    const indices: number[] = [];
    for (let step = await lists.next();; step = await lists.next()) {
      if (step.done) return { indices, counts: step.value };
      indices.push(...step.value.map(({ index }) => index));
    }
  });
}

Deno.test("findRecords() gives the records with a spelling, and counts all and the invalid", async () => {
  const { indices, counts } = await hitsIn('"x"\n"a"\n{"x":1}\nx\n\n"\\u0078"', { text: "x" });
  assertEquals([indices, counts], [[0, 2, 5], { records: 6, invalid: 2 }] as unknown[]);
});

Deno.test("findRecords() gives every later record that is JSON after a piece that was mostly hits", async () => {
  const piece = `"x${"a".repeat(4 * MIB)}"\n`, other = `"${"a".repeat(4 * MIB)}"\n`;
  const { indices, counts } = await hitsIn(`${piece.repeat(2)}${other}{\n${piece}`, { text: "x" });
  assertEquals([indices.slice(0, 2), indices.at(-1), counts], [[0, 1], 4, { records: 5, invalid: 1 }] as unknown[]);
});

Deno.test("findRecords() gives a hit once when it has several spellings", async () => {
  assertEquals((await hitsIn('"xx\\u0078"\n"x"\n"y"\n"y"\n"y"\n"y"', { text: "x" })).indices, [0, 1]);
});

Deno.test("findRecords() throws vault-request when there are more records than it may meet", async () => {
  assertEquals((await hitsIn("1\n2\n", { text: "x", maxRecords: 2 })).counts.records, 2);
  await assertCodeAsync(() => hitsIn("1\n2\n3", { text: "x", maxRecords: 2 }), "vault-request");
});
