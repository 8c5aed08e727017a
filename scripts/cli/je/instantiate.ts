/** `permafrost je instantiate`. @module */
import { instantiate } from "../../../experiments/je-v1/env/instantiate.ts";
import { worldHash } from "../../../experiments/je-v1/env/world_hash.ts";
import { commitLedger, saltHash } from "../../../experiments/je-v1/verify/commitment.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import type { Call } from "../command.ts";
import { inertJson, labelled } from "../terminal.ts";
import { configOf, saltOf } from "./config_options.ts";

/** Makes a world and says what it is. */
export function runInstantiate(call: Call): Promise<0> {
  const { flags, io } = call,
    salt = saltOf(call)?.text ?? "",
    config = configOf(call, { models: ["heuristic"], seeds: 1 });
  const { task_id, tier, seed, generator: { sources: _, ...generator } } = config;
  const { world, sealed } = instantiate({ task_id, seed, generator, salt });
  const { ledger_commitment } = commitLedger({ task_id, seed, salt }, sealed), world_hash = worldHash(world);
  const hashes = { world_hash, ledger_commitment, salt_hash: saltHash(salt) };
  const ledger = flags.has("ledger") ? { sealed } : {};
  if (flags.has("json")) io.out(`${inertJson(canonicalize({ ...hashes, world, ...ledger }))}\n`);
  else {
    const { entries, context, history, docs, bank } = world;
    io.out(labelled(io, "World", { text: `${task_id} (${tier}), seed ${seed}, ${world.env_version}` }));
    io.out(labelled(io, "Entries", {
      text: `${entries.length} under review, ${context.length} around them, ${history.length} before`,
    }));
    io.out(labelled(io, "Support", { text: `${docs.length} documents, ${bank.length} bank lines` }));
    const knobs = Object.entries(generator).map(([knob, value]) => `${knob} ${value}`).join(", ");
    io.out(labelled(io, "Knobs", { text: knobs }));
    for (const [name, hash] of Object.entries(hashes)) io.out(`${name.padEnd(18)} ${hash}\n`);
    for (const { je_id, gold, role, class: of } of ledger.sealed?.entries ?? []) {
      io.out(`${je_id}\t${gold}\t${role}\t${of ?? "-"}\n`);
    }
  }
  return Promise.resolve(0);
}
