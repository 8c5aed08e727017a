import { assertEquals } from "@std/assert/equals";
import { openStream } from "../../../../experiments/recovery-v1/study/fixture_stream.ts";

Deno.test("openStream() gives the blocks of SHA-256 over seed, label and count", () => {
  // printf 'public-recovery-v1/a#0' | sha256sum
  assertEquals(openStream("a").hex(64), "eec3f36947c32e0c8e4a6725fb9d1c2496a175e13ad95623b96ca3f41a32c02c");
});

Deno.test("openStream() repeats itself for a label, and differs between labels", () => {
  const draw = (label: string): number[] => {
    const stream = openStream(label);
    return Array.from({ length: 20 }, () => stream.below(1000));
  };
  assertEquals(draw("x"), draw("x"));
  assertEquals(draw("x").join() === draw("y").join(), false);
});

Deno.test("openStream() stays below its bound, reaches every value, and picks from lists", () => {
  const stream = openStream("bounds");
  const seen = new Set(Array.from({ length: 200 }, () => stream.below(5)));
  assertEquals([...seen].sort(), [0, 1, 2, 3, 4]);
  assertEquals(stream.pick(["only"]), "only");
});

Deno.test("openStream() makes UUIDs of version 4", () => {
  const stream = openStream("uuid"), form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const uuids = Array.from({ length: 20 }, () => stream.uuid());
  assertEquals([uuids.every((uuid) => form.test(uuid)), new Set(uuids).size], [true, 20]);
});
