/** A recorded episode on the small world. */
import type { World } from "../../../../experiments/je-v1/env/model.ts";
import { type Agent, playEpisode, type Session } from "../../../../experiments/je-v1/env/session.ts";
import type { Envelope } from "../../../../experiments/je-v1/env/envelope.ts";
import { makeHeader } from "../../../../experiments/je-v1/verify/commitment.ts";
import { type Header, observationHash, type Row, rowOf } from "../../../../experiments/je-v1/verify/trajectory.ts";
import type { Step } from "../../../../experiments/je-v1/verify/step.ts";
import { smallSealed } from "../small_world.ts";

/** A record as a run leaves it. */
export interface Sample {
  /** The header. */ readonly header: Header;
  /** The rows. */ readonly rows: Row[];
  /** The steps with answers. */ readonly steps: readonly Step[];
  /** Answers by hash. */ readonly observations: Map<string, Envelope>;
}

/** Plays a fixed agent that opens, errs, decides and submits; JE-14 gives it all the tools that it calls. */
export function sampleOn(world: World): Sample {
  return recordOn(world, (session) => {
    session.call("list_entries", { limit: 2 });
    session.call("get_entry", { je_id: "JE-00000001" });
    session.call("open_document", { doc_id: "D-00000001" });
    session.call("get_entry", { je_id: "JE-ZZZZZZZZ" });
    session.call(null, { raw: "{" });
    session.call("set_disposition", { je_id: "JE-00000001", disposition: "approve" });
    session.call("submit", {});
  });
}

/** Budgets under which the records of stored_records.json were made. */
const STORED_BUDGETS: Readonly<Record<string, number>> = { "JE-11": 150, "JE-14": 200, "JE-15": 200 };

/** Plays an agent and records the episode under seed 7. */
export function recordOn(world: World, agent: Agent): Sample {
  const budget = STORED_BUDGETS[world.task_id];
  const played = playEpisode(world, agent, budget === undefined ? {} : { step_budget: budget }),
    { tools_enabled, step_budget } = played.episode;
  const options = { seed: 7, salt: "pepper", tools_enabled, step_budget };
  const header = makeHeader({ world, sealed: smallSealed(world) }, options);
  const observations = new Map(
    played.steps.map(({ observation }) => [observationHash(observation) as string, observation]),
  );
  return { header, rows: played.steps.map((one) => rowOf(one)), steps: played.steps, observations };
}

/** Calls every tool that a task can have, also where the task has it not. */
export function callEverything(session: Session): void {
  const [from, to] = ["2031-03-01", "2031-03-31"];
  for (const where of [{}, { account: "1900" }, { text: "goods" }]) session.call("search_entries", { where, limit: 3 });
  for (const doc_id of ["D-00000001", "D-00000002", "D-ZZZZZZZZ"]) session.call("open_document", { doc_id });
  session.call("lookup_master", { table: "parties", key: "V-101" });
  session.call("lookup_master", { table: "entities", key: "E20" });
  session.call("fx_rate", { base: "EUR", quote: "USD", date: "2031-03-10", kind: "spot" });
  session.call("match_bank", { currency: "USD", amount_min: -1003, amount_max: -1003, from, to });
  session.call("match_bank", { currency: "USD", amount_min: -2000, amount_max: 0, from, to });
  for (const relation of ["same_party_window", "same_reference", "reversal", "intercompany", "flow"]) {
    session.call("find_related", { je_id: "JE-00000001", relation });
  }
  session.call("population_profile", { dimension: "user_account" });
  session.call("compute", { op: "mul_ratio", ints: [10_001, 108, 100] });
  for (const party_id of ["V-101", "V-102"]) session.call("request_confirmation", { party_id, doc_id: "D-00000001" });
  const flag = { defect_class: "duplicate", amount_minor: 10_000, evidence: ["D-00000001"], rationale: "POL-DUP" };
  session.call("set_disposition", { je_id: "JE-00000002", disposition: "flag", ...flag });
  session.call("set_disposition", { je_id: "JE-00000002", disposition: "flag" });
  session.call("submit", { note: "done" });
}
