/** The agent that works by the policies: it opens what the rules ask for, through the tools alone. @module */
import { judgeEntry } from "../env/derive.ts";
import { rulesOf } from "../env/rules/by_task.ts";
import type { Agent } from "../env/session.ts";
import { taskOf } from "../env/tasks.ts";
import { callView } from "./call_view.ts";
import { decide, submit } from "./calls.ts";
import { policyOf } from "./policy_of.ts";
import { rationaleOf } from "./rationale.ts";

/** How many ids a disposition may cite. */
export const MAX_CITED = 8;

/** Judges every entry by the rules of the task over a view of tool calls, and cites what it looked at for it. */
export const solver: Agent = (session) => {
  const view = callView(session), task = taskOf(session.brief.task_id)!, rules = rulesOf(task);
  const entries = view.entries();
  for (const entry of entries) {
    if (session.stepsLeft === 0) break;
    view.takeOpened();
    const { gold, class: defect_class, amount_minor } = judgeEntry(view, rules, entry), opened = view.takeOpened();
    for (const { doc_id, status } of entry.attachments) {
      if (gold === "hold" && status === "pending" && session.stepsLeft > 1) view.doc(doc_id), opened.unshift(doc_id);
    }
    if (gold === "approve") continue;
    const isPolicy = new Set(session.brief.policies.map(({ doc_id }) => doc_id));
    const evidence = [...new Set([...opened.filter((id) => !isPolicy.has(id)), entry.je_id])].slice(0, MAX_CITED);
    const policy_id = policyOf(task, gold === "hold" ? null : defect_class!);
    const facts = [...evidence.slice(0, 4), ...(amount_minor === undefined ? [] : [String(Math.abs(amount_minor))])];
    decide(session, {
      ...{
        je_id: entry.je_id,
        disposition: gold,
        defect_class: defect_class ?? null,
        amount_minor: amount_minor ?? null,
      },
      ...{ evidence, rationale: rationaleOf({ disposition: gold, policy_id, defect_class, amount_minor, facts }) },
    });
  }
  submit(session);
};
