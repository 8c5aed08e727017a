import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { briefOf } from "../../../experiments/je-v1/env/brief.ts";
import { instantiate } from "../../../experiments/je-v1/env/instantiate.ts";
import { TASKS } from "../../../experiments/je-v1/env/tasks.ts";
import { briefText } from "../../../scripts/je/brief_text.ts";

for (const task of TASKS) {
  Deno.test(`briefText() tells all of the brief of ${task.id}, and nothing of the ledger`, () => {
    const { world, sealed } = instantiate({ task_id: task.id, seed: 1 });
    const brief = briefOf(world, { tools_enabled: task.tools, step_budget: task.step_budget }), text = briefText(brief);
    const { role, told, title, home, tools, step_budget, policies, annexes, classes, rules } = brief;
    const parts = [
      role,
      told,
      title,
      home.entity,
      home.currency,
      home.period,
      `${step_budget} steps`,
      ...rules,
      ...tools,
    ];
    for (const part of [...parts, ...classes, ...Object.values(annexes)]) assert(text.includes(part), part);
    for (const { doc_id, text: body } of policies) assert(text.includes(doc_id) && text.includes(body), doc_id);
    assertEquals(sealed.entries.some(({ je_id }) => text.includes(je_id)), false);
    assertEquals([briefText(structuredClone(brief)), text.endsWith("\n")], [text, true]);
  });
}
