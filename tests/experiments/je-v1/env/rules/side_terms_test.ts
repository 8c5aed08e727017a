import { assertEquals } from "@std/assert/equals";
import { addDays } from "../../../../../experiments/je-v1/env/dates.ts";
import { remakeSale, type Sale, saleOf } from "../../../../../experiments/je-v1/env/families/side_terms/clean.ts";
import { relatedCustomers } from "../../../../../experiments/je-v1/env/families/side_terms/mutators.ts";
import { openTerms, relatedParty } from "../../../../../experiments/je-v1/env/rules/side_terms.ts";
import { buildOf, cleanBundles } from "../built.ts";
import { viewOf } from "../family_cases.ts";

const build = buildOf("JE-14", 21), [sample] = cleanBundles(build, 1), { postedOn, netMinor } = saleOf(sample!);
const later = addDays(postedOn, 1);

function sold(changes: Partial<Sale>) {
  const [bundle] = cleanBundles(build, 1);
  remakeSale(build, bundle!, changes);
  return { view: viewOf(build, [bundle!]), entry: bundle!.entry };
}

for (
  const [words, changes, isOpen] of [
    ["is owed under plain terms", {}, false],
    ["may be returned the day after", { returnsUntil: later }, true],
    ["could be returned up to the day of posting", { returnsUntil: postedOn }, false],
    ["falls due on resale by contract", { paymentDue: "once the customer has resold the goods" }, true],
    [
      "may be returned under a clause that was waived",
      { returnsUntil: later, replyText: "we have waived the clause." },
      false,
    ],
    ["may be returned by a letter", { replyText: `By letter we may return the goods until ${later}.` }, true],
    ["could be returned by a letter that ended", { replyText: `We could return the goods until ${postedOn}.` }, false],
    ["falls due on resale by a letter", { replyText: "It falls due once we have resold the goods." }, true],
    ["is denied", { reply: "denied", replyText: "We have not accepted the goods." }, true],
    ["is met with silence", { reply: "no_reply", replyText: "" }, false],
  ] as const satisfies readonly (readonly [string, Partial<Sale>, boolean])[]
) {
  Deno.test(`openTerms() ${isOpen ? "objects to" : "passes"} a sale that ${words}`, () => {
    const { view, entry } = sold({ ...changes, isPaid: false });
    assertEquals(openTerms(view, entry), isOpen ? { class: "revenue_premature", amount_minor: netMinor } : null);
  });
}

Deno.test("openTerms() asks nobody about a sale that the bank shows as paid in full", () => {
  const { view, entry } = sold({ isPaid: true, returnsUntil: later });
  const silent = {
    ...view,
    doc: () => assertEquals(true, false, "opens a document"),
    confirm: () => assertEquals(true, false, "asks"),
  };
  assertEquals(openTerms(silent as unknown as typeof view, entry), null);
});

const [related] = relatedCustomers(build);
for (
  const [words, changes, isUndisclosed] of [
    ["an unrelated customer", {}, false],
    ["a related customer without a word", { customer: related!.id }, true],
    [
      "a related customer that the contract discloses",
      { customer: related!.id, disclosure: "held by a director" },
      false,
    ],
    [
      "a related customer that discloses itself",
      { customer: related!.id, replyText: "We confirm that we are a related party of yours: one owner." },
      false,
    ],
  ] as const satisfies readonly (readonly [string, Partial<Sale>, boolean])[]
) {
  Deno.test(`relatedParty() ${isUndisclosed ? "objects to" : "passes"} a sale to ${words}`, () => {
    const { view, entry } = sold(changes);
    assertEquals(relatedParty(view, entry), isUndisclosed ? { class: "related_party_undisclosed" } : null);
  });
}
