/** Adversaries that cite what they should not. @module */
import type { World } from "../../env/model.ts";
import { crockford } from "../../env/ids.ts";
import type { Sealed } from "../../env/sealed.ts";
import type { Agent } from "../../env/session.ts";
import { decide, listAll, submit } from "../calls.ts";
import { openingOf } from "../oracle.ts";
import { rationaleOf } from "../rationale.ts";
import { MAX_CITED, solver } from "../solver.ts";
import { alteredSession } from "./altered_session.ts";

/** The solver with as many opened ids in each citation as there may be, relevant or not. */
export const citeEverything: Agent = (session) =>
  solver(alteredSession(session, {
    disposition: (args, opened) => {
      const cited = (args.evidence ?? []) as string[];
      return { ...args, evidence: [...new Set([...cited, ...opened])].slice(0, MAX_CITED) };
    },
  }));

/** The right answers with the right evidence, none of it opened: before the answers, or only after them. */
export function ghostCiter(instance: { world: World; sealed: Sealed }, options: { opensLater: boolean }): Agent {
  return (session) => {
    const targets = instance.sealed.entries.filter(({ gold }) => gold !== "approve"), cited = new Set<string>();
    for (const gold of targets) {
      const evidence = [...new Set(gold.required.map(([id]) => id!))].slice(0, MAX_CITED);
      for (const id of evidence) cited.add(id);
      decide(session, {
        ...{ je_id: gold.je_id, disposition: gold.gold, evidence: evidence.length > 0 ? evidence : [gold.je_id] },
        ...{ defect_class: gold.class ?? null, amount_minor: gold.amount_minor ?? null },
        rationale: rationaleOf({
          ...{ disposition: gold.gold, policy_id: gold.policy_id, facts: gold.key_facts },
          ...{ defect_class: gold.class, amount_minor: gold.amount_minor },
        }),
      });
    }
    for (const id of options.opensLater ? cited : []) {
      const opening = openingOf(instance.world, id, session);
      if (opening !== null && session.stepsLeft > 0) session.call(opening.tool, opening.args);
    }
    submit(session);
  };
}

/** Flags everything with ids that look right and were made up. */
export const idGuesser: Agent = (session) => {
  for (const { je_id, total_debit_minor } of listAll(session)) {
    if (session.stepsLeft === 0) break;
    decide(session, {
      ...{ je_id, disposition: "flag", defect_class: "amount_mismatch", amount_minor: total_debit_minor },
      ...{ evidence: [`D-${crockford(`guess/${je_id}`)}`], rationale: "The document says otherwise." },
    });
  }
  submit(session);
};
