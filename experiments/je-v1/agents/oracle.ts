/** The agent that knows the answers: it shows that they can be reached and proven with the tools. @module */
import type { JsonObject } from "../../../kernel/json_value.ts";
import type { Sealed, SealedEntry } from "../env/sealed.ts";
import type { Agent, Session } from "../env/session.ts";
import type { ToolName } from "../env/tasks.ts";
import type { World } from "../env/model.ts";
import { ID_PATTERN } from "../env/ids.ts";
import { decide, submit } from "./calls.ts";
import { rationaleOf } from "./rationale.ts";
import { MAX_CITED } from "./solver.ts";

/** A call that opens a record. */
interface Opening {
  /** The tool. */ readonly tool: ToolName;
  /** Its arguments. */ readonly args: JsonObject;
}

/** Makes the oracle of an instance. It opens one member of each required group, by the tools at hand, annexes where they
 * serve several; then what the reasons name, a profile where a claim needs one; then it decides what is not to be
 * approved, and submits. */
export function oracle(instance: { world: World; sealed: Sealed }): Agent {
  return (session) => {
    const { world, sealed } = instance, opened = new Set<string>();
    const uses = new Map<string, number>();
    for (const group of sealed.entries.flatMap(({ required }) => required)) {
      for (const id of new Set(group)) uses.set(id, (uses.get(id) ?? 0) + 1);
    }
    const open = (id: string): boolean => {
      if (opened.has(id)) return true;
      const opening = openingOf(world, id, session);
      if (opening === null) return false;
      const answer = session.call(opening.tool, opening.args);
      if (!answer.ok || answer.data.evidence_id !== id) return false;
      opened.add(id);
      return true;
    };
    const chosen = new Map<string, string[]>();
    for (const gold of sealed.entries) {
      chosen.set(
        gold.je_id,
        gold.required.flatMap((group) => {
          const ranked = group.toSorted((one, other) => uses.get(other)! - uses.get(one)!);
          return ranked.find((id) => opened.has(id)) ?? ranked.find(open) ?? [];
        }),
      );
    }
    const targets = sealed.entries.filter(({ gold }) => gold !== "approve");
    for (const gold of targets) showFacts(gold, open);
    backClaims(session, world, { claims: targets.filter((gold) => gold.class === "unusual_pattern") });
    for (const gold of targets) {
      const evidence = [...new Set(chosen.get(gold.je_id)!)].slice(0, MAX_CITED);
      decide(session, {
        ...{ je_id: gold.je_id, disposition: gold.gold, evidence: evidence.length > 0 ? evidence : [gold.je_id] },
        ...{ defect_class: gold.class ?? null, amount_minor: gold.amount_minor ?? null },
        rationale: rationaleOf({
          ...{ disposition: gold.gold, policy_id: gold.policy_id, facts: gold.key_facts },
          ...{ defect_class: gold.class, amount_minor: gold.amount_minor },
        }),
      });
    }
    submit(session);
  };
}

/** The call that opens a record; null where the tools at hand have none. */
export function openingOf(world: World, id: string, options: { tools: readonly ToolName[] }): Opening | null {
  const found = findOpening(world, id);
  return found !== null && options.tools.includes(found.tool) ? found : null;
}

function findOpening(world: World, id: string): Opening | null {
  const [kind] = id.split("-"), { master } = world;
  if (kind === "JE") return { tool: "get_entry", args: { je_id: id } };
  if (kind === "D") return { tool: "open_document", args: { doc_id: id } };
  if (kind === "M") {
    const keyed = [
      ...master.accounts.map((record) => ({ table: "accounts", key: record.code, id: record.evidence_id })),
      ...master.parties.map((record) => ({ table: "parties", key: record.id, id: record.evidence_id })),
      ...master.users.map((record) => ({ table: "users", key: record.id, id: record.evidence_id })),
      ...master.periods.map((record) => ({ table: "periods", key: record.id, id: record.evidence_id })),
    ].find((record) => record.id === id);
    return keyed === undefined ? null : { tool: "lookup_master", args: { table: keyed.table, key: keyed.key } };
  }
  if (kind === "F") {
    const rate = master.rates.find(({ evidence_id }) => evidence_id === id);
    if (rate === undefined) return null;
    return { tool: "fx_rate", args: { base: rate.base, quote: rate.quote, date: rate.date, kind: rate.kind } };
  }
  if (kind === "B") {
    const line = world.bank.find(({ evidence_id }) => evidence_id === id);
    if (line === undefined) return null;
    const { currency, amount_minor: amount, value_date: day } = line;
    return { tool: "match_bank", args: { currency, amount_min: amount, amount_max: amount, from: day, to: day } };
  }
  const asked = world.confirmations.find(({ evidence_id }) => evidence_id === id);
  if (asked === undefined) return null;
  return { tool: "request_confirmation", args: { party_id: asked.party_id, doc_id: asked.doc_id } };
}

/** Opens the records that the key facts name. */
function showFacts(gold: SealedEntry, open: (id: string) => boolean): void {
  for (const fact of gold.key_facts) if (ID_PATTERN.test(fact)) open(fact);
}

/** Takes a profile that admits each entry of which unusualness is claimed, of a dimension that backs the claim. */
function backClaims(session: Session, world: World, options: { claims: readonly SealedEntry[] }): void {
  const asked = new Set<string>();
  for (const { je_id, claim_dimensions } of session.tools.includes("population_profile") ? options.claims : []) {
    const user = world.entries.find((entry) => entry.je_id === je_id)!.prepared_by,
      [dimension = "user_account"] = claim_dimensions;
    const question = JSON.stringify([dimension, user]);
    if (!asked.has(question)) session.call("population_profile", { dimension, where: { user } });
    asked.add(question);
  }
}
