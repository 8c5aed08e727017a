/** The adversary that has the code and the seed, and not the salt. @module */
import { instantiate } from "../../env/instantiate.ts";
import type { WorldSource } from "../../env/build.ts";
import type { Agent } from "../../env/session.ts";
import { ask, decide, listAll, submit } from "../calls.ts";
import { rationaleOf } from "../rationale.ts";

/** Makes the world again without its salt, and answers by the place of each entry in the listing. It opens and cites
 * the entries that it flags. Without a salt in the campaign, that gives it the answers. */
export function regenerator(source: Omit<WorldSource, "salt">): Agent {
  const { sealed } = instantiate(source);
  return (session) => {
    listAll(session).forEach(({ je_id }, at) => {
      const gold = sealed.entries[at];
      if (gold === undefined || gold.gold === "approve" || session.stepsLeft < 2) return;
      ask(session, "get_entry", { je_id });
      decide(session, {
        ...{ je_id, disposition: gold.gold, defect_class: gold.class ?? null, amount_minor: gold.amount_minor ?? null },
        evidence: [je_id],
        rationale: rationaleOf({
          ...{ disposition: gold.gold, policy_id: gold.policy_id, facts: [je_id] },
          ...{ defect_class: gold.class, amount_minor: gold.amount_minor },
        }),
      });
    });
    submit(session);
  };
}
