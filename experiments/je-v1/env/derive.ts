/** What is right, reckoned from observable facts and the policies in force alone. @module */
import type { Disposition, Entry } from "./model.ts";
import { rulesOf, type TaskRules } from "./rules/by_task.ts";
import type { DefectClass } from "./classes.ts";
import type { Task } from "./tasks.ts";
import type { Ruling, View } from "./view.ts";

/** What the facts say of an entry. */
export interface Derived {
  /** The entry. */ readonly je_id: string;
  /** What to do with it. */ readonly gold: Disposition;
  /** The class of a flag. */ readonly class?: DefectClass;
  /** The amount of a flag with one. */ readonly amount_minor?: number;
  /** How many policies object; more than one is a fault of the generator. */ readonly objections: number;
}

/** Judges every entry under review, in the view's order. */
export function derive(view: View, task: Task): Derived[] {
  const rules = rulesOf(task);
  return view.entries().map((entry) => judgeEntry(view, rules, entry));
}

/** Judges one entry by a task's rules: a defect goes before a hold. */
export function judgeEntry(view: View, { rules, isHeld }: TaskRules, entry: Entry): Derived {
  const rulings = rules.map((rule) => rule(view, entry)).filter((ruling): ruling is Ruling => ruling !== null);
  const [first] = rulings, { je_id } = entry;
  if (first !== undefined) return { je_id, gold: "flag", ...first, objections: rulings.length };
  return { je_id, gold: isHeld(view, entry) ? "hold" : "approve", objections: 0 };
}
