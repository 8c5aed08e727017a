import { assertEquals } from "@std/assert/equals";
import { isInShard, parseShard, shardOf } from "../../../../experiments/je-v1/sweep/shard.ts";
import { assertCode } from "../../../assert_code.ts";

Deno.test("parseShard() reads i/n", () => {
  assertEquals([parseShard("1/1"), parseShard("3/7")], [{ part: 1, of: 1 }, { part: 3, of: 7 }]);
});

for (const text of ["", "1", "0/3", "4/3", "1/0", "01/3", "1/3/5", "-1/3", "1.5/3", "1/100001", " 1/3"]) {
  Deno.test(`parseShard() throws usage when it is given ${JSON.stringify(text)}`, () => {
    assertCode(() => parseShard(text), "usage");
  });
}

Deno.test("shardOf() takes the first 32 bits modulo n, from 1", () => {
  const rest = "0".repeat(56);
  assertEquals([`00000000${rest}`, `0000000a${rest}`, `ffffffff${rest}`].map((id) => shardOf(id, 7)), [1, 4, 4]);
});

Deno.test("isInShard() puts each episode into exactly one part", () => {
  for (const parts of [1, 3, 7]) {
    const id = "123456789abcdef".repeat(5).slice(0, 64);
    const hits = Array.from({ length: parts }, (_, at) => isInShard(id, { part: at + 1, of: parts }));
    assertEquals(hits.filter((isIn) => isIn).length, 1);
  }
});
