import { assertEquals } from "@std/assert/equals";
import type { Bundle } from "../../../../../experiments/je-v1/env/bundle.ts";
import { addDays } from "../../../../../experiments/je-v1/env/dates.ts";
import { accountFor } from "../../../../../experiments/je-v1/env/coding_guide.ts";
import { movementOf } from "../../../../../experiments/je-v1/env/families/round_trips/clean.ts";
import { circularFlow, settlementCoding } from "../../../../../experiments/je-v1/env/rules/round_trips.ts";
import { buildOf, cleanBundles, plant } from "../built.ts";
import { viewOf } from "../family_cases.ts";

const build = buildOf("JE-15", 31, { history_periods: 1 });
const flagsOf = (bundles: readonly Bundle[]) => {
  const view = viewOf(build, bundles);
  return bundles.map(({ entry }) => circularFlow(view, entry) !== null);
};
const memoOf = (bundle: Bundle) => bundle.docs.get("memo")!.fields;

Deno.test("circularFlow() names the amount that went round, for every hop", () => {
  const bundles = plant(build, "circular_flow"), view = viewOf(build, bundles);
  const { amountMinor } = movementOf(bundles[0]!),
    ruling = { class: "circular_flow", amount_minor: amountMinor } as const;
  assertEquals(bundles.map(({ entry }) => circularFlow(view, entry)), [ruling, ruling, ruling]);
});

for (
  const [words, change] of [
    ["one memo names goods", (hops) => memoOf(hops[2]!).description = "steel sheet"],
    ["the chain ends elsewhere", (hops) => memoOf(hops[2]!).to_account = "BA00000000"],
    ["the bank shows two movements only", (hops) => hops[1]!.bank.length = 0],
    ["one hop has another amount", (hops) => {
      for (const line of hops[1]!.entry.lines) line.debit_minor += line.debit_minor > 0 ? 1 : 0;
    }],
    ["one hop is more than thirty days away", (hops) => {
      hops[1]!.entry.posting_date = addDays(hops[0]!.entry.posting_date, 31);
      hops[2]!.entry.posting_date = addDays(hops[0]!.entry.posting_date, 62);
    }],
    ["one hop pays a cost", (hops) => hops[1]!.entry.lines[0]!.account = "6300"],
    ["value comes straight back", (hops) => {
      memoOf(hops[1]!).to_account = memoOf(hops[0]!).from_account!;
      memoOf(hops[2]!).from_account = "BA00000000";
    }],
  ] as const satisfies readonly (readonly [string, (hops: Bundle[]) => unknown])[]
) {
  Deno.test(`circularFlow() passes a ring where ${words}`, () => {
    const bundles = plant(build, "circular_flow");
    assertEquals(flagsOf(bundles), [true, true, true]);
    change(bundles);
    assertEquals(flagsOf(bundles), [false, false, false]);
  });
}

Deno.test("circularFlow() opens no memo of an amount that the bank moved once", () => {
  const bundles = cleanBundles(build, 20, (bundle) => movementOf(bundle).kind !== "settlement");
  const view = { ...viewOf(build, bundles), doc: () => assertEquals(true, false, "opens a document") };
  for (const { entry } of bundles) {
    assertEquals(circularFlow(view as unknown as ReturnType<typeof viewOf>, entry), null);
  }
});

const isCost = (bundle: Bundle): boolean => movementOf(bundle).kind === "settlement";

Deno.test("settlementCoding() takes the memo's word for the nature, and the guide's for the account", () => {
  const [bundle] = cleanBundles(build, 1, isCost), { entry } = bundle!, [cost] = entry.lines;
  const ruled = () => settlementCoding(viewOf(build, [bundle!]), entry);
  assertEquals(ruled(), null);
  Object.assign(memoOf(bundle!), { description: "bench drill", unit_price_minor: 1 });
  cost!.account = accountFor("bench drill", 1, build.currency)!;
  assertEquals(ruled(), null);
  cost!.account = "6400";
  assertEquals(ruled(), { class: "misclassified", amount_minor: cost!.debit_minor });
  memoOf(bundle!).description = "something that the guide does not list";
  assertEquals(ruled(), null);
});

Deno.test("settlementCoding() leaves transfers alone", () => {
  const bundles = cleanBundles(build, 10, (bundle) => !isCost(bundle)), view = viewOf(build, bundles);
  for (const bundle of bundles) assertEquals(settlementCoding(view, bundle.entry), null);
});
