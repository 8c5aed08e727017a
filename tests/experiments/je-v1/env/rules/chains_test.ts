import { assertEquals } from "@std/assert/equals";
import { docOf } from "../../../../../experiments/je-v1/env/parts.ts";
import {
  chainAcceptance,
  chainCutoff,
  chainOf,
  chainPrice,
} from "../../../../../experiments/je-v1/env/rules/chains.ts";
import { addDays, monthEnd } from "../../../../../experiments/je-v1/env/dates.ts";
import { worldView } from "../../../../../experiments/je-v1/env/world_view.ts";
import { buildOf, cleanBundles, worldOf } from "../built.ts";

/** What the three rules say once a chain of a depth has been changed. */
function rulings(
  depth: number,
  change: (doc: (at: number) => { fields: Record<string, unknown> }, period: string) => void,
) {
  const build = buildOf("JE-12", 5, { chain_depth: depth, fx_share_bps: 0 }), [bundle] = cleanBundles(build, 1);
  change((at) => docOf(bundle!, `chain_${at}`), build.master.period);
  const view = worldView(worldOf(build, [bundle!]));
  const said = [chainPrice, chainAcceptance, chainCutoff].map((rule) => rule(view, bundle!.entry)?.class ?? null);
  return {
    said,
    chain: chainOf(view, bundle!.entry)?.map(({ kind }) => kind),
    net: Number(bundle!.facts.netMinor),
    bundle: bundle!,
    view,
  };
}

for (
  const [depth, kinds] of [
    [1, ["contract"]],
    [2, ["contract", "amendment"]],
    [3, ["contract", "amendment", "credit_note"]],
    [4, ["contract", "amendment", "amendment", "credit_note"]],
  ] as const
) {
  Deno.test(`chainOf() follows a chain of ${depth} from the contract on`, () => {
    const { chain, said } = rulings(depth, () => {});
    assertEquals([chain, said], [[...kinds], [null, null, null]]);
  });
}

Deno.test("chainPrice() takes the last word on the price, less the credits for this contract", () => {
  const { bundle, view } = rulings(3, (doc) => {
    const { contract_number } = doc(0).fields;
    Object.assign(doc(1).fields, { price_minor: 1_000_000 });
    Object.assign(doc(2).fields, { credits: contract_number, credit_minor: 250_000 });
  });
  assertEquals(chainPrice(view, bundle.entry)?.amount_minor, Number(bundle.facts.netMinor) - 750_000);
});

Deno.test("chainAcceptance() objects to a right of return, and to acceptance after the period's last day", () => {
  assertEquals(rulings(3, (doc) => void (doc(1).fields.right_of_return = true)).said, [
    null,
    "revenue_premature",
    null,
  ]);
  const acceptedOn = (days: number) =>
    rulings(3, (doc, period) => void (doc(1).fields.accepted_on = addDays(monthEnd(period), days))).said;
  assertEquals([acceptedOn(0), acceptedOn(1)], [[null, null, null], [null, "revenue_premature", null]]);
});

Deno.test("chainAcceptance() lets a later document heal what the contract says", () => {
  assertEquals(rulings(2, (doc) => void (doc(0).fields.right_of_return = true)).said, [null, null, null]);
});

Deno.test("chainCutoff() objects to a delivery in an earlier month", () => {
  const { said } = rulings(2, (doc, period) => void (doc(1).fields.delivered_on = addDays(`${period}-01`, -1)));
  assertEquals(said, [null, null, "cutoff"]);
});

Deno.test("chainOf() is undefined while a document is pending", () => {
  const build = buildOf("JE-12", 5), [bundle] = cleanBundles(build, 1);
  bundle!.pending.add("chain_1");
  assertEquals(chainOf(worldView(worldOf(build, [bundle!])), bundle!.entry), undefined);
});
