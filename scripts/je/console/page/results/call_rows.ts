/** The calls of an episode as rows, with what each did and what became of it. Nothing here touches the page. @module */
import type { RecordedEpisode } from "../../../../../experiments/je-v1/sweep/episode_record.ts";
import type { ToolName } from "../../../../../experiments/je-v1/env/tasks.ts";
import { joinSteps } from "../../../../../experiments/je-v1/verify/record_text.ts";
import { decisionsIn, isCoveredBefore, openedIn } from "../../../../../experiments/je-v1/verify/opened.ts";
import type { Step } from "../../../../../experiments/je-v1/verify/step.ts";
import type { Row } from "../../../../../experiments/je-v1/verify/trajectory.ts";
import type { CallKind, CallMark } from "../../../../charts/timeline.ts";
import { revealedEntries } from "./record_shape.ts";

/** A call. */
export interface CallRow {
  /** Its row as recorded. */ readonly row: Row;
  /** Its answer. */ readonly observation: Step["observation"];
  /** What it did. */ readonly kind: CallKind;
  /** What became of it. */ readonly marks: readonly CallMark[];
  /** The arguments on one line. */ readonly args: string;
  /** The answer in a few words. */ readonly answer: string;
}

/** What each tool does. */
const KINDS: Readonly<Record<ToolName, CallKind>> = {
  ...{ list_entries: "list", search_entries: "list", find_related: "list" },
  ...{ get_entry: "open", open_document: "open" },
  ...{
    lookup_master: "ask",
    fx_rate: "ask",
    match_bank: "ask",
    population_profile: "ask",
    request_confirmation: "ask",
  },
  ...{ compute: "reckon", set_disposition: "decide", submit: "submit" },
};

/** The calls in their order. `opened`: it was the first to open something; `cited`: what it opened first was cited by a
 * later disposition; `premature`: a disposition before all required evidence of its entry was opened. */
export function callRows(episode: RecordedEpisode): { readonly rows: CallRow[]; readonly knowsPremature: boolean } {
  const { record, rows, observations } = episode, steps = joinSteps(rows, observations);
  const opened = openedIn(steps),
    openers = new Map([...opened].map(([id, step]) => [step, id])),
    decisions = decisionsIn(steps);
  const cited = new Set<number>(), premature = new Set<number>(), entries = revealedEntries(record);
  const byId = new Map((entries ?? []).map((entry) => [entry.je_id, entry]));
  for (const { step_idx, je_id, evidence } of decisions) {
    for (const id of evidence) {
      const at = opened.get(id);
      if (at !== undefined && at < step_idx) cited.add(at);
    }
    const entry = byId.get(je_id);
    if (entry !== undefined && !isCoveredBefore(opened, entry, { step: step_idx })) premature.add(step_idx);
  }
  return {
    knowsPremature: entries !== null,
    rows: steps.map((step, at) => ({
      ...{ row: rows[at]!, observation: step.observation, kind: kindOf(step) },
      marks: [
        ...(openers.has(at) ? ["opened" as const] : []),
        ...(cited.has(at) ? ["cited" as const] : []),
        ...(premature.has(at) ? ["premature" as const] : []),
      ],
      ...{ args: JSON.stringify(step.args), answer: answerOf(step) },
    })),
  };
}

function kindOf({ tool, observation }: Step): CallKind {
  if (!observation.ok || tool === null || !Object.hasOwn(KINDS, tool)) return "failed";
  return KINDS[tool as ToolName];
}

/** What was opened, or why the call failed. A file's answer may be anything. */
function answerOf({ observation }: Step): string {
  const { ok, data, error } = observation as {
    ok?: unknown;
    data?: { evidence_id?: unknown };
    error?: { code?: unknown };
  };
  if (ok !== true) return typeof error?.code === "string" ? error.code : "failed";
  return typeof data?.evidence_id === "string" ? data.evidence_id : "ok";
}

/** A call in words, for whoever points at its sign. */
export function callLabel({ row: { step_idx, tool }, args, answer, marks }: CallRow): string {
  const short = args.length > 200 ? `${args.slice(0, 200)}…` : args;
  return `${step_idx}: ${tool ?? "no call"} ${short} → ${answer}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
}
