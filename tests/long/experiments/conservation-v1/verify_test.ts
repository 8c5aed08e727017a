import { assertEquals } from "@std/assert/equals";
import { serializeFindings, verifyConservation } from "../../../../experiments/conservation-v1/verify.ts";
import { inputOf, judgeBySecond, PYTHON_PROBLEM } from "../../../experiments/conservation-v1/second_verifier.ts";

const FIRST = 1_000_000;
const COUNT = 10_000;

Deno.test({
  name: `verifyConservation() agrees with the second implementation on 10,000 random inputs${
    PYTHON_PROBLEM === "" ? "" : ` (left out: ${PYTHON_PROBLEM})`
  }`,
  ignore: PYTHON_PROBLEM !== "",
  fn: async () => {
    const inputs = Array.from({ length: COUNT }, (_, at) => inputOf(FIRST + at));
    const observed = inputs.map((input) => serializeFindings(verifyConservation(input)));
    const second = await judgeBySecond(inputs.map((input) => JSON.stringify(input)));
    assertEquals(second.length, COUNT);
    const differing = observed.flatMap((text, at) => text === second[at] ? [] : [[FIRST + at, text, second[at]]]);
    assertEquals(differing, []);
  },
});
