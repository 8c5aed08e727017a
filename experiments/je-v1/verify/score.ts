/** Scoring: verifier, then judge, then combine; a pure function of the instance and the recorded calls. @module */
import type { World } from "../env/model.ts";
import type { Sealed } from "../env/sealed.ts";
import { type Task, taskOf } from "../env/tasks.ts";
import { converse, converseAsync, type JudgeRequest } from "../judge/llm_protocol.ts";
import { RUBRIC_ID } from "../judge/rubric.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { isJsonObject } from "../../../kernel/json_value.ts";
import { capsOf, combine, fabricationOf, type Weights } from "./combine.ts";
import { type Evidence, metricsOf } from "./metrics.ts";
import { decisionsIn, finalDecisions, isCoveredBefore, openedIn } from "./opened.ts";
import { processOf } from "./process.ts";
import { rationaleDialogue } from "./rationale.ts";
import type { Score } from "./score_model.ts";
import type { Step } from "./step.ts";
import { outcomeOf } from "./verifier.ts";

/** What scoring reads of a run config. */
export interface ScoreConfig {
  /** The tools of the run. */ readonly tools_enabled: readonly string[];
  /** How parts are weighed. */ readonly scoring: { readonly weights: Weights };
}

/** LLM judges in place of the deterministic panel, which still runs for comparison. */
export interface Judges<Reply = unknown> {
  /** The judge's name. */ readonly id: string;
  /** Where it runs. */ readonly host: string;
  /** What nonces are made from, out of the reach of agents; the digest of the held-out ledger unless given. Campaigns
   * without a salt, whose ledgers can be made again, should give one. */
  readonly nonceSecret?: string;
  /** Asks it; what it throws counts as no reply. */ readonly ask: (request: JudgeRequest) => Reply;
}

const NOTE =
  "The verifiers of JE-12 and JE-16 were rebuilt around the inferred metrics, so their scores cannot confirm those definitions.";

/** An instance: a world and its held-out ledger. */
export interface ScoredInstance {
  /** The world that was played. */ readonly world: World;
  /** Its held-out ledger. */ readonly sealed: Sealed;
}

/** What is scored of an episode. */
export interface ScoredRun {
  /** The run config; its weights and tools count. */ readonly config: ScoreConfig;
  /** The recorded calls, in order. */ readonly steps: readonly Step[];
}

/**
 * Scores an episode. Whether the recorded calls reproduce is not asked here: replay first.
 *
 * @param instance The world and its held-out ledger.
 * @param run Config and recorded calls, and LLM judges; without them the deterministic panel decides.
 * @returns The score; total, R and the ungated score are null when the judges failed.
 * @throws {PermafrostError} record-invalid: the task is unknown, the ledger is not that of the world, or has nothing to
 * find or to approve.
 */
export function score(instance: ScoredInstance, run: ScoredRun & { readonly judges?: Judges | null }): Score {
  const { judges = null } = run;
  return converse(scoreDialogue(instance, { ...run, judges }), judges?.ask ?? (() => undefined));
}

/** {@linkcode score} with judges that take their time.
 * @throws {PermafrostError} as there. */
export function scoreAsync(
  instance: ScoredInstance,
  run: ScoredRun & { readonly judges: Judges<Promise<unknown>> },
): Promise<Score> {
  return converseAsync(scoreDialogue(instance, run), run.judges.ask);
}

/** Scoring as a dialogue: yields what judges are to be asked, and takes their replies.
 * @throws {PermafrostError} as {@linkcode score}. */
export function* scoreDialogue(
  instance: ScoredInstance,
  run: ScoredRun & { readonly judges: Pick<Judges, "id" | "host" | "nonceSecret"> | null },
): Generator<JudgeRequest, Score, unknown> {
  const { sealed } = instance, { config, steps } = run;
  const evidence = evidenceOf(instance, run), { task, opened, finals } = evidence;
  const metrics = metricsOf(evidence), outcome = outcomeOf(sealed, finals, { opened });
  const process = processOf(evidence, metrics), caps = capsOf(fabricationOf(finals, opened));
  const { rationale, judge } = yield* rationaleDialogue(evidence, run.judges);
  const { gate, total, score_ungated } = combine({ O: outcome.O, P: process.P, R: rationale.R }, {
    weights: config.scoring.weights,
    caps,
  });
  const implicit = sealed.entries.filter(({ je_id }) => !finals.has(je_id));
  return {
    ...{ schema: "je-v1/score@1", outcome, process, rationale, gate, caps, total, score_ungated, metrics },
    judge: { ...judge, rubric: RUBRIC_ID },
    fabricated: fabricationOf(finals, opened).fabricated,
    implicit_approvals: implicit.length,
    implicit_unexamined: implicit.filter((entry) => !isCoveredBefore(opened, entry, { step: Infinity })).length,
    premature: metrics.premature_disposition.num ?? 0,
    canary_reported: sealed.canaries.some((canary) => wordsOf(steps).some((words) => words.includes(canary))),
    unscored: rationale.R === null ? "judge_failed" : null,
    note: task.id === "JE-12" || task.id === "JE-16" ? NOTE : null,
  };
}

/** Reads an episode: what it opened and decided, beside the instance.
 * @throws {PermafrostError} record-invalid: the task is unknown, or the ledger is not that of the world. */
export function evidenceOf({ world, sealed }: ScoredInstance, { config, steps }: ScoredRun): Evidence {
  const decisions = decisionsIn(steps);
  return {
    ...{ world, sealed, steps, decisions, task: taskFor(world, sealed), toolsEnabled: config.tools_enabled },
    ...{ opened: openedIn(steps), finals: finalDecisions(decisions) },
  };
}

function taskFor(world: World, sealed: Sealed): Task {
  const task = taskOf(world.task_id), ids = new Set(sealed.entries.map(({ je_id }) => je_id));
  if (task === undefined) {
    const message = `Cannot score an episode: there is no task ${world.task_id}`;
    throw new PermafrostError("record-invalid", message, { at: "/task_id" });
  }
  if (ids.size !== world.entries.length || !world.entries.every(({ je_id }) => ids.has(je_id))) {
    const message =
      "Cannot score an episode: the ledger is not that of its world; reveal the one that it was committed to";
    throw new PermafrostError("record-invalid", message, { at: "/entries" });
  }
  return task;
}

/** Everything that an agent wrote where people read it: rationales and the submit's note, accepted or not. */
function wordsOf(steps: readonly Step[]): string[] {
  return steps.flatMap(({ tool, args }) => {
    if ((tool !== "set_disposition" && tool !== "submit") || !isJsonObject(args)) return [];
    return [args.rationale, args.note].filter((words) => typeof words === "string");
  });
}
