import fc from "fast-check";
import { isReadAlike, lineOf } from "../../json_line_mutations.ts";

Deno.test("parseLine() gives what parseStrict gives when 300,000 lines are random, broken and whole", () => {
  fc.assert(fc.property(fc.nat(), (seed) => isReadAlike(lineOf(seed))), { seed: 20261206, numRuns: 300_000 });
});
