/** Points, outcome, gate, caps and totals reckoned by hand. */
import type { Score } from "../../../../experiments/je-v1/verify/score_model.ts";
import {
  decides,
  doc,
  flagsMismatch,
  HELD,
  type MadeCall,
  type MadeEntry,
  MISMATCH,
  opens,
  SUBMITS,
  UNSIGNED,
} from "./made_episode.ts";
import type { ScoreCase } from "./score_case.ts";

const OPENED = [1, 2, 3, 4].map((number) => opens(doc(number)));
const cites = { evidence: [doc(1)] };
const tolerant = { ...MISMATCH, tolerance: 1 };

/** What happens to entry 1, and the points and reason that it gets. */
const POINTS: readonly (readonly [
  name: string,
  row: MadeEntry,
  call: MadeCall | null,
  points: number | null,
  reason: string,
])[] = [
  ["a defect is flagged with class and amount", MISMATCH, flagsMismatch(1), 100, "right"],
  ["the amount is wrong", MISMATCH, flagsMismatch(1, { amount_minor: 501 }), 80, "class_right_amount_wrong"],
  ["the amount has the wrong sign", MISMATCH, flagsMismatch(1, { amount_minor: -500 }), 80, "class_right_amount_wrong"],
  ["the amount is off by the tolerance", tolerant, flagsMismatch(1, { amount_minor: 499 }), 100, "right"],
  ["the amount is off by more", tolerant, flagsMismatch(1, { amount_minor: 502 }), 80, "class_right_amount_wrong"],
  [
    "the class is wrong and the amount right",
    MISMATCH,
    flagsMismatch(1, { defect_class: "tax_error" }),
    50,
    "class_wrong",
  ],
  ["a defect is held", MISMATCH, decides(1, "hold", cites), 25, "held_not_flagged"],
  ["a defect is approved", MISMATCH, decides(1, "approve", cites), 0, "missed"],
  ["a defect is left alone", MISMATCH, null, 0, "missed"],
  [
    "a defect without amount is flagged with its class",
    UNSIGNED,
    decides(1, "flag", { defect_class: "approval_missing", ...cites }),
    100,
    "right",
  ],
  [
    "a defect without amount is flagged with another class",
    UNSIGNED,
    decides(1, "flag", { defect_class: "over_limit", ...cites }),
    60,
    "class_wrong",
  ],
  ["a defect without amount is held", UNSIGNED, decides(1, "hold", cites), 25, "held_not_flagged"],
  ["pending support is held", HELD, decides(1, "hold", cites), 100, "right"],
  ["pending support is flagged", HELD, flagsMismatch(1), 25, "flagged_not_held"],
  ["pending support is approved", HELD, decides(1, "approve"), 0, "missed"],
  [
    "a right flag cites what was never opened",
    MISMATCH,
    flagsMismatch(1, { evidence: [doc(1), "D-GHOST"] }),
    0,
    "fabricated",
  ],
  ["a right hold cites what was never opened", HELD, decides(1, "hold", { evidence: ["D-GHOST"] }), 0, "fabricated"],
  ["a right entry is approved", {}, decides(1, "approve", cites), null, "clean_approved"],
  ["a right entry is flagged", {}, flagsMismatch(1), null, "clean_flagged"],
  ["a right entry is held", {}, decides(1, "hold"), null, "clean_held"],
  [
    "a right approval cites what was never opened",
    {},
    decides(1, "approve", { evidence: ["D-GHOST"] }),
    null,
    "clean_fabricated",
  ],
];

/** The points of entry 1. */
export const POINT_CASES: readonly ScoreCase[] = POINTS.map(([name, row, call, points, reason]) => ({
  name,
  rows: [row, MISMATCH, {}],
  calls: [...OPENED, ...(call === null ? [] : [call]), SUBMITS],
  pick: ({ outcome }: Score) => [outcome.points[0]!.points, outcome.points[0]!.reason],
  wanted: [points, reason],
}));

const ROWS = [MISMATCH, HELD, {}, {}, {}], LEDGER = [1, 2, 3, 4, 5].map((number) => opens(doc(number)));
const right = [flagsMismatch(1), decides(2, "hold")];
const outcome = ({ outcome: { O, J, F } }: Score) => [O, J, F];

/** Outcomes: D = 2, A = 3. */
export const OUTCOME_CASES: readonly ScoreCase[] = [
  { name: "all is right", rows: ROWS, calls: [...LEDGER, ...right], wanted: [1_000_000, 1_000_000, 1_000_000] },
  { name: "nothing is said", rows: ROWS, calls: [SUBMITS], wanted: [0, 0, 0] },
  // C = 200, F2 = 2, N2 = 6: J = 1 - 2/6; F = 200 / (25 * 10)
  {
    name: "one right entry is flagged",
    rows: ROWS,
    calls: [...LEDGER, ...right, decides(3, "flag")],
    wanted: [666_667, 666_667, 800_000],
  },
  // F2 = 1, N2 = 5: J = 1 - 1/6; F = 200 / 225
  {
    name: "one right entry is held",
    rows: ROWS,
    calls: [...LEDGER, ...right, decides(3, "hold")],
    wanted: [833_333, 833_333, 888_889],
  },
  // C = 100, N2 = 2: J = 1/2; F = 100 / 150
  {
    name: "one defect is missed",
    rows: ROWS,
    calls: [...LEDGER, flagsMismatch(1)],
    wanted: [500_000, 500_000, 666_667],
  },
  // C = 50 + 25, F2 = 6, N2 = 10: J = 75/200 - 1 < 0; F = 75 / 350
  {
    name: "everything is flagged as one class",
    rows: ROWS,
    calls: [...LEDGER, ...[1, 2, 3, 4, 5].map((number) => decides(number, "flag", { defect_class: "tax_error" }))],
    wanted: [0, 0, 214_286],
  },
  // C = 0 + 100, N2 = 4 since both were raised: J = 1/2; F = 100 / 200
  {
    name: "the flag is fabricated",
    rows: ROWS,
    calls: [...LEDGER.slice(1), flagsMismatch(1), decides(2, "hold")],
    wanted: [500_000, 500_000, 500_000],
  },
  // C = 0, N2 = 2: the fabricated approval of a defect is no alarm
  {
    name: "a defect's approval is fabricated",
    rows: ROWS,
    calls: [...LEDGER.slice(1), decides(1, "approve", cites), decides(2, "hold")],
    wanted: [500_000, 500_000, 666_667],
  },
  // F2 = 2, N2 = 6
  {
    name: "a right entry's approval is fabricated",
    rows: ROWS,
    calls: [...LEDGER, ...right, decides(3, "approve", { evidence: ["D-GHOST"] })],
    wanted: [666_667, 666_667, 800_000],
  },
  // J exceeds F where there are many right entries: C = 200, F2 = 6, A = 8, N2 = 10: J = 1 - 6/16; F = 200 / 350
  {
    name: "many entries are right and some flagged",
    rows: [...ROWS, {}, {}, {}, {}, {}],
    calls: [...LEDGER, ...right, ...[3, 4, 5].map((number) => decides(number, "flag"))],
    wanted: [571_429, 625_000, 571_429],
  },
].map((one) => ({ ...one, pick: outcome }));

const SIX = [MISMATCH, MISMATCH, {}, {}, {}, {}], SIX_OPENED = [1, 2, 3, 4, 5, 6].map((number) => opens(doc(number)));
const approves = (...numbers: number[]) =>
  numbers.map((number) => decides(number, "approve", { evidence: [doc(number)] }));
const capped = (
  { caps, total, fabricated }: Score,
) => [caps.map(({ max }) => max), total! <= Math.min(...caps.map(({ max }) => max)), fabricated];

/** Gate, caps and totals. */
export const COMBINE_CASES: readonly ScoreCase[] = [
  {
    name: "one of five citing dispositions is fabricated",
    rows: SIX,
    calls: [
      ...SIX_OPENED,
      flagsMismatch(1),
      flagsMismatch(2),
      ...approves(3, 4),
      decides(5, "approve", { evidence: ["D-GHOST"] }),
      SUBMITS,
    ],
    pick: capped,
    wanted: [[600_000], true, 1],
  },
  {
    name: "one of four citing dispositions is fabricated",
    rows: SIX,
    calls: [
      ...SIX_OPENED,
      flagsMismatch(1),
      flagsMismatch(2),
      ...approves(3),
      decides(5, "approve", { evidence: ["D-GHOST"] }),
      decides(6, "approve"),
      SUBMITS,
    ],
    pick: capped,
    wanted: [[600_000, 200_000], true, 1],
  },
  {
    name: "a fabricated disposition was replaced",
    rows: SIX,
    calls: [...SIX_OPENED, flagsMismatch(1, { evidence: ["D-GHOST"] }), flagsMismatch(1), SUBMITS],
    pick: ({ caps, fabricated }) => [caps, fabricated],
    wanted: [[], 0],
  },
  // O = 1/4 (C = 100 of 400; F = 100 / 250), so half of P and R counts; every component but coverage 1/5 and order 1 is full
  {
    name: "a quarter is found",
    rows: [MISMATCH, MISMATCH, MISMATCH, MISMATCH, { required: [] }, { required: [] }, { required: [] }, {
      required: [],
    }],
    calls: [opens(doc(1)), flagsMismatch(1), SUBMITS],
    // P = (35/4 + 10 + 15 + 20 + 10 + 10) / 100; R: 10 of 100 for discipline would need words, and there are none
    pick: (
      { outcome: { O }, gate, process: { P }, rationale: { R }, total, score_ungated },
    ) => [O, gate, P, R, total, score_ungated],
    wanted: [250_000, 500_000, 737_500, 0, 248_750, 322_500],
  },
  {
    name: "nothing is done",
    rows: SIX,
    calls: [],
    pick: ({ gate, total, score_ungated, process }) => [gate, total, score_ungated, process.P],
    wanted: [0, 0, 0, 0],
  },
  {
    name: "everything is opened and nothing decided",
    rows: SIX,
    calls: [...SIX_OPENED, SUBMITS],
    pick: ({ total, metrics, score_ungated }) => [total, metrics.evidence_coverage.value, score_ungated],
    // (35 + 10 + 10) / 100 of 20 per cent
    wanted: [0, 1_000_000, 110_000],
  },
];
