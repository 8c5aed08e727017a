import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { addMonths } from "../../../../experiments/je-v1/env/dates.ts";
import { PLAIN_PER_PERIOD } from "../../../../experiments/je-v1/env/families/unusual/desks.ts";
import { makeHistory } from "../../../../experiments/je-v1/env/history.ts";
import { TASKS } from "../../../../experiments/je-v1/env/tasks.ts";
import { buildOf } from "./built.ts";

for (const { id, tools } of TASKS) {
  const isProfiled = tools.includes("population_profile");
  Deno.test(`makeHistory() makes ${isProfiled ? "a fixed number of entries a period" : "nothing"} for ${id}`, () => {
    const build = buildOf(id, 2, { history_periods: 3 }), history = makeHistory(build);
    assertEquals(history.length, isProfiled ? 3 * PLAIN_PER_PERIOD : 0);
    const periods = [1, 2, 3].map((back) => addMonths(build.master.period, -back));
    assertEquals([...new Set(history.map(({ period }) => period))], isProfiled ? periods : []);
    for (const entry of history) {
      const net = entry.lines.reduce((sum, line) => sum + line.debit_minor - line.credit_minor, 0);
      assertEquals([entry.attachments, net, entry.posting_date.slice(0, 7)], [[], 0, entry.period]);
    }
    assertEquals(new Set(history.map(({ je_id }) => je_id)).size, history.length);
  });
}

for (const id of ["JE-13", "JE-15", "JE-16"]) {
  Deno.test(`makeHistory() keeps the entries of later periods of ${id} when more are asked for`, () => {
    const [few, many] = [1, 12].map((history_periods) => makeHistory(buildOf(id, 5, { history_periods })));
    assertEquals(many!.slice(0, few!.length), few);
    assert(many!.length === 12 * PLAIN_PER_PERIOD);
  });

  Deno.test(`makeHistory() depends on no other knob in ${id}`, () => {
    const [small, large] = [12, 400].map((ledger_size) =>
      makeHistory(buildOf(id, 5, { ledger_size, decoy_rate_bps: ledger_size, fx_share_bps: 20 * ledger_size }))
    );
    assertEquals(small, large);
  });
}
