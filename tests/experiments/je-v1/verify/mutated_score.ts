/** Loads the scoring code with a defect, and tells which cases it fails. */
import { assertEquals } from "@std/assert/equals";
import type { score } from "../../../../experiments/je-v1/verify/score.ts";
import { inFolder } from "../../../in_folder.ts";
import type { Mutant } from "../../../mutated_modules.ts";
import { BASELINE, COUNTS, COVERAGE, FIRST_FLAG, PRECISION, PREMATURE, REDUNDANT } from "./metric_cases.ts";
import { COMBINE_CASES, OUTCOME_CASES, POINT_CASES } from "./outcome_cases.ts";
import { PROCESS_CASES } from "./process_cases.ts";
import { JUDGE_CASES, RATIONALE_CASES, REPORT_CASES } from "./rationale_cases.ts";
import { pickOf, type ScoreCase } from "./score_case.ts";

const CASES: readonly ScoreCase[] = [
  ...[BASELINE, COUNTS, COVERAGE, FIRST_FLAG, PRECISION, PREMATURE, REDUNDANT].flat(),
  ...[COMBINE_CASES, OUTCOME_CASES, POINT_CASES, PROCESS_CASES, JUDGE_CASES, RATIONALE_CASES, REPORT_CASES].flat(),
];
const EXPERIMENT = new URL("../../../../experiments/je-v1/", import.meta.url);
const SOURCES = ["verify", "judge"].flatMap((folder) =>
  [...Deno.readDirSync(new URL(`${folder}/`, EXPERIMENT))].filter(({ name }) => name.endsWith(".ts"))
    .map(({ name }) => [`${folder}/${name}`, Deno.readTextFileSync(new URL(`${folder}/${name}`, EXPERIMENT))] as const)
);

/** The names of the cases that a scoring with a defect, or without one, fails. */
export async function failuresWith(mutant?: Mutant): Promise<string[]> {
  return await inFolder(async (copy) => {
    await Promise.all(["verify", "judge"].map((folder) => Deno.mkdir(`${copy}/${folder}`)));
    for (const [name, source] of SOURCES) {
      const isMutated = mutant?.module === name;
      if (isMutated && source.split(mutant.from).length !== 2) throw new Error(`not once in ${name}: ${mutant.from}`);
      const text = isMutated ? source.replace(mutant.from, () => mutant.to) : source;
      const here = text.replaceAll('"../../../kernel/', `"${new URL("../../kernel/", EXPERIMENT).href}`)
        .replaceAll('"../env/', `"${new URL("env/", EXPERIMENT).href}`);
      await Deno.writeTextFile(`${copy}/${name}`, here);
    }
    const by = (await import(`file://${copy}/verify/score.ts`)).score as typeof score;
    return CASES.filter((one) => !passes(one, by)).map(({ name }) => name);
  });
}

function passes(one: ScoreCase, by: typeof score): boolean {
  try {
    assertEquals(pickOf(one, by), one.wanted);
    return true;
  } catch {
    return false;
  }
}
