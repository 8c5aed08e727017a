import { assertEquals } from "@std/assert/equals";
import { type Finding, sortFindings } from "../../kernel/finding.ts";

function finding(at: string, code: Finding["code"], observed = 0): Finding {
  return { code, at, expected: null, observed };
}

Deno.test("sortFindings() orders by place, then by code, when both differ", () => {
  const sorted = [finding("B", "missing"), finding("a", "changed"), finding("a", "kind"), finding("a/b", "extra")];
  assertEquals(sortFindings([...sorted].reverse()), sorted);
});

Deno.test("sortFindings() orders by UTF-16 code units when places are not ASCII", () => {
  const places = ["Z", "z", "ä", "\u{10000}", "\uffff"];
  const sorted = sortFindings([...places].reverse().map((at) => finding(at, "extra")));
  assertEquals(sorted.map(({ at }) => at), places);
});

Deno.test("sortFindings() keeps the order and the given list when places and codes are equal", () => {
  const given = [finding("b", "changed", 1), finding("b", "changed", 2), finding("a", "changed", 3)];
  assertEquals(sortFindings(given).map(({ observed }) => observed), [3, 1, 2]);
  assertEquals(given.map(({ observed }) => observed), [1, 2, 3]);
});
