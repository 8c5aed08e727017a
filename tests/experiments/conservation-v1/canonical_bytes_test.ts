import { assertEquals } from "@std/assert/equals";
import { canonicalBytes } from "../../../experiments/conservation-v1/canonical_bytes.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import type { JsonObject, JsonValue } from "../../../kernel/json_value.ts";
import { assertCode } from "../../assert_code.ts";
import { inChild } from "../../in_child.ts";
import { documentOf } from "../../json_documents.ts";

for (
  const [text, bytes] of [
    ["{}", 2],
    ['{"b":1,"a":[]}', 14],
    ['{"n":1e21}', 11],
    ['{"n":-0}', 7],
    ['{"t":"\u20ac"}', 11],
    ['{"\\\\ud800":1}', 13], // a backslash, and no half of a pair
  ] as const
) {
  Deno.test(`canonicalBytes() gives ${bytes} when the object is ${text}`, () => {
    assertEquals(canonicalBytes(JSON.parse(text)), bytes);
  });
}

Deno.test("canonicalBytes() gives the length of what canonicalize() writes for 2,000 random documents", () => {
  for (let seed = 0; seed < 2000; seed++) {
    const value = { document: documentOf(seed) };
    assertEquals(canonicalBytes(value), new TextEncoder().encode(canonicalize(value)).length);
  }
});

Deno.test("canonicalBytes() measures what is nested 50,000 levels deep", () => {
  let value: JsonValue = 0;
  for (let level = 0; level < 50_000; level++) value = { a: [value] };
  assertEquals(canonicalBytes(value as JsonObject), 50_000 * 8 + 1);
});

Deno.test("canonicalBytes() refuses when half of a pair is in a key or a value", () => {
  assertCode(() => canonicalBytes({ a: ["\ud800"] }), "canonical-lone-surrogate", "/a/0");
  assertCode(() => canonicalBytes({ "\udc00": 1 }), "canonical-lone-surrogate", "/\udc00");
});

Deno.test("canonicalBytes() refuses when an object contains itself", () => {
  const value: JsonObject = {};
  value.a = [value];
  assertCode(() => canonicalBytes(value), "canonical-cycle");
});

Deno.test("canonicalBytes() runs no toJSON when somebody gave one to all objects", async () => {
  const { code, stdout, stderr } = await inChild(`
    import { canonicalBytes } from "./experiments/conservation-v1/canonical_bytes.ts";
    Object.prototype.toJSON = () => { console.log("ran"); return "x"; };
    try { canonicalBytes({ a: 1 }); } catch (error) { console.log(error.code); }
  `);
  assertEquals([code, stdout], [0, "canonical-object\n"], stderr);
});
