import { assertEquals } from "@std/assert/equals";
import {
  agreementOf,
  eachCriterion,
  judgesPerEpisode,
  medianScores,
  panelOf,
  quorumOf,
  weighted,
} from "../../../../experiments/je-v1/judge/panel.ts";
import type { CriterionScores } from "../../../../experiments/je-v1/judge/rubric.ts";

const scores = (digits: string): CriterionScores => {
  const rest = [...digits].map(Number);
  return eachCriterion(() => rest.shift()!);
};

for (const [tier, judges] of [["L1", 1], ["L2", 1], ["L3", 1], ["L4", 3]] as const) {
  Deno.test(`judgesPerEpisode() is ${judges} when the tier is ${tier}`, () =>
    assertEquals(judgesPerEpisode(tier), judges));
  Deno.test(`panelOf() has as many variants when the tier is ${tier}`, () =>
    assertEquals(panelOf(tier).length, judges));
}
for (const [judges, quorum] of [[1, 1], [3, 2]] as const) {
  Deno.test(`quorumOf() is ${quorum} when there are ${judges}`, () => assertEquals(quorumOf(judges), quorum));
}

const MEDIANS: readonly (readonly [name: string, given: readonly string[], wanted: string])[] = [
  ["there is one judge", ["01234"], "01234"],
  ["three judges differ by criterion", ["01234", "43210", "22222"], "22222"],
  ["one of three stands out", ["44444", "40004", "44044"], "44044"],
  ["two of three answered", ["42031", "24310"], "22010"],
];
for (const [name, given, wanted] of MEDIANS) {
  Deno.test(`medianScores() takes each criterion's middle when ${name}`, () => {
    assertEquals(medianScores(given.map(scores)), scores(wanted));
  });
}

for (const [digits, wanted] of [["44444", 400], ["00000", 0], ["40000", 120], ["00400", 60], ["01234", 145]] as const) {
  Deno.test(`weighted() is ${wanted} when scores are ${digits}`, () => assertEquals(weighted(scores(digits)), wanted));
}
Deno.test("agreementOf() counts equal and near scores when two judges are compared", () => {
  assertEquals(agreementOf([scores("01234"), scores("44444")], [scores("02204"), scores("44442")]), {
    ...{ compared: 10, equal: 7, within_one: 8 },
  });
});
