/** Process scores reckoned by hand. */
import type { Score } from "../../../../experiments/je-v1/verify/score_model.ts";
import { called, decides, doc, failed, flagsMismatch, MISMATCH, opens, profiles, SUBMITS } from "./made_episode.ts";
import type { ScoreCase } from "./score_case.ts";

const part = (name: string) => ({ process }: Score) => {
  const component = Object.entries(process.components).find(([key]) => key === name)?.[1];
  return component === undefined ? undefined : [component.weight, component.value, component.state];
};
const ROWS = [MISMATCH, {}], UNUSUAL = { gold: "flag", role: "defect", class: "unusual_pattern" } as const;
const claim = decides(1, "flag", { defect_class: "unusual_pattern", evidence: [] });
const JE16 = { task_id: "JE-16" };

/** Components and their sum. */
export const PROCESS_CASES: readonly ScoreCase[] = [
  {
    name: "coverage is half",
    rows: ROWS,
    calls: [opens(doc(1))],
    pick: part("coverage"),
    wanted: [35, 500_000, "measured"],
  },
  { name: "nothing was cited", rows: ROWS, calls: [], pick: part("precision"), wanted: [10, 0, "nothing_done"] },
  {
    name: "nothing was cited that could be relevant",
    rows: ROWS,
    calls: [],
    pick: part("relevance"),
    wanted: [15, 0, "nothing_done"],
  },
  {
    name: "two of three citations are required or admissible",
    rows: [{ ...MISMATCH, required: [["D-A", "D-B"]], admissible: ["D-C"] }, {}],
    calls: [...["D-B", "D-C", doc(2)].map((id) => opens(id)), flagsMismatch(1, { evidence: ["D-B", "D-C", doc(2)] })],
    pick: part("relevance"),
    wanted: [15, 666_667, "measured"],
  },
  {
    name: "a citation is relevant for another entry only",
    rows: ROWS,
    calls: [opens(doc(2)), flagsMismatch(1, { evidence: [doc(2)] })],
    pick: part("relevance"),
    wanted: [15, 0, "measured"],
  },
  {
    name: "nothing was decided",
    rows: ROWS,
    calls: [opens(doc(1))],
    pick: part("order"),
    wanted: [20, 0, "nothing_done"],
  },
  {
    name: "one of three dispositions came early",
    rows: ROWS,
    calls: [flagsMismatch(1), opens(doc(1)), opens(doc(2)), flagsMismatch(1), decides(2, "approve")],
    pick: part("order"),
    wanted: [20, 666_667, "measured"],
  },
  { name: "no call was made", rows: ROWS, calls: [], pick: part("economy"), wanted: [10, 0, "nothing_done"] },
  {
    name: "one of four calls was a repeat",
    rows: ROWS,
    calls: [opens(doc(1)), opens(doc(1)), opens(doc(2)), SUBMITS],
    pick: part("economy"),
    wanted: [10, 750_000, "measured"],
  },
  {
    name: "the episode was submitted",
    rows: ROWS,
    calls: [SUBMITS],
    pick: part("closure"),
    wanted: [10, 1_000_000, "measured"],
  },
  {
    name: "the budget ran out",
    rows: ROWS,
    calls: [opens(doc(1))],
    pick: part("closure"),
    wanted: [10, 0, "measured"],
  },
  {
    name: "the submit was refused",
    rows: ROWS,
    calls: [failed("submit", { note: 1 })],
    pick: part("closure"),
    wanted: [10, 0, "measured"],
  },
  { name: "the task weighs no baseline", rows: ROWS, calls: [SUBMITS], pick: part("baseline"), wanted: undefined },
  {
    name: "a claim is backed",
    ...JE16,
    rows: [UNUSUAL, {}],
    calls: [profiles("user"), claim],
    pick: part("baseline"),
    wanted: [20, 1_000_000, "measured"],
  },
  {
    name: "a claim is not backed",
    ...JE16,
    rows: ROWS,
    calls: [claim],
    pick: part("baseline"),
    wanted: [20, 0, "measured"],
  },
  {
    name: "a profile behind the claim is cited",
    ...JE16,
    rows: [UNUSUAL, {}],
    calls: [profiles("user"), decides(1, "flag", { defect_class: "unusual_pattern", evidence: ["P-00000001"] })],
    pick: part("relevance"),
    wanted: [15, 1_000_000, "measured"],
  },
  {
    name: "a profile is cited that backs no claim",
    ...JE16,
    rows: [UNUSUAL, {}],
    calls: [profiles("user"), decides(1, "flag", { defect_class: "post_close", evidence: ["P-00000001"] })],
    pick: part("relevance"),
    wanted: [15, 0, "measured"],
  },
  {
    name: "something unusual was not claimed",
    ...JE16,
    rows: [UNUSUAL, {}],
    calls: [SUBMITS],
    pick: part("baseline"),
    wanted: [20, 0, "nothing_done"],
  },
  {
    name: "there was nothing to claim",
    ...JE16,
    rows: ROWS,
    calls: [SUBMITS],
    pick: part("baseline"),
    wanted: [20, null, "dropped"],
  },
  {
    name: "profiles are withheld",
    ...JE16,
    withheld: ["population_profile"],
    rows: [UNUSUAL, {}],
    calls: [claim],
    pick: part("baseline"),
    wanted: [20, null, "dropped"],
  },
  {
    name: "all went well",
    rows: ROWS,
    calls: [opens(doc(1)), opens(doc(2)), flagsMismatch(1), SUBMITS],
    pick: ({ process }) => process.P,
    wanted: 1_000_000,
  },
  {
    // 35/2 + 10 + 15 + 20 + 10 * 3/4 + 10 of 100
    name: "half is covered and one call of four repeated",
    rows: ROWS,
    calls: [opens(doc(1)), flagsMismatch(1), opens(doc(1)), SUBMITS],
    pick: ({ process }) => process.P,
    wanted: 800_000,
  },
  {
    // JE-16 without its baseline: 25/2 + 10 + 15 + 15 + 5 + 10 of 80
    name: "a component is left out",
    ...JE16,
    rows: ROWS,
    calls: [opens(doc(1)), flagsMismatch(1), SUBMITS],
    pick: ({ process }) => process.P,
    wanted: 843_750,
  },
  {
    // JE-12: coverage 25, precision 10, relevance 10, order 35 x 0, economy 10, closure 10
    name: "order weighs more",
    task_id: "JE-12",
    rows: [MISMATCH, { required: [] }],
    calls: [flagsMismatch(1, { evidence: [] }), opens(doc(1)), called("compute", {}), SUBMITS],
    pick: ({ process }) => process.P,
    wanted: 450_000,
  },
];
