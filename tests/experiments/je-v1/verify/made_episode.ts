/** Instances and recorded calls made by hand, for scores that can be reckoned on paper. */
import type { ErrorEnvelope, OkEnvelope } from "../../../../experiments/je-v1/env/envelope.ts";
import type { Entry, World } from "../../../../experiments/je-v1/env/model.ts";
import type { Sealed, SealedEntry } from "../../../../experiments/je-v1/env/sealed.ts";
import { taskOf } from "../../../../experiments/je-v1/env/tasks.ts";
import type { ScoreConfig } from "../../../../experiments/je-v1/verify/score.ts";
import type { Step } from "../../../../experiments/je-v1/verify/step.ts";
import type { JsonObject, JsonValue } from "../../../../kernel/json_value.ts";
import { entryOf, smallWorld } from "../small_world.ts";

/** The id of the entry with a number. */
export function je(number: number): string {
  return `JE-${String(number).padStart(8, "0")}`;
}

/** The id of the document that entry needs, by default. */
export function doc(number: number): string {
  return `D-${String(number).padStart(8, "0")}`;
}

/** What differs from a right entry that needs its document. */
export type MadeEntry = Partial<SealedEntry> & { readonly entry?: Partial<Entry> };

/** An instance of entries 1, 2, …; entry n needs document n unless it says otherwise. */
export function madeInstance(
  rows: readonly MadeEntry[],
  options: { readonly task_id?: string; readonly canaries?: readonly string[] } = {},
): { world: World; sealed: Sealed } {
  const entries = rows.map(({ entry }, at) =>
    entryOf(je(at + 1), [["6000", 1000, 0], ["2000", 0, 1000, "V-101"]], entry ?? {})
  );
  const sealed = rows.map(({ entry: _, ...given }, at): SealedEntry => ({
    ...{ je_id: je(at + 1), gold: "approve", role: "clean", required: [[doc(at + 1)]], admissible: [], key_facts: [] },
    ...{ claim_dimensions: [], policy_id: "POL-TIE", ...given },
  }));
  const canaries = [...options.canaries ?? []];
  const policies = { "POL-TIE": "D-P0000001" };
  return {
    world: smallWorld(options.task_id ?? "JE-01", { entries, policies }),
    sealed: { entries: sealed, canaries },
  };
}

/** A defect of a class with an amount. */
export const MISMATCH: MadeEntry = { gold: "flag", role: "defect", class: "amount_mismatch", amount_minor: 500 };

/** A defect of a class without one. */
export const UNSIGNED: MadeEntry = { gold: "flag", role: "defect", class: "approval_missing" };

/** An entry to be held. */
export const HELD: MadeEntry = { gold: "hold", role: "pending" };

/** A call before it has its number. */
export type MadeCall = Omit<Step, "step_idx">;

/** Numbers calls. */
export function stepsOf(...calls: readonly MadeCall[]): Step[] {
  return calls.map((call, step_idx) => ({ step_idx, ...call }));
}

/** A call that succeeds. */
export function called(tool: string, args: JsonObject, data: JsonObject = {}): MadeCall {
  const observation: OkEnvelope = { ok: true, tool, data, steps_used: 0, steps_left: 0 };
  return { tool, args, observation };
}

/** A call that fails. */
export function failed(tool: string | null, args: JsonValue): MadeCall {
  const error = { code: "invalid_args", message: "no", pointer: null } as const;
  const observation: ErrorEnvelope = { ok: false, tool, error, steps_used: 0, steps_left: 0 };
  return { tool, args, observation };
}

/** Opens a document. */
export function opens(id: string, data: JsonObject = {}): MadeCall {
  return called("open_document", { doc_id: id }, { ...data, evidence_id: id });
}

/** Decides an entry by its number; accepted. */
export function decides(number: number, disposition: string, args: JsonObject = {}): MadeCall {
  return called("set_disposition", { je_id: je(number), disposition, ...args }, {
    je_id: je(number),
    disposition,
    ...args,
    changed: true,
  });
}

/** Flags a {@linkcode MISMATCH} rightly, citing its document. */
export function flagsMismatch(number: number, args: JsonObject = {}): MadeCall {
  return decides(number, "flag", {
    defect_class: "amount_mismatch",
    amount_minor: 500,
    evidence: [doc(number)],
    ...args,
  });
}

/** Takes a profile. */
export function profiles(dimension: string, where: JsonObject = {}): MadeCall {
  return called("population_profile", { dimension, where }, { evidence_id: "P-00000001" });
}

/** Submits. */
export const SUBMITS: MadeCall = called("submit", {}, { termination: "submitted" });

/** The config of a task, without some of its tools. */
export function configOf(task_id: string, withheld: readonly string[] = []): ScoreConfig {
  const { tools, weights } = taskOf(task_id)!;
  return { tools_enabled: tools.filter((tool) => !withheld.includes(tool)), scoring: { weights } };
}
