import { assertEquals } from "@std/assert/equals";
import { explainScore } from "../../../../experiments/je-v1/verify/explain.ts";
import { score } from "../../../../experiments/je-v1/verify/score.ts";
import {
  configOf,
  decides,
  doc,
  flagsMismatch,
  HELD,
  madeInstance,
  MISMATCH,
  opens,
  stepsOf,
  SUBMITS,
  UNSIGNED,
} from "./made_episode.ts";
import { EXEMPLARY, judgesOf } from "./rationale_cases.ts";

const LONG = { ...MISMATCH, required: [[doc(1), "M-00000001"], ["B-00000001"]] };
const INSTANCE = madeInstance([LONG, HELD, {}, {}, UNSIGNED, MISMATCH], { task_id: "JE-16" });
const STEPS = stepsOf(
  opens(doc(1)),
  flagsMismatch(1, { amount_minor: -1_234_567, rationale: EXEMPLARY }),
  decides(3, "flag", { evidence: ["D-GHOST", doc(2)] }),
  opens(doc(2)),
  decides(2, "hold"),
  SUBMITS,
);
const CONFIG = configOf("JE-16");

/** The sheet as one text with single spaces, to look for sentences in. */
function sheet(judges: ReturnType<typeof judgesOf> | null = null): string {
  const made = score(INSTANCE, { config: CONFIG, steps: STEPS, judges });
  return explainScore(INSTANCE, { config: CONFIG, steps: STEPS, score: made }).join(" ").replace(/\s+/g, " ");
}

const SENTENCES: readonly (readonly [what: string, sentence: string])[] = [
  ["the total and the caps", "total 0 of 1,000,000"],
  ["why a cap applies", "cap: at most 200,000, since a quarter or more of those that cite do"],
  ["a negative J", "J -1/20: "],
  ["the weights", "total = (40 x O + gate x (35 x P + 25 x R)) / 100"],
  ["how it ended", "6 calls, submitted"],
  ["what was opened", `Opened ${doc(1)} (0), ${doc(2)} (3); steps in brackets`],
  ["what is right", "right: flag amount_mismatch 500 by POL-TIE"],
  ["what was said", "said: flag amount_mismatch -1,234,567 at step 1"],
  ["what was not said", "said: nothing, which means approve"],
  ["a citation that was opened", `cited: ${doc(1)} (opened at step 0)`],
  ["a citation that was not", "D-GHOST (NEVER OPENED)"],
  ["a citation that came late", `${doc(2)} (OPENED TOO LATE, at step 3)`],
  ["a group that was opened", `needs ${doc(1)} or M-00000001: opened at step 0`],
  ["a group that was not", "needs B-00000001: never opened"],
  ["why points are missing", "points: 80 of 100: the class is right (50 + 30), the amount is not (0 of 20)"],
  ["false alarms", "points: 2 alarm points on a right entry: it cites what had not been opened"],
  ["how a rationale was judged", "grounding 0 of 4 (weight 30)"],
  ["why a rationale was not judged", "not judged, counts 0: the disposition is not of the right type"],
  ["entries that need no words", "1 of the right entries rightly approved"],
  ["that a metric is inferred", "premature_disposition: 666,667 (2/3) [inferred]"],
  ["what the task's score cannot show", "rebuilt around the inferred metrics"],
];
for (const [what, sentence] of SENTENCES) {
  Deno.test(`explainScore() says ${what} when a score is explained`, () => {
    assertEquals(sheet().includes(sentence), true, `${sentence} in ${sheet()}`);
  });
}

for (const name of ["steps_to_first_flag", "baseline_before_claim", "premature_disposition"]) {
  Deno.test(`explainScore() says inferred when it comes to ${name}`, () => {
    assertEquals(new RegExp(`${name}: [^[]* \\[inferred\\]`).test(sheet()), true);
  });
}
Deno.test("explainScore() keeps to 80 columns when words are long", () => {
  const instance = madeInstance([
    { ...MISMATCH, required: [Array(40).fill("D-00000001"), ["D-".padEnd(200, "X")]] },
    {},
  ]);
  const run = { config: configOf("JE-01"), steps: STEPS },
    lines = explainScore(instance, { ...run, score: score(instance, run) });
  assertEquals(lines.filter((line) => line.length > 80), []);
});
Deno.test("explainScore() says that there is no total when judges failed", () => {
  assertEquals(sheet(judgesOf()).includes("no total: judge_failed"), true);
});
Deno.test("explainScore() names the judge and its agreement when an LLM judged", () => {
  const text = sheet(judgesOf(4, 4, 4, 4, 4, 4));
  assertEquals([text.includes("(judge-a at localhost)"), text.includes("agreement with it: ")], [true, true]);
});
