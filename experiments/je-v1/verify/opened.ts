/** What an episode opened and decided, read from its recorded calls. @module */
import { CLASSES, type DefectClass } from "../env/classes.ts";
import type { Disposition } from "../env/model.ts";
import type { SealedEntry } from "../env/sealed.ts";
import type { ToolName } from "../env/tasks.ts";
import { isJsonObject, type JsonValue } from "../../../kernel/json_value.ts";
import type { Step } from "./step.ts";

/** Tools whose ok observation opens what its `evidence_id` names. Listings, searches, relations and sums open nothing. */
export const OPENING_TOOLS: ReadonlySet<string> = new Set<ToolName>([
  ...["get_entry", "open_document", "lookup_master", "fx_rate", "match_bank"] as const,
  ...["population_profile", "request_confirmation"] as const,
]);

/** The first step that opened each id. */
export type Opened = ReadonlyMap<string, number>;

/** A disposition that was accepted. */
export interface Decision {
  /** The step that set it. */ readonly step_idx: number;
  /** The entry. */ readonly je_id: string;
  /** What the agent says of it. */ readonly disposition: Disposition;
  /** The class; null: none. */ readonly defect_class: DefectClass | null;
  /** The amount; null: none. */ readonly amount_minor: number | null;
  /** Cited ids, each once. */ readonly evidence: readonly string[];
  /** Why; empty: nothing was said. */ readonly rationale: string;
}

/** Reads what was opened, and when first. */
export function openedIn(steps: readonly Step[]): Opened {
  const opened = new Map<string, number>();
  for (const { step_idx, tool, observation } of steps) {
    if (!observation.ok || tool === null || !OPENING_TOOLS.has(tool)) continue;
    const id = observation.data.evidence_id;
    if (typeof id === "string" && !opened.has(id)) opened.set(id, step_idx);
  }
  return opened;
}

/** Whether an id was opened at an earlier step. */
export function isOpenedBefore(opened: Opened, id: string, { step }: { readonly step: number }): boolean {
  const at = opened.get(id);
  return at !== undefined && at < step;
}

/** Whether a group of alternatives was satisfied before a step: one of its members was opened. */
export function isSatisfiedBefore(
  opened: Opened,
  group: readonly string[],
  { step }: { readonly step: number },
): boolean {
  return group.some((id) => isOpenedBefore(opened, id, { step }));
}

/** Whether every group that an entry needs was satisfied before a step. */
export function isCoveredBefore(opened: Opened, entry: SealedEntry, { step }: { readonly step: number }): boolean {
  return entry.required.every((group) => isSatisfiedBefore(opened, group, { step }));
}

/** Every accepted disposition, in the order of steps; repeats that changed nothing included. */
export function decisionsIn(steps: readonly Step[]): Decision[] {
  return steps.flatMap((step) => decisionOf(step) ?? []);
}

/** The latest accepted disposition of each entry. A repeat that changes nothing counts as given anew at its step. */
export function finalDecisions(decisions: readonly Decision[]): ReadonlyMap<string, Decision> {
  return new Map(decisions.map((decision) => [decision.je_id, decision]));
}

/** The cited ids that were not opened before the disposition: what makes it fabricated. */
export function fabricatedIn(decision: Decision, opened: Opened): string[] {
  return decision.evidence.filter((id) => !isOpenedBefore(opened, id, { step: decision.step_idx }));
}

function decisionOf({ step_idx, tool, args, observation }: Step): Decision | null {
  if (tool !== "set_disposition" || !observation.ok || !isJsonObject(args)) return null;
  const { je_id, disposition, defect_class, amount_minor, evidence, rationale } = args;
  if (typeof je_id !== "string" || !isDisposition(disposition)) return null;
  return {
    ...{ step_idx, je_id, disposition },
    defect_class: CLASSES.find((name) => name === defect_class) ?? null,
    amount_minor: typeof amount_minor === "number" && Number.isSafeInteger(amount_minor) ? amount_minor : null,
    evidence: Array.isArray(evidence) ? [...new Set(evidence.filter((id) => typeof id === "string"))] : [],
    rationale: typeof rationale === "string" ? rationale : "",
  };
}

function isDisposition(value: JsonValue | undefined): value is Disposition {
  return value === "approve" || value === "flag" || value === "hold";
}
