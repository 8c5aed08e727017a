import { assertEquals } from "@std/assert/equals";
import { crockford, ID_PATTERN, opaqueId } from "../../../../experiments/je-v1/env/ids.ts";

const SOURCE = { salt: "", task_id: "JE-01", seed: 7 };

Deno.test("opaqueId() gives eight characters of Crockford's base 32 behind the kind", () => {
  for (const kind of ["JE", "D", "M", "F", "B", "P", "Q"] as const) {
    for (let at = 0; at < 50; at++) assertEquals(ID_PATTERN.test(opaqueId(SOURCE, kind, `label/${at}`)), true);
  }
});

Deno.test("opaqueId() depends on the salt", () => {
  assertEquals(opaqueId(SOURCE, "D", "a") === opaqueId({ ...SOURCE, salt: "s" }, "D", "a"), false);
});

Deno.test("crockford() writes the first 40 bits of the SHA-256", () => {
  // SHA-256 of nothing starts with e3b0c44298, the five bytes 227, 176, 196, 66, 152
  assertEquals(crockford(""), "WERC8GMR");
});
