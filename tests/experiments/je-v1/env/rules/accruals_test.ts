import { assertEquals } from "@std/assert/equals";
import { isAccrual } from "../../../../../experiments/je-v1/env/families/accruals/family.ts";
import { takenBack } from "../../../../../experiments/je-v1/env/rules/accruals.ts";
import { worldView } from "../../../../../experiments/je-v1/env/world_view.ts";
import { buildOf, cleanBundles, worldOf } from "../built.ts";

function said(isInvoiced: boolean, dropped: (entry: { reverses: string | null }) => boolean) {
  const build = buildOf("JE-09", 3, { fx_share_bps: 0 });
  const [bundle] = cleanBundles(build, 1, (each) => isAccrual(each) && each.facts.isInvoiced === isInvoiced);
  bundle!.context = bundle!.context.filter((entry) => !dropped(entry));
  const ruling = takenBack(worldView(worldOf(build, [bundle!])), bundle!.entry);
  return { ruling, net: bundle!.entry.lines[0]!.debit_minor };
}

Deno.test("takenBack() objects when the invoice was booked and nothing taken back", () => {
  const { ruling, net } = said(true, ({ reverses }) => reverses !== null);
  assertEquals(ruling, { class: "accrual_unreversed", amount_minor: net });
});

Deno.test("takenBack() is content with a reversal, with or without the invoice", () => {
  assertEquals(said(true, () => false).ruling, null);
  assertEquals(said(true, ({ reverses }) => reverses === null).ruling, null);
});

Deno.test("takenBack() waits while no invoice was booked", () => assertEquals(said(false, () => false).ruling, null));

Deno.test("takenBack() says nothing of entries that accrue nothing", () => {
  const build = buildOf("JE-09", 3), [bundle] = cleanBundles(build, 1, (each) => !isAccrual(each));
  assertEquals(takenBack(worldView(worldOf(build, [bundle!])), bundle!.entry), null);
});
