import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { sha256Hex as kernelHex } from "../../../../../../kernel/digest.ts";
import { sha256Hex } from "../../../../../../scripts/je/console/page/replacements/digest.ts";
import { assertCode } from "../../../../../assert_code.ts";

Deno.test("sha256Hex() is the kernel's at every length around the blocks", () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = new Uint8Array(length).map((_, at) => (at * 37 + length) & 255);
    assertEquals(sha256Hex(bytes), kernelHex(bytes));
  }
});

Deno.test("sha256Hex() is the kernel's for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => sha256Hex(text) === kernelHex(text)),
    { seed: 7, numRuns: 300 },
  );
});

Deno.test("sha256Hex() refuses half of a surrogate pair as the kernel does", () => {
  assertCode(() => sha256Hex("\ud800"), "canonical-lone-surrogate");
});
