import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { canonicalize as kernelText } from "../../../../../../kernel/json_encode.ts";
import { parseStrict } from "../../../../../../kernel/json_decode.ts";
import { canonicalize } from "../../../../../../scripts/je/console/page/replacements/json_encode.ts";
import { assertCode } from "../../../../../assert_code.ts";

Deno.test("canonicalize() is the kernel's for any JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "grapheme" }), (value) => canonicalize(value) === kernelText(value)),
    { seed: 11, numRuns: 500 },
  );
});

Deno.test("canonicalize() orders keys by their code units as the kernel does", () => {
  const value = parseStrict('{"\\ud83d\\ude00":1,"\\ufb01":2,"10":3,"9":4,"__proto__":{"b":-0,"a":1e21}}');
  assertEquals(canonicalize(value), kernelText(value));
});

const refused = [
  ["half of a surrogate pair", "\ud800", "canonical-lone-surrogate"],
  ["half of a pair in a key", { "\udc00": 1 }, "canonical-lone-surrogate"],
  ["what is no number", [NaN], "canonical-number"],
  ["what is undefined", { a: undefined }, "canonical-type"],
] as const;
for (const [name, value, code] of refused) {
  Deno.test(`canonicalize() refuses ${name}`, () => assertCode(() => canonicalize(value), code));
}
