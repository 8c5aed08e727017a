import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { canonicalize } from "../../../../kernel/json_encode.ts";
import { briefOf } from "../../../../experiments/je-v1/env/brief.ts";
import { instantiate } from "../../../../experiments/je-v1/env/instantiate.ts";
import { AMOUNT_CLASSES, CLASSES } from "../../../../experiments/je-v1/env/classes.ts";
import { TASKS } from "../../../../experiments/je-v1/env/tasks.ts";
import { assertCode } from "../../../assert_code.ts";
import { smallWorld } from "../small_world.ts";

const OPTIONS = { tools_enabled: ["submit"], step_budget: 9 } as const;

Deno.test("briefOf() gives task, home, tools, budget and the policies with their text", () => {
  const brief = briefOf(smallWorld(), OPTIONS);
  assertEquals([brief.task_id, brief.tier, brief.tools, brief.step_budget], ["JE-14", "L4", ["submit"], 9]);
  assertEquals(brief.home, { entity: "E10", currency: "USD", period: "2031-03" });
  assertEquals(brief.policies, [{ policy_id: "POL-DUP", doc_id: "D-P0000001", text: "Policy POL-DUP" }]);
  assertEquals(brief.annexes, { parties: "D-A0000001" });
});

Deno.test("briefOf() gives the whole vocabulary, whatever is planted", () => {
  const brief = briefOf(smallWorld(), OPTIONS);
  assertEquals([brief.classes, brief.amount_classes], [[...CLASSES], [...AMOUNT_CLASSES]]);
  assertEquals([CLASSES.length, AMOUNT_CLASSES.size], [21, 14]);
});

for (const { id } of TASKS) {
  Deno.test(`briefOf() shares its rules with every other task in ${id}, and names no seed, salt or count`, () => {
    const brief = briefOf(smallWorld(id), OPTIONS), text = canonicalize(brief);
    assertEquals([brief.rules, brief.role], [
      briefOf(smallWorld("JE-01"), OPTIONS).rules,
      briefOf(smallWorld(), OPTIONS).role,
    ]);
    assert(!/"(?:seed|salt|generator|ledger_size)"/.test(text));
  });
}

Deno.test("briefOf() is the same when only the number of entries differs", () => {
  const world = smallWorld(), fewer = smallWorld("JE-14", { entries: world.entries.slice(0, 3) });
  assertEquals(briefOf(fewer, OPTIONS), briefOf(world, OPTIONS));
});

Deno.test("briefOf() gives the text of every policy of an instance", () => {
  const { policies } = briefOf(instantiate({ task_id: "JE-05", seed: 2 }).world, OPTIONS);
  assertEquals(policies.map(({ text }) => text.length > 40), policies.map(() => true));
  assert(policies.length >= 3);
});

Deno.test("briefOf() refuses when the world is of no known task", () => {
  assertCode(() => briefOf(smallWorld("JE-99"), OPTIONS), "record-invalid", "/task_id");
});
