import { assertEquals } from "@std/assert/equals";
import type { JsonValue } from "../../../../kernel/json_value.ts";
import { open, step } from "../../../../experiments/je-v1/env/episode.ts";
import { RELATIONS } from "../../../../experiments/je-v1/env/related.ts";
import { taskOf } from "../../../../experiments/je-v1/env/tasks.ts";
import { worldView } from "../../../../experiments/je-v1/env/world_view.ts";
import { smallWorld } from "../small_world.ts";

/** What a tool answers in a task; null: an error. */
function ask(task_id: string, tool: string, args: JsonValue): unknown {
  const episode = open(smallWorld(task_id), { tools_enabled: taskOf(task_id)!.tools, step_budget: 9 });
  const { observation } = step(episode, { tool, args });
  return observation.ok ? observation.data : null;
}

const VIEW = worldView(smallWorld());

Deno.test("worldView() says what is under review", () => {
  assertEquals(VIEW.home, { entity: "E10", currency: "USD", period: "2031-03" });
  assertEquals(VIEW.entries().length, 7);
});

for (const je_id of ["JE-00000001", "JE-00000008", "JE-H0000000", "JE-ZZZZZZZZ"]) {
  Deno.test(`worldView() knows ${je_id} when get_entry does`, () => {
    const entry = VIEW.entry(je_id);
    assertEquals(
      entry === undefined ? null : { evidence_id: je_id, ...entry },
      ask("JE-14", "get_entry", { je_id }) as never,
    );
  });
}

const RECORDS: readonly [string, string, string, () => unknown][] = [
  ["account", "accounts", "1900", () => VIEW.account("1900")],
  ["party", "parties", "V-101", () => VIEW.party("V-101")],
  ["user", "users", "U-02", () => VIEW.user("U-02")],
  ["period", "periods", "2031-03", () => VIEW.period("2031-03")],
];
for (const [what, table, key, found] of RECORDS) {
  Deno.test(`worldView() gives the ${what} that lookup_master gives`, () => {
    assertEquals({ table, ...found() as object }, ask("JE-14", "lookup_master", { table, key }) as never);
  });
}

Deno.test("worldView() gives documents on file and not those that are pending or unknown", () => {
  const given = ["D-00000001", "D-00000002", "D-ZZZZZZZZ"].map((id) => VIEW.doc(id)?.kind ?? null);
  assertEquals(given, ["invoice", null, null]);
});

Deno.test("worldView() gives the rate to the home currency that fx_rate gives", () => {
  const asked = { base: "EUR", quote: "USD", date: "2031-03-10", kind: "spot" };
  assertEquals(VIEW.rate("EUR", "2031-03-10", "spot"), ask("JE-11", "fx_rate", asked) as never);
  assertEquals(VIEW.rate("EUR", "2031-03-11", "spot"), undefined);
});

Deno.test("worldView() gives the bank lines that match_bank gives", () => {
  const query = { currency: "USD", amount_min: -2000, amount_max: 0, from: "2031-03-01", to: "2031-03-31" };
  const { lines } = ask("JE-14", "match_bank", query) as { lines: unknown[] };
  assertEquals(VIEW.bank(query), lines as never);
  assertEquals(lines.length, 20);
});

Deno.test("worldView() relates entries as find_related does", () => {
  for (const { je_id } of VIEW.entries()) {
    for (const relation of RELATIONS) {
      const { je_ids } = ask("JE-14", "find_related", { je_id, relation }) as { je_ids: string[] };
      assertEquals(VIEW.related(je_id, relation), je_ids);
    }
  }
});

Deno.test("worldView() profiles as population_profile does", () => {
  const view = worldView(smallWorld("JE-15")), where = { source: "manual" };
  const asked = ask("JE-15", "population_profile", { dimension: "user_account", where });
  assertEquals(view.profile("user_account", where), asked as never);
});

for (const [party_id, doc_id] of [["V-101", "D-00000001"], ["V-102", "D-00000002"], ["V-999", "D-00000001"]] as const) {
  Deno.test(`worldView() confirms ${doc_id} with ${party_id} as request_confirmation does`, () => {
    const asked = ask("JE-14", "request_confirmation", { party_id, doc_id });
    assertEquals(VIEW.confirm(party_id, doc_id) ?? null, asked as never);
  });
}
