import { assertEquals } from "@std/assert/equals";
import { addDays } from "../../../../../experiments/je-v1/env/dates.ts";
import { type Manual, manualOf, remakeManual } from "../../../../../experiments/je-v1/env/families/unusual/clean.ts";
import { rareChanges } from "../../../../../experiments/je-v1/env/families/unusual/mutators.ts";
import { headerDuties, unusualPair } from "../../../../../experiments/je-v1/env/rules/unusual.ts";
import { buildOf, cleanBundles } from "../built.ts";
import { viewOf } from "../family_cases.ts";

const build = buildOf("JE-16", 41, { history_periods: 1 }), { account, ownerUser, ...rare } = rareChanges(build, 0);

function made(changes: (manual: Manual) => Partial<Manual>) {
  const [bundle] = cleanBundles(build, 1);
  remakeManual(build, bundle!, changes(manualOf(bundle!)));
  return { view: viewOf(build, [bundle!]), entry: bundle!.entry, bundle: bundle! };
}

const standing = ({ enteredOn }: Manual, from: number, to: number): Partial<Manual> => ({
  ...{ ...rare, standsInFor: ownerUser, rosterAccounts: account },
  ...{ rosterFrom: addDays(enteredOn, from), rosterTo: addDays(enteredOn, to) },
});

for (
  const [words, changes, isUnusual] of [
    ["is common", () => ({}), false],
    ["is rare and unexplained", () => rare, true],
    ["is rare and a one-off by its memo", () => ({ ...rare, oneOff: account }), false],
    ["is rare, with a memo on another account", () => ({ ...rare, oneOff: rare.credit! }), true],
    ["is rare and stood in for", (manual) => standing(manual, 0, 0), false],
    ["is rare and stood in for the day before", (manual) => standing(manual, -3, -1), true],
    ["is rare and stood in for the day after", (manual) => standing(manual, 1, 3), true],
    [
      "is rare and stood in for with another account",
      (manual) => ({ ...standing(manual, 0, 0), rosterAccounts: rare.credit! }),
      true,
    ],
    [
      "is rare, with a roster that names nobody",
      (manual) => ({ ...standing(manual, 0, 0), standsInFor: "none" }),
      true,
    ],
  ] as const satisfies readonly (readonly [string, (manual: Manual) => Partial<Manual>, boolean])[]
) {
  Deno.test(`unusualPair() ${isUnusual ? "objects to" : "passes"} an entry that ${words}`, () => {
    const { view, entry } = made(changes);
    assertEquals(unusualPair(view, entry), isUnusual ? { class: "unusual_pattern" } : null);
  });
}

Deno.test("unusualPair() opens neither memo nor roster of a common entry", () => {
  const { view, entry } = made(() => ({})),
    deaf = { ...view, doc: () => assertEquals(true, false, "opens a document") };
  assertEquals(unusualPair(deaf as unknown as typeof view, entry), null);
});

Deno.test("unusualPair() leaves entries of other sources alone", () => {
  const { view, entry } = made(() => rare);
  assertEquals(unusualPair(view, { ...entry, source: "ap" }), null);
});

const below = build.master.users.find(({ reports_to }) => reports_to !== null)!;
for (
  const [words, preparer, headerApprover, approver, isBreach] of [
    ["its preparer's chief", below.id, below.reports_to!, below.reports_to!, false],
    ["its preparer", below.id, below.id, below.id, true],
    ["someone who reports to its preparer", below.reports_to!, below.id, below.id, true],
    ["its preparer by the header and another by the memo", below.id, below.id, below.reports_to!, false],
  ] as const
) {
  Deno.test(`headerDuties() ${isBreach ? "objects to" : "passes"} an entry that was approved by ${words}`, () => {
    const { view, entry } = made(() => ({ preparer, headerApprover, approver }));
    assertEquals(headerDuties(view, entry), isBreach ? { class: "sod_conflict" } : null);
  });
}

Deno.test("headerDuties() leaves entries with an approval form to the form, and entries without approver alone", () => {
  const { view, entry } = made(({ preparer }) => ({ headerApprover: preparer, approver: preparer }));
  const form = { doc_id: "D-00000000", kind: "approval", status: "on_file" } as const;
  assertEquals(headerDuties(view, { ...entry, attachments: [...entry.attachments, form] }), null);
  assertEquals(headerDuties(view, { ...entry, approved_by: null }), null);
});
