import { assertEquals } from "@std/assert/equals";
import * as reading from "../../../../../experiments/je-v1/env/rules/reading.ts";
import { worldView } from "../../../../../experiments/je-v1/env/world_view.ts";
import { olderInvoice } from "../../../../../experiments/je-v1/env/families/purchase/decoys.ts";
import { buildOf, cleanBundles, worldOf } from "../built.ts";

for (
  const [one, other, isSame] of [
    ["INV-00123", "inv 123", true],
    ["INV/123", "INV-0123", true],
    ["INV-120", "INV-12", false],
    ["A1-02", "A1-2", true],
    ["A10-2", "A1-02", false],
    ["10-2", "1-02", false],
  ] as const
) {
  Deno.test(`plainReference() ${isSame ? "takes" : "does not take"} ${one} and ${other} for one`, () => {
    assertEquals(reading.plainReference(one) === reading.plainReference(other), isSame);
  });
}

Deno.test("docsOfKind() leaves out what another document on file replaces", () => {
  const build = buildOf("JE-01"), bundles = cleanBundles(build, 1);
  olderInvoice.apply(build, bundles[0]!);
  const view = worldView(worldOf(build, bundles)), { entry, docs } = bundles[0]!;
  assertEquals(reading.docsOfKind(view, entry, "invoice").map(({ doc_id }) => doc_id), [docs.get("invoice")!.doc_id]);
});

Deno.test("isPending() asks for the kinds that are named", () => {
  const build = buildOf("JE-05"),
    [bundle] = cleanBundles(build, 1, ({ docs }) => docs.get("receipt")?.kind === "statement");
  bundle!.pending.add("receipt");
  worldOf(build, [bundle!]);
  const { entry } = bundle!;
  assertEquals([reading.isPending(entry, "statement"), reading.isPending(entry, "goods_receipt")], [true, false]);
});

Deno.test("dayOf() takes the first field that is a day", () => {
  const build = buildOf("JE-03"), [bundle] = cleanBundles(build, 1), doc = bundle!.docs.get("receipt")!;
  assertEquals(reading.dayOf(doc, "nothing", "received_on", "performed_on"), doc.issued_on);
  assertEquals(reading.dayOf(doc, "quantity"), undefined);
});
