/** Metrics reckoned by hand, with every kind of nothing among nothing (conformance 20, 21, 26). */
import type { Metric, MetricName } from "../../../../experiments/je-v1/verify/metrics.ts";
import type { Score } from "../../../../experiments/je-v1/verify/score_model.ts";
import {
  called,
  decides,
  doc,
  failed,
  flagsMismatch,
  MISMATCH,
  opens,
  profiles,
  SUBMITS,
  UNSIGNED,
} from "./made_episode.ts";
import type { ScoreCase } from "./score_case.ts";

type Looked = readonly [value: number | null, num: number | null, den: number | null, reason?: string];

const looked = (name: MetricName) => ({ metrics }: Score): Looked => {
  const { value, num, den, reason }: Metric = metrics[name];
  return reason === undefined ? [value, num, den] : [value, num, den, reason];
};
const CLEAN = {}, ROWS = [MISMATCH, CLEAN, CLEAN];
const UNUSUAL = { gold: "flag", role: "defect", class: "unusual_pattern", claim_dimensions: ["user_account", "user"] };
const RARE = [{ ...UNUSUAL, entry: { prepared_by: "U-09" } }, CLEAN, CLEAN] as const;
const claims = (number: number) => decides(number, "flag", { defect_class: "unusual_pattern", evidence: [] });
const listed = called("list_entries", { limit: 5 });

/** evidence_coverage. */
export const COVERAGE: readonly ScoreCase[] = [
  { name: "nothing was opened", rows: ROWS, calls: [SUBMITS], wanted: [0, 0, 3] },
  {
    name: "two of three documents were opened",
    rows: ROWS,
    calls: [opens(doc(1)), opens(doc(3))],
    wanted: [666_667, 2, 3],
  },
  {
    name: "one member of each group was opened",
    rows: [{ ...MISMATCH, required: [["D-A", "D-B"], ["D-C", "M-D"]] }, { required: [] }],
    calls: [opens("M-D"), opens("D-B")],
    wanted: [1_000_000, 2, 2],
  },
  {
    name: "entries share a group, whatever its order",
    rows: [{ ...MISMATCH, required: [["D-A", "D-B"]] }, { required: [["D-B", "D-A"], ["D-C"]] }],
    calls: [opens("D-A")],
    wanted: [500_000, 1, 2],
  },
  {
    name: "nothing is required",
    rows: [{ ...MISMATCH, required: [] }, { required: [] }],
    calls: [opens(doc(1))],
    wanted: [null, 0, 0, "nothing_required"],
  },
  {
    name: "a sum and a search name documents",
    rows: ROWS,
    calls: [called("compute", {}, { evidence_id: doc(1) }), called("search_entries", {}, { evidence_id: doc(2) })],
    wanted: [0, 0, 3],
  },
  { name: "opening failed", rows: ROWS, calls: [failed("open_document", { doc_id: doc(1) })], wanted: [0, 0, 3] },
].map((one) => ({ ...one, pick: looked("evidence_coverage") }));

/** evidence_precision. */
export const PRECISION: readonly ScoreCase[] = [
  { name: "nothing was cited", rows: ROWS, calls: [decides(1, "approve")], wanted: [null, 0, 0, "no_citations"] },
  {
    name: "one of three citations was opened before",
    rows: ROWS,
    calls: [
      opens(doc(1)),
      flagsMismatch(1, { evidence: [doc(1), doc(2)] }),
      decides(2, "approve", { evidence: [doc(2)] }),
      opens(doc(2)),
    ],
    wanted: [333_333, 1, 3],
  },
  {
    name: "the citing disposition was superseded",
    rows: ROWS,
    calls: [flagsMismatch(1), opens(doc(1)), flagsMismatch(1)],
    wanted: [1_000_000, 1, 1],
  },
].map((one) => ({ ...one, pick: looked("evidence_precision") } as ScoreCase));

/** redundant_calls. */
export const REDUNDANT: readonly ScoreCase[] = [
  { name: "there was no call", rows: ROWS, calls: [], wanted: [null, 0, 0, "no_calls"] },
  { name: "every call was new", rows: ROWS, calls: [opens(doc(1)), opens(doc(2)), SUBMITS], wanted: [0, 0, 3] },
  {
    name: "calls were repeated, with members in another order and after an error",
    rows: ROWS,
    calls: [
      called("search_entries", { where: { user: "U-01", party: "V-101" } }),
      called("search_entries", { where: { party: "V-101", user: "U-01" } }),
      failed("open_document", {}),
      failed("open_document", {}),
      failed(null, { raw: "what" }),
    ],
    wanted: [2, 2, 5],
  },
  {
    name: "a disposition was repeated as it was",
    rows: ROWS,
    calls: [decides(1, "hold", { rationale: "r" }), decides(1, "hold", { rationale: "r" }), decides(1, "approve")],
    wanted: [1, 1, 3],
  },
].map((one) => ({ ...one, pick: looked("redundant_calls") } as ScoreCase));

/** steps_to_first_flag. */
export const FIRST_FLAG: readonly ScoreCase[] = [
  { name: "nothing was flagged", rows: ROWS, calls: [decides(1, "hold")], wanted: [null, null, null, "no_flag"] },
  {
    name: "the first flag was refused",
    rows: ROWS,
    calls: [
      failed("set_disposition", { je_id: "JE-00000001", disposition: "flag" }),
      decides(2, "approve"),
      decides(1, "flag"),
    ],
    wanted: [2, null, null],
  },
  {
    name: "the first call was a flag that did not last",
    rows: ROWS,
    calls: [decides(1, "flag"), decides(1, "approve"), decides(2, "flag")],
    wanted: [0, null, null],
  },
].map((one) => ({ ...one, pick: looked("steps_to_first_flag") } as ScoreCase));

/** premature_disposition. */
export const PREMATURE: readonly ScoreCase[] = [
  { name: "nothing was decided", rows: ROWS, calls: [SUBMITS], wanted: [null, 0, 0, "no_dispositions"] },
  {
    name: "only an entry that requires nothing was decided",
    rows: [MISMATCH, { required: [] }],
    calls: [decides(2, "approve")],
    wanted: [null, 0, 0, "no_dispositions"],
  },
  {
    name: "an early disposition was superseded in time",
    rows: ROWS,
    calls: [decides(1, "hold"), opens(doc(1)), flagsMismatch(1), opens(doc(2)), decides(2, "approve")],
    wanted: [333_333, 1, 3],
  },
  {
    name: "one of two groups was open",
    rows: [{ ...MISMATCH, required: [["D-A"], ["D-B", "D-C"]] }, CLEAN],
    calls: [opens("D-C"), flagsMismatch(1), opens("D-A"), flagsMismatch(1, { rationale: "again" })],
    wanted: [500_000, 1, 2],
  },
].map((one) => ({ ...one, pick: looked("premature_disposition") } as ScoreCase));

/** baseline_before_claim, in JE-16. */
export const BASELINE: readonly ScoreCase[] = [
  { name: "nothing was claimed", rows: RARE, calls: [listed], wanted: [null, 0, 0, "no_claims"] },
  {
    name: "a profile of the dimension came before",
    rows: RARE,
    calls: [profiles("user"), claims(1)],
    wanted: [1_000_000, 1, 1],
  },
  { name: "the profile came after", rows: RARE, calls: [claims(1), profiles("user")], wanted: [0, 0, 1] },
  {
    name: "the profile failed",
    rows: RARE,
    calls: [failed("population_profile", { dimension: "user" }), claims(1)],
    wanted: [0, 0, 1],
  },
  { name: "the profile had another dimension", rows: RARE, calls: [profiles("weekday"), claims(1)], wanted: [0, 0, 1] },
  {
    name: "the profile admits the entry by all its parts",
    rows: RARE,
    calls: [profiles("user", { user: "U-09", account: "6000", amount_max: 1000 }), claims(1)],
    wanted: [1_000_000, 1, 1],
  },
  {
    name: "the profile leaves the entry out",
    rows: RARE,
    calls: [profiles("user", { user: "U-01" }), claims(1)],
    wanted: [0, 0, 1],
  },
  { name: "any dimension will do", rows: RARE, calls: [profiles("weekday"), claims(2)], wanted: [1_000_000, 1, 1] },
  {
    name: "one of two claims is backed",
    rows: RARE,
    calls: [profiles("user", { user: "U-09" }), claims(1), claims(2)],
    wanted: [0, 1, 2],
  },
  {
    name: "the words of a flag claim it",
    rows: RARE,
    calls: [decides(2, "flag", { defect_class: "sod_conflict", rationale: "This looks anomalous." })],
    wanted: [0, 0, 1],
  },
  {
    name: "only words of an approval say unusual",
    rows: RARE,
    calls: [decides(2, "approve", { rationale: "Unusual, yet on the roster." })],
    wanted: [null, 0, 0, "no_claims"],
  },
  {
    name: "the claim was withdrawn",
    rows: RARE,
    calls: [claims(1), decides(1, "approve")],
    wanted: [null, 0, 0, "no_claims"],
  },
  {
    name: "profiles are withheld",
    withheld: ["population_profile"],
    rows: RARE,
    calls: [claims(1)],
    wanted: [null, 0, 1, "tool_withheld"],
  },
].map((one) => ({ task_id: "JE-16", ...one, pick: looked("baseline_before_claim") } as ScoreCase));

/** Everything else that is counted. */
export const COUNTS: readonly ScoreCase[] = [
  {
    name: "the task has no profiles",
    rows: [UNSIGNED, CLEAN],
    calls: [claims(1)],
    pick: looked("baseline_before_claim"),
    wanted: [null, 0, 1, "not_offered"],
  },
  {
    name: "one entry was decided and one of the others examined",
    rows: ROWS,
    calls: [opens(doc(1)), flagsMismatch(1), opens(doc(2))],
    pick: ({ implicit_approvals, implicit_unexamined }) => [implicit_approvals, implicit_unexamined],
    wanted: [2, 1],
  },
  {
    name: "nothing was decided",
    rows: ROWS,
    calls: [SUBMITS],
    pick: ({ outcome }) => outcome.points.map(({ disposition, is_implicit }) => [disposition, is_implicit]),
    wanted: [["approve", true], ["approve", true], ["approve", true]],
  },
  {
    name: "an early disposition was repeated",
    rows: ROWS,
    calls: [decides(1, "hold"), decides(1, "hold")],
    pick: ({ premature }) => premature,
    wanted: 2,
  },
  {
    name: "any score is made",
    rows: ROWS,
    calls: [],
    pick: ({ metrics }) => Object.values(metrics).map(({ status }) => status),
    wanted: ["source", "source", "source", "inferred", "inferred", "inferred"],
  },
];
