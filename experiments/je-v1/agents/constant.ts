/** Agents that say one thing of every entry, and one that guesses. @module */
import { CLASSES } from "../env/classes.ts";
import type { Disposition } from "../env/model.ts";
import { labelledRng } from "../env/rng.ts";
import type { Agent } from "../env/session.ts";
import { ask, decide, listAll, submit } from "./calls.ts";

/** Says one disposition of every entry, as far as the budget goes. Flags open the entry and cite it, with the first
 * class of the task that the brief's vocabulary has and the entry's whole amount. */
export function constantAgent(disposition: Disposition): Agent {
  return (session) => {
    const [kind] = session.brief.classes;
    for (const { je_id, total_debit_minor } of listAll(session)) {
      if (session.stepsLeft < 2) break;
      if (disposition === "flag") ask(session, "get_entry", { je_id });
      const isFlag = disposition === "flag";
      decide(session, {
        ...{ je_id, disposition, evidence: isFlag ? [je_id] : [] },
        ...(isFlag ? { defect_class: kind!, amount_minor: total_debit_minor } : {}),
        rationale: disposition === "approve" ? "" : "Every entry is treated alike.",
      });
    }
    submit(session);
  };
}

/** Guesses: one entry in four is flagged, with any class and its whole amount, one in twelve held; the rest is left. What
 * it cites it has opened. */
export function randomAgent(seed: number): Agent {
  return (session) => {
    const rng = labelledRng({ salt: "", task_id: session.brief.task_id, seed }, "agent/random");
    for (const { je_id, total_debit_minor } of listAll(session)) {
      const draw = rng.below(12), defect_class = rng.pick(CLASSES);
      if (session.stepsLeft < 2) break;
      if (draw > 3) continue;
      ask(session, "get_entry", { je_id });
      const isHold = draw === 3;
      decide(session, {
        ...{ je_id, disposition: isHold ? "hold" : "flag", evidence: [je_id] },
        ...(isHold ? {} : { defect_class, amount_minor: total_debit_minor }),
        rationale: "It may be wrong.",
      });
    }
    submit(session);
  };
}
