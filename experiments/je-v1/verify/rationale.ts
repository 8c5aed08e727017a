/** The judged part: which rationales are judged, by whom, and what they come to. @module */
import type { SealedEntry } from "../env/sealed.ts";
import { type JudgedRationale, namedFacts } from "../judge/deterministic.ts";
import { type JudgeItem, type JudgeRequest, panelDialogue, type PanelVerdict } from "../judge/llm_protocol.ts";
import { agreementOf, judgeByPanel, judgesPerEpisode, weighted } from "../judge/panel.ts";
import { type CriterionScores, MAX_SCORE } from "../judge/rubric.ts";
import { type Seen, seenIn } from "../judge/tokens.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import { sha256Hex } from "../../../kernel/digest.ts";
import type { Evidence } from "./metrics.ts";
import { type Decision, fabricatedIn } from "./opened.ts";
import { ppmOf } from "./ratio.ts";
import type { EntryRationale, JudgeReport, RationaleScore } from "./score_model.ts";

/** What judging makes. */
export interface Judged {
  /** The score. */ readonly rationale: RationaleScore;
  /** Who judged. */ readonly judge: Omit<JudgeReport, "rubric">;
}

/** Judges every defect and hold whose final disposition has the right type and cites nothing unopened. */
export function* rationaleDialogue(
  evidence: Evidence,
  judges: { readonly id: string; readonly host: string; readonly nonceSecret?: string } | null,
): Generator<JudgeRequest, Judged, unknown> {
  const { sealed, task } = evidence, count = judgesPerEpisode(task.tier);
  const secret = judges?.nonceSecret ?? sha256Hex(canonicalize(sealed));
  const seen = lazily(() =>
    seenIn(briefedTexts(evidence), evidence.steps.map(({ observation }) => observationOf(observation)))
  );
  const entries: EntryRationale[] = [];
  for (const entry of sealed.entries) {
    if (entry.gold === "approve") continue;
    const decision = evidence.finals.get(entry.je_id), state = stateOf(entry, decision, evidence);
    if (decision === undefined || state !== "judged") {
      entries.push({ je_id: entry.je_id, state, criteria: null, deterministic: null, problems: [] });
      continue;
    }
    const item = judgedRationale(entry, decision, evidence);
    const deterministic = judgeByPanel(item, seen(), { tier: task.tier });
    const verdict: PanelVerdict = judges === null
      ? { scores: deterministic, valid: count, problems: [] }
      : yield* panelDialogue(itemOf(entry, item, { seen: seen() }), { judges: count, secret });
    entries.push({
      ...{ je_id: entry.je_id, state: verdict.scores === null ? "judge_failed" : state, criteria: verdict.scores },
      ...{ deterministic, problems: verdict.problems },
    });
  }
  return { rationale: { R: meanOf(entries, "criteria"), entries }, judge: reportOf(entries, judges, { count }) };
}

function stateOf(entry: SealedEntry, decision: Decision | undefined, { opened }: Evidence): EntryRationale["state"] {
  if (decision === undefined || decision.disposition !== entry.gold) return "wrong_type";
  return fabricatedIn(decision, opened).length > 0 ? "fabricated" : "judged";
}

function judgedRationale(entry: SealedEntry, decision: Decision, { world }: Evidence): JudgedRationale {
  const { je_id, key_facts, policy_id, amount_minor = null } = entry, { rationale, step_idx } = decision;
  return {
    ...{ je_id, key_facts, policy_id, amount_minor, rationale, step_idx },
    policy_doc_id: world.policies[policy_id] ?? null,
  };
}

function itemOf(entry: SealedEntry, item: JudgedRationale, { seen }: { seen: Seen }): JudgeItem {
  const { je_id, rationale, key_facts, policy_id, amount_minor } = item;
  const named_facts = namedFacts(item, seen).map(({ token, isGrounded }) => ({ token, observed: isGrounded }));
  return {
    ...{ je_id, rationale },
    facts: { gold: entry.gold, class: entry.class ?? null, amount_minor, key_facts, policy_id, named_facts },
  };
}

/** The mean in parts per million, rounded once; null where a judge failed. */
function meanOf(entries: readonly EntryRationale[], name: "criteria" | "deterministic"): number | null {
  if (name === "criteria" && entries.some(({ state }) => state === "judge_failed")) return null;
  const points = entries.reduce((sum, entry) => sum + (entry[name] === null ? 0 : weighted(entry[name])), 0);
  return ppmOf(points, 100 * MAX_SCORE * entries.length);
}

function reportOf(
  entries: readonly EntryRationale[],
  judges: { readonly id: string; readonly host: string } | null,
  { count }: { count: number },
): Omit<JudgeReport, "rubric"> {
  const pairs = entries.flatMap(({ criteria, deterministic }): [CriterionScores, CriterionScores][] =>
    criteria === null || deterministic === null ? [] : [[criteria, deterministic]]
  );
  const isCompared = judges !== null && pairs.length > 0;
  return {
    ...{ id: judges?.id ?? "deterministic", judges: count, host: judges?.host ?? null },
    agreement: isCompared ? agreementOf(pairs.map(([one]) => one), pairs.map(([, other]) => other)) : null,
    deterministic_R: meanOf(entries, "deterministic") ?? 0,
  };
}

/** What the brief shows: the policies with their documents, the annexes' ids, the entity, the period, the task. */
function briefedTexts({ world, task }: Evidence): string[] {
  const policies = Object.entries(world.policies), shown = new Set(policies.map(([, doc_id]) => doc_id));
  const bodies = world.docs.filter(({ doc_id }) => shown.has(doc_id)).map(({ body }) => body);
  const { home, period } = world.master;
  return [...policies.flat(), ...bodies, ...Object.values(world.annexes), home.code, period, task.id, task.told];
}

/** What an observation tells of the world: the data of an ok envelope. What errors echo tells nothing. */
function observationOf(observation: Evidence["steps"][number]["observation"]) {
  return observation.ok && observation.tool !== "set_disposition" ? observation.data : null;
}

function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => made ??= make();
}
