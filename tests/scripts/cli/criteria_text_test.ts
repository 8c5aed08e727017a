import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { decide } from "../../../kernel/decision.ts";
import type { JsonValue } from "../../../kernel/json_value.ts";
import type { Criterion } from "../../../kernel/protocol.ts";
import { comparisonText, criteriaText } from "../../../scripts/cli/criteria_text.ts";
import { memoryIo, wideLines } from "../../cli_io.ts";

const compared: [comparison: Partial<Criterion>, observed: JsonValue | undefined, text: string][] = [
  [{ equals: 11 }, 11, "11 = 11"],
  [{ equals: 11 }, 10, "10 ≠ 11"],
  [{ equals: "a" }, "b\n", '"b\\n" ≠ "a"'],
  [{ equals: null }, null, "null = null"],
  [{ equals: null }, undefined, "nothing is there"],
  [{ equals: 1 }, undefined, "null ≠ 1"],
  [{ atLeast: 5 }, 5, "5 ≥ 5"],
  [{ atLeast: 5 }, 4, "4 < 5"],
  [{ atLeast: 5 }, "6", '"6" is no number ≥ 5'],
  [{ atMost: 5 }, 5, "5 ≤ 5"],
  [{ atMost: 5 }, 6, "6 > 5"],
  [{ atMost: 5 }, undefined, "null is no number ≤ 5"],
  [{ oneOf: [1, 2] }, 2, "2 is one of [1,2]"],
  [{ oneOf: [1, 2] }, 3, "3 is not one of [1,2]"],
];
for (const [comparison, observed, text] of compared) {
  Deno.test(`comparisonText() says ${text}`, () => {
    const criteria = [{ id: "x", at: "/summary/x", ...comparison }];
    const { criteria: [judged] } = decide(criteria, {
      summary: observed === undefined ? {} : { x: observed },
      rows: [],
    });
    assertEquals(comparisonText(judged!), text);
  });
}

function judge(count: number, id = "criterion") {
  const criteria = Array.from({ length: count }, (_, n) => ({ id: `${id}-${n}`, at: "/summary/n", equals: n }));
  return decide(criteria, { summary: { n: 0 }, rows: [] });
}

Deno.test("criteriaText() gives few criteria a line each", () => {
  assertEquals(
    criteriaText(judge(2), memoryIo().io),
    "Decision\n  ✓ criterion-0  0 = 0\n  ✗ criterion-1  0 ≠ 1\n",
  );
});

Deno.test("criteriaText() puts many short criteria into two columns, the first column first", () => {
  const lines = criteriaText(judge(5), memoryIo().io).split("\n");
  assertEquals(lines.map((line) => line.match(/criterion-\d/g)), [
    null,
    ["criterion-0", "criterion-3"],
    ["criterion-1", "criterion-4"],
    ["criterion-2"],
    null,
  ]);
});

for (const id of ["criterion", "c".repeat(100), "漢".repeat(60), "\x1b[31m\n"]) {
  Deno.test(`criteriaText() fits 80 columns when ids are ${JSON.stringify(id.slice(0, 12))}`, () => {
    for (const count of [1, 4, 5, 9]) {
      const text = criteriaText(judge(count, id), memoryIo().io);
      assertEquals(wideLines(text.replaceAll("漢", "xx")), []);
      assert(!text.includes("\x1b"), text);
    }
  });
}

Deno.test("criteriaText() is empty when there are no criteria", () => {
  assertEquals(criteriaText(judge(0), memoryIo().io), "");
});
