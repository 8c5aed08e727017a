import { assertEquals } from "@std/assert/equals";
import canonicalizePeer from "canonicalize";
import fc from "fast-check";
import { canonicalize } from "../../../kernel/json_encode.ts";
import { documentOf } from "../../json_documents.ts";
import { ownDigest, publishedDigest } from "../../rfc8785_numbers.ts";

Deno.test("canonicalize() writes the first 1,000,000 numbers of RFC 8785 as published", () => {
  assertEquals(ownDigest(1_000_000), publishedDigest(1_000_000));
});

Deno.test("canonicalize() agrees with npm canonicalize when given 300,000 random documents", () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const value = documentOf(seed);
      return canonicalize(value) === canonicalizePeer(value);
    }),
    { seed: 1, numRuns: 300_000 },
  );
});

Deno.test("canonicalize() does not overflow when 2,000,000 arrays are nested", () => {
  let value: unknown[] = [];
  for (let level = 1; level < 2_000_000; level++) value = [value];
  assertEquals(canonicalize(value).length, 4_000_000);
});
