import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { assertNotEquals } from "@std/assert/not-equals";
import { episodeProblem } from "../../../../experiments/je-v1/sweep/episode_check.ts";
import {
  episodeId,
  finishUnit,
  prepareUnit,
  readModel,
  readUnit,
  runUnit,
  type Unit,
  unscoredUnit,
} from "../../../../experiments/je-v1/sweep/unit.ts";
import { saltHash, verifyCommitment } from "../../../../experiments/je-v1/verify/commitment.ts";
import type { JsonValue } from "../../../../kernel/json_value.ts";
import { assertCode } from "../../../assert_code.ts";
import { modelOf, NO_SALT, played, unitOf } from "./records.ts";

Deno.test("runUnit() gives the same record when it runs again", () => {
  assertEquals(runUnit(unitOf()), played(unitOf()));
});

Deno.test("runUnit() records what a unit needs to be checked", () => {
  const { record, rows } = played(unitOf({ model: "oracle" }));
  assertEquals([record.score?.total, record.unscored, record.termination], [1_000_000, null, "submitted"]);
  assertEquals([record.rows, record.provider, record.judges], [rows.length, null, ["deterministic/standard"]]);
  assertEquals(episodeProblem(played(unitOf({ model: "oracle" }))), null);
});

Deno.test("runUnit() opens at the end the commitment that the header has (conformance 13)", () => {
  const { header, reveal } = played(unitOf()).record;
  assertEquals(verifyCommitment(header!.ledger_commitment, reveal!), true);
});

Deno.test("runUnit() records latencies when it is given a clock, and the same trajectory", () => {
  let now = 0;
  const { record, rows } = runUnit(unitOf(), { nowMs: () => now += 3 });
  assertEquals([rows[0]!.latency_ms, played().rows[0]!.latency_ms], [3, null]);
  assertEquals(record.trajectory_hash, played().record.trajectory_hash);
});

Deno.test("runUnit() plays another world under a salt and records its hash alone", () => {
  const { record } = runUnit(unitOf(), { salt: "a secret" });
  assertEquals(record.salt_hash, saltHash("a secret"));
  assertNotEquals(record.header!.world_hash, played().record.header!.world_hash);
  assertNotEquals(record.episode_id, played().record.episode_id);
  assertEquals(JSON.stringify(record).includes("a secret"), false);
});

Deno.test("runUnit() records an unscored episode when no world comes of the unit", () => {
  const unit = unitOf(), broken = { ...unit, run_config: { ...unit.run_config, task_id: "JE-99" } } as Unit;
  const { record } = runUnit(broken);
  assertEquals([record.unscored?.reason, record.header, record.score], ["instance", null, null]);
});

for (
  const [when, model] of [["the adapter is not reference", "other"], ["there is no such agent", "nobody"]] as const
) {
  Deno.test(`runUnit() throws unavailable when ${when}`, () => {
    const adapter = model === "other" ? "openai" : "reference";
    assertCode(() => runUnit({ ...unitOf(), model: { ...modelOf(model), adapter } }), "unavailable");
  });
}

Deno.test("finishUnit() keeps tokens and thoughts, which change no hash and no score", () => {
  const prepared = prepareUnit(unitOf()), { rows, observations, record } = played();
  const steps = rows.map(({ step_idx, tool, args, observation_hash }) => {
    const observation = observations.get(observation_hash)!;
    return { step_idx, tool, args, observation, tokens_in: 7, tokens_out: 9, reasoning_trace: "hm" };
  });
  const other = finishUnit(prepared, { termination: "submitted", steps, provider: { fingerprint: "f" } });
  assertEquals([other.rows[0]!.tokens_in, other.rows[0]!.reasoning_trace], [7, "hm"]);
  assertEquals(other.record, { ...record, provider: { fingerprint: "f" } });
});

Deno.test("unscoredUnit() has the unit's name and its reason", () => {
  const { record, rows } = unscoredUnit(unitOf(), { reason: "transport", detail: "gone", salt_hash: NO_SALT });
  assertEquals([record.episode_id, record.unscored], [played().record.episode_id, {
    reason: "transport",
    detail: "gone",
  }]);
  assertEquals([rows, record.score, record.trajectory_hash], [[], null, null]);
});

Deno.test("episodeId() is the same when only the sweep differs", () => {
  assertEquals(episodeId(unitOf({ seeds: 99 }), NO_SALT), episodeId(unitOf(), NO_SALT));
});

const others: [name: string, unit: Unit, salt: string][] = [
  ["the seed differs", unitOf({ seed: 2 }), NO_SALT],
  ["the model differs", unitOf({ model: "oracle" }), NO_SALT],
  ["the model's parameters differ", { ...unitOf(), model: { ...modelOf("heuristic"), params: { a: 1 } } }, NO_SALT],
  ["the task differs", unitOf({ task_id: "JE-02" }), NO_SALT],
  ["a tool is withheld", unitOf({ tools_withheld: ["compute"] }), NO_SALT],
  ["the salt differs", unitOf(), saltHash("x")],
];
for (const [when, unit, salt] of others) {
  Deno.test(`episodeId() is another when ${when}`, () => {
    assertNotEquals(episodeId(unit, salt), episodeId(unitOf(), NO_SALT));
  });
}

Deno.test("readUnit() reads what JSON text says of a unit", () => {
  const unit = unitOf();
  assertEquals(readUnit(JSON.parse(JSON.stringify(unit))), unit);
});

const unreadable: [name: string, change: (unit: Record<string, JsonValue>) => void, at: string][] = [
  ["a field is missing", (unit) => delete unit["seed"], ""],
  ["a field is too many", (unit) => unit["more"] = 1, ""],
  ["the seed is negative", (unit) => unit["seed"] = -1, "/seed"],
  ["the config is none", (unit) => unit["run_config"] = {}, ""],
  ["the model is none", (unit) => unit["model"] = "oracle", "/model"],
];
for (const [when, change, at] of unreadable) {
  Deno.test(`readUnit() throws record-invalid when ${when}`, () => {
    const unit = JSON.parse(JSON.stringify(unitOf()));
    change(unit);
    assertCode(() => readUnit(unit), "record-invalid", at);
  });
}

const MODEL = { id: "a/b:c", adapter: "openai", params: {}, send_seed: true };
const models: [name: string, model: JsonValue, at: string][] = [
  ["it lacks its id", { adapter: "x", params: {}, send_seed: true }, "/model/id"],
  ["its id is not of the form", { ...MODEL, id: "a b" }, "/model/id"],
  ["a type is wrong", { ...MODEL, send_seed: 1 }, "/model/send_seed"],
  ["its parameters are a list", { ...MODEL, params: [] }, "/model/params"],
  ["a key is not known", { ...MODEL, key: "x" }, "/model"],
];
for (const [when, model, at] of models) {
  Deno.test(`readModel() throws record-invalid when ${when}`, () => {
    assertCode(() => readModel(model), "record-invalid", at);
  });
}

Deno.test("readModel() passes on an entry with and without an address", () => {
  assertEquals(readModel(MODEL), MODEL);
  assert(readModel({ ...MODEL, base_url: "http://localhost:1/v1", model: "m" }).base_url !== undefined);
});
