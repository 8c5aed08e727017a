import { assertEquals } from "@std/assert/equals";
import { TASKS } from "../../../../../experiments/je-v1/env/tasks.ts";
import { finishUnit, prepareUnit } from "../../../../../experiments/je-v1/sweep/unit.ts";
import { networkAsk } from "../../../../../scripts/je/chat/ask.ts";
import { endpointOf } from "../../../../../scripts/je/chat/endpoint.ts";
import { playChat } from "../../../../../scripts/je/chat/play_chat.ts";
import { played, unitOf } from "../../../../experiments/je-v1/sweep/records.ts";
import { chatModel, turnsOf, withModel } from "../../../../scripts/je/chat/chat_models.ts";

for (const { id: task_id } of TASKS) {
  Deno.test(`playChat() has the agent's own trajectory and score when a model makes a solver's calls on ${task_id}`, async () => {
    const unit = unitOf({ task_id, model: "solver" }), { rows, record } = played(unit);
    const calls = rows.map(({ tool, args }) => ({ name: tool!, arguments: JSON.stringify(args) }));
    await withModel(turnsOf(calls, { each: 4 }), async ({ url }) => {
      const prepared = prepareUnit({ ...unit, model: chatModel(url) }), log = { add: () => {}, end: () => "" as never };
      const ask = networkAsk(endpointOf(prepared.unit.model), { key: null, log, nowMs: () => 0 });
      const after = finishUnit(prepared, (await playChat(prepared, ask)).played!).record;
      assertEquals([after.trajectory_hash, after.score], [record.trajectory_hash, record.score]);
    });
  });
}
