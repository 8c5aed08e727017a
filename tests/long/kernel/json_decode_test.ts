import fc from "fast-check";
import { duplicated, mutated } from "../../json_mutations.ts";

Deno.test("parseStrict() accepts part of what JSON.parse does, with equal values, when 400,000 texts are mutated", () => {
  fc.assert(fc.property(fc.nat(), (seed) => mutated(seed)), { seed: 2, numRuns: 400_000 });
});

Deno.test("parseStrict() throws json-duplicate-key at the key when one is repeated in 60,000 documents", () => {
  fc.assert(fc.property(fc.nat(), (seed) => duplicated(seed)), { seed: 3, numRuns: 60_000 });
});
