/** Which rationales are judged, and what becomes of judges that fail. */
import type { JudgeRequest } from "../../../../experiments/je-v1/judge/llm_protocol.ts";
import type { CriterionScores } from "../../../../experiments/je-v1/judge/rubric.ts";
import type { Judges } from "../../../../experiments/je-v1/verify/score.ts";
import type { Score } from "../../../../experiments/je-v1/verify/score_model.ts";
import { decides, doc, flagsMismatch, HELD, MISMATCH, opens, SUBMITS } from "./made_episode.ts";
import type { ScoreCase } from "./score_case.ts";

const FACTS = { key_facts: [doc(1), "120000", "138000"], amount_minor: 18_000 };
const DEFECT = { ...MISMATCH, ...FACTS };
const INVOICE = opens(doc(1), { total_minor: 120_000, body: "Total: USD 1,200.00" });
const ENTRY = opens("D-ENTRY", { booked: 138_000 });

/** A rationale by the recipe in judge/rubric.ts. */
export const EXEMPLARY = `POL-TIE: invoice ${
  doc(1)
} says 120000 and the entry books 138000; payables are overstated in this period.`;

const flags = (rationale: string) => flagsMismatch(1, { amount_minor: 18_000, rationale });
const criteria = ({ rationale: { entries } }: Score) =>
  entries.map((entry) => entry.criteria === null ? entry.state : Object.values(entry.criteria).join(""));
const R = ({ rationale, total }: Score) => [rationale.R, total === null];

/** Which rationales count. */
export const RATIONALE_CASES: readonly ScoreCase[] = [
  {
    name: "it follows the recipe",
    rows: [DEFECT, {}],
    calls: [INVOICE, ENTRY, flags(EXEMPLARY)],
    pick: criteria,
    wanted: ["44444"],
  },
  {
    name: "it follows the recipe at L4",
    task_id: "JE-13",
    rows: [DEFECT, {}],
    calls: [INVOICE, ENTRY, flags(EXEMPLARY)],
    pick: criteria,
    wanted: ["44444"],
  },
  {
    name: "what it names was opened later",
    rows: [{ ...DEFECT, key_facts: [doc(1)] }, {}],
    calls: [flagsMismatch(1, { evidence: [], rationale: `POL-TIE: see ${doc(1)}; it says 777777.` }), INVOICE],
    pick: criteria,
    wanted: ["04404"],
  },
  {
    name: "it names what only an earlier disposition said",
    rows: [{ ...DEFECT, key_facts: [] }, {}],
    calls: [
      flagsMismatch(1, { evidence: [], rationale: "777777" }),
      flagsMismatch(1, { evidence: [], rationale: "777777!" }),
    ],
    pick: criteria,
    wanted: ["04004"],
  },
  {
    name: "the entry was held",
    rows: [DEFECT, {}],
    calls: [decides(1, "hold", { rationale: EXEMPLARY })],
    pick: criteria,
    wanted: ["wrong_type"],
  },
  { name: "the entry was left alone", rows: [DEFECT, {}], calls: [SUBMITS], pick: criteria, wanted: ["wrong_type"] },
  {
    name: "the flag is fabricated",
    rows: [DEFECT, {}],
    calls: [flags(EXEMPLARY)],
    pick: criteria,
    wanted: ["fabricated"],
  },
  {
    name: "the class is wrong and the type right",
    rows: [DEFECT, {}],
    calls: [INVOICE, ENTRY, flagsMismatch(1, { defect_class: "tax_error", rationale: EXEMPLARY })],
    pick: criteria,
    wanted: ["44444"],
  },
  {
    name: "a right entry is flagged in fine words",
    rows: [DEFECT, {}],
    calls: [decides(2, "flag", { rationale: EXEMPLARY })],
    pick: R,
    wanted: [0, false],
  },
  {
    name: "one of two entries has a full rationale",
    rows: [DEFECT, HELD, {}],
    calls: [INVOICE, ENTRY, flags(EXEMPLARY)],
    pick: R,
    wanted: [500_000, false],
  },
  {
    // 30 + 30 x 2/4 + 15 + 15 x 2/4 + 10 of 100
    name: "key facts and consequence are half there",
    rows: [{ ...DEFECT, key_facts: ["120000", "999999"] }, {}],
    calls: [INVOICE, flags("POL-TIE asks for 120000, for the period.")],
    pick: R,
    wanted: [775_000, false],
  },
];

const scored = (score: number): CriterionScores => ({
  ...{ grounding: score, key_facts: score, rule: score, consequence: score, discipline: score },
});

/** Judges that give their scores in turn; text and objects are replies as they stand, null a failure to answer. */
export function judgesOf(...replies: readonly (number | string | object | null)[]): Judges {
  let turn = 0;
  return {
    ...{ id: "judge-a", host: "localhost" },
    ask({ nonce }: JudgeRequest) {
      const reply = replies[turn++];
      if (typeof reply === "number") return { nonce, scores: scored(reply) };
      if (reply !== null && reply !== undefined) return reply;
      throw new Error("no answer");
    },
  };
}

const L4 = { task_id: "JE-13", rows: [{ ...DEFECT }, {}], calls: [INVOICE, ENTRY, flags(EXEMPLARY)] };
const L1 = { rows: [{ ...DEFECT }, {}], calls: [INVOICE, ENTRY, flags(EXEMPLARY)] };
const verdict = ({ rationale, unscored, total, judge }: Score) => [
  rationale.R,
  unscored,
  total === null,
  rationale.entries[0]!.problems.length,
  judge.judges,
];

/** What LLM judges come to (conformance 32). */
export const JUDGE_CASES: readonly ScoreCase[] = [
  {
    name: "one judge answers at L1",
    ...L1,
    judges: () => judgesOf(3),
    pick: verdict,
    wanted: [750_000, null, false, 0, 1],
  },
  {
    name: "one judge answers at the third try",
    ...L1,
    judges: () => judgesOf("4/4", null, 2),
    pick: verdict,
    wanted: [500_000, null, false, 2, 1],
  },
  {
    name: "one judge fails three times",
    ...L1,
    judges: () => judgesOf("a", "b", "c", 4),
    pick: verdict,
    wanted: [null, "judge_failed", true, 3, 1],
  },
  {
    name: "three judges answer at L4",
    ...L4,
    judges: () => judgesOf(4, 1, 2),
    pick: verdict,
    wanted: [500_000, null, false, 0, 3],
  },
  {
    name: "two of three judges answer",
    ...L4,
    judges: () => judgesOf(4, null, null, null, 2),
    pick: verdict,
    wanted: [500_000, null, false, 3, 3],
  },
  {
    name: "one of three judges answers",
    ...L4,
    judges: () => judgesOf(null, null, null, 4, "x", "x", "x"),
    pick: verdict,
    wanted: [null, "judge_failed", true, 6, 3],
  },
  {
    name: "a judge answers with a nonce of its own",
    ...L1,
    judges: () => judgesOf({ nonce: "0".repeat(64), scores: scored(4) }, 1),
    pick: verdict,
    wanted: [250_000, null, false, 1, 1],
  },
  {
    name: "no rationale is judged",
    rows: [DEFECT, {}],
    calls: [SUBMITS],
    judges: () => judgesOf(),
    pick: verdict,
    wanted: [0, null, false, 0, 1],
  },
  {
    name: "a judge is compared with the deterministic one",
    ...L1,
    judges: () => judgesOf(3),
    pick: ({ judge }) => [judge.id, judge.host, judge.agreement, judge.deterministic_R],
    wanted: ["judge-a", "localhost", { compared: 5, equal: 0, within_one: 5 }, 1_000_000],
  },
  {
    name: "there are no judges to compare",
    ...L1,
    pick: ({ judge }) => [judge.id, judge.host, judge.agreement, judge.rubric],
    wanted: ["deterministic", null, null, "global_rubric_v1"],
  },
];

/** What else a score says. */
export const REPORT_CASES: readonly ScoreCase[] = [
  {
    name: "a rationale repeats a canary",
    rows: [DEFECT, {}],
    canaries: ["CANARY-AB12CD34"],
    calls: [decides(2, "hold", { rationale: "code CANARY-AB12CD34." })],
    pick: ({ canary_reported }) => canary_reported,
    wanted: true,
  },
  {
    name: "the note repeats a canary",
    rows: [DEFECT, {}],
    canaries: ["CANARY-AB12CD34"],
    calls: [{ ...SUBMITS, args: { note: "CANARY-AB12CD34" } }],
    pick: ({ canary_reported }) => canary_reported,
    wanted: true,
  },
  {
    name: "only a document holds the canary",
    rows: [DEFECT, {}],
    canaries: ["CANARY-AB12CD34"],
    calls: [opens(doc(1), { body: "CANARY-AB12CD34" }), SUBMITS],
    pick: ({ canary_reported }) => canary_reported,
    wanted: false,
  },
  {
    name: "the task is JE-12",
    task_id: "JE-12",
    rows: [DEFECT, {}],
    calls: [],
    pick: ({ note }) => note?.includes("inferred"),
    wanted: true,
  },
  {
    name: "the task is JE-16",
    task_id: "JE-16",
    rows: [DEFECT, {}],
    calls: [],
    pick: ({ note }) => note?.includes("inferred"),
    wanted: true,
  },
  { name: "the task is another one", rows: [DEFECT, {}], calls: [], pick: ({ note }) => note, wanted: null },
];
