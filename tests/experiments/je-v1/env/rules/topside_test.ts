import { assertEquals } from "@std/assert/equals";
import type { Bundle } from "../../../../../experiments/je-v1/env/bundle.ts";
import { addDays } from "../../../../../experiments/je-v1/env/dates.ts";
import { reviewedPeriod } from "../../../../../experiments/je-v1/env/families/manual.ts";
import type { Scalar } from "../../../../../experiments/je-v1/env/model.ts";
import { estimate, lateEntry, memoSupport, totalOf } from "../../../../../experiments/je-v1/env/rules/topside.ts";
import type { Rule } from "../../../../../experiments/je-v1/env/view.ts";
import { buildOf, cleanBundles } from "../built.ts";
import { viewOf } from "../family_cases.ts";

const build = buildOf("JE-13", 11, { history_periods: 1 }), { close_at, late_window_days } = reviewedPeriod(build);
const lastDay = addDays(close_at, late_window_days), late = addDays(lastDay, 1);

const ruled = (rule: Rule, bundle: Bundle) => rule(viewOf(build, [bundle]), bundle.entry);

/** A clean bundle with changes to its day of keying in and to its memo. */
function keyedIn(entered_at: string, memo: { [name: string]: Scalar }, fits?: (bundle: Bundle) => boolean): Bundle {
  const [bundle] = cleanBundles(build, 1, fits);
  bundle!.entry.entered_at = entered_at;
  Object.assign(bundle!.docs.get("memo")!.fields, memo);
  return bundle!;
}

const leave = { issued_as: "controller", permits_late_entry: true, dated: addDays(late, -1) };
for (
  const [words, entered_at, memo, isLate] of [
    ["on the last day of the window", lastDay, {}, false],
    ["a day later", late, {}, true],
    ["a day later with leave of the controller", late, leave, false],
    ["a day later with leave of the chief financial officer", late, { ...leave, issued_as: "cfo" }, false],
    ["a day later with leave of a manager", late, { ...leave, issued_as: "manager" }, true],
    ["a day later with leave of the same day", late, { ...leave, dated: late }, true],
    ["a day later with a memo that permits nothing", late, { ...leave, permits_late_entry: false }, true],
  ] as const
) {
  Deno.test(`lateEntry() ${isLate ? "objects to" : "passes"} an entry that is keyed in ${words}`, () => {
    assertEquals(ruled(lateEntry, keyedIn(entered_at, memo)), isLate ? { class: "post_close" } : null);
  });
}

Deno.test("lateEntry() finds the leave in a memo that the approval form names", () => {
  const bundle = keyedIn(late, leave), { doc_id } = bundle.docs.get("memo")!;
  bundle.loose.add("memo");
  assertEquals(ruled(lateEntry, bundle), { class: "post_close" });
  bundle.docs.get("approval")!.fields.further_memo = doc_id;
  assertEquals(ruled(lateEntry, bundle), null);
});

Deno.test("lateEntry() reads an illegible field in the memo's body", () => {
  const bundle = keyedIn(late, leave), view = viewOf(build, [bundle]), { doc_id } = bundle.docs.get("memo")!;
  const blurred = { ...view.doc(doc_id)!, fields: {} };
  assertEquals(lateEntry({ ...view, doc: (id) => id === doc_id ? blurred : view.doc(id) }, bundle.entry), null);
});

Deno.test("memoSupport() asks for a memo, attached, pending or named by the approval form", () => {
  const [bundle] = cleanBundles(build, 1), { doc_id } = bundle!.docs.get("memo")!, { entry } = bundle!;
  const missing = { class: "unsupported", amount_minor: totalOf(entry) } as const;
  assertEquals(ruled(memoSupport, bundle!), null);
  bundle!.pending.add("memo");
  assertEquals(ruled(memoSupport, bundle!), null);
  bundle!.pending.clear();
  bundle!.loose.add("memo");
  assertEquals(ruled(memoSupport, bundle!), missing);
  bundle!.docs.get("approval")!.fields.further_memo = bundle!.docs.get("approval")!.doc_id; // not a memo
  assertEquals(ruled(memoSupport, bundle!), missing);
  bundle!.docs.get("approval")!.fields.further_memo = doc_id;
  assertEquals(ruled(memoSupport, bundle!), null);
});

Deno.test("memoSupport() leaves entries alone that are neither manual nor top-side", () => {
  const [bundle] = cleanBundles(build, 1);
  bundle!.docs.delete("memo");
  bundle!.entry.source = "ap";
  assertEquals(ruled(memoSupport, bundle!), null);
});

const isEstimate = ({ facts }: Bundle): boolean => facts.kind === "estimate";

Deno.test("estimate() gives what was booked less base times rate", () => {
  const bundle = keyedIn(lastDay, {}, isEstimate), booked = totalOf(bundle.entry);
  assertEquals(ruled(estimate, bundle), null);
  Object.assign(bundle.docs.get("memo")!.fields, { base_minor: 2 * booked, rate_bps: 4000 });
  const right = ruled(estimate, bundle);
  assertEquals([right?.class, right!.amount_minor! > 0], ["estimate_unsupported", true]);
  Object.assign(bundle.docs.get("memo")!.fields, { base_minor: 2 * booked, rate_bps: 5000 });
  assertEquals(ruled(estimate, bundle), null);
});

Deno.test("estimate() leaves entries without a provision alone", () => {
  const bundle = keyedIn(lastDay, { base_minor: 1, rate_bps: 1 }, (each) => !isEstimate(each));
  assertEquals(ruled(estimate, bundle), null);
});
