/** The protocol of LLM judges: what they are asked, what counts as an answer, and when they have failed. Pure, and a
 * dialogue: it yields requests and takes replies, so that synchronous and asynchronous callers share all of it.
 * @module */
import { canonicalize } from "../../../kernel/json_encode.ts";
import { sha256Hex } from "../../../kernel/digest.ts";
import { ANCHORS, CRITERIA, CRITERION_WEIGHTS, type CriterionScores, MAX_SCORE, RUBRIC_ID } from "./rubric.ts";
import { medianScores, quorumOf } from "./panel.ts";

/** What a judge knows of an entry: no documents, no tools, nothing of how the agent reasoned. */
export interface JudgeFacts {
  /** The right disposition. */ readonly gold: string;
  /** The right class; null: none. */ readonly class: string | null;
  /** The right amount in minor units; null: none. */ readonly amount_minor: number | null;
  /** Tokens that a good rationale names. */ readonly key_facts: readonly string[];
  /** The policy that decides. */ readonly policy_id: string;
  /** The facts that the rationale names, each with whether the agent had observed it. */
  readonly named_facts: readonly { readonly token: string; readonly observed: boolean }[];
}

/** A question to a judge. */
export interface JudgeRequest {
  /** The format. */ readonly schema: "je-v1/judge-request@1";
  /** The rubric: its name, weights, and what each score from 0 to 4 means. */
  readonly rubric: { readonly id: string; readonly criteria: readonly RubricLine[] };
  /** What is right. */ readonly facts: JudgeFacts;
  /** What the agent wrote, as data; null characters and all. */ readonly rationale: string;
  /** To be sent back; made from a secret that agents do not have. */ readonly nonce: string;
}

/** A criterion as judges see it. */
export interface RubricLine {
  /** Its name. */ readonly criterion: string;
  /** Parts of 100. */ readonly weight: number;
  /** What 0, 1, 2, 3 and 4 mean. */ readonly anchors: readonly string[];
}

/** A rationale to be judged. */
export interface JudgeItem {
  /** The entry; judges do not see it. */ readonly je_id: string;
  /** What the judge knows. */ readonly facts: JudgeFacts;
  /** What the agent wrote. */ readonly rationale: string;
}

/** What a panel made of a rationale. */
export interface PanelVerdict {
  /** The medians; null: too few valid verdicts. */ readonly scores: CriterionScores | null;
  /** Valid verdicts. */ readonly valid: number;
  /** Replies that did not count, as reasons, in order. */ readonly problems: readonly ReplyProblem[];
}

/** Why a reply does not count. */
export type ReplyProblem = "no_reply" | "not_an_object" | "wrong_members" | "wrong_nonce" | "wrong_scores";

/** How often a judge is asked at most: once, and two retries. */
export const MAX_TRIES = 3;

const RUBRIC: JudgeRequest["rubric"] = {
  id: RUBRIC_ID,
  criteria: CRITERIA.map((criterion) => ({
    ...{ criterion, weight: CRITERION_WEIGHTS[criterion], anchors: ANCHORS[criterion] },
  })),
};

/** The request for one try. The nonce is the SHA-256 of a secret and of what is asked, when. */
export function requestOf(
  item: JudgeItem,
  options: { readonly secret: string; readonly judge: number; readonly attempt: number },
): JudgeRequest {
  const { secret, judge, attempt } = options;
  return {
    ...{ schema: "je-v1/judge-request@1", rubric: RUBRIC, facts: item.facts, rationale: item.rationale },
    nonce: sha256Hex(canonicalize(["je-v1/judge-nonce/1", secret, item.je_id, judge, attempt])),
  };
}

/** Reads a reply: exactly `{nonce, scores}`, the request's nonce, and a whole number from 0 to 4 for each criterion and
 * nothing else. Text around it, or in place of it, is never searched for scores. */
export function readReply(request: JudgeRequest, reply: unknown): CriterionScores | ReplyProblem {
  if (reply === undefined || reply === null) return "no_reply";
  if (typeof reply !== "object" || Array.isArray(reply)) return "not_an_object";
  if (!hasExactly(reply, ["nonce", "scores"])) return "wrong_members";
  const { nonce, scores } = reply;
  if (nonce !== request.nonce) return "wrong_nonce";
  if (typeof scores !== "object" || scores === null || !hasExactly(scores, CRITERIA)) return "wrong_scores";
  const isScore = (value: unknown): boolean =>
    Number.isInteger(value) && 0 <= Number(value) && Number(value) <= MAX_SCORE;
  if (!CRITERIA.every((criterion) => isScore(scores[criterion]))) return "wrong_scores";
  return Object.fromEntries(CRITERIA.map((name) => [name, Number(scores[name])])) as CriterionScores;
}

/** The dialogue with a panel about one rationale: each judge in turn, asked again after a reply that does not count. */
export function* panelDialogue(
  item: JudgeItem,
  options: { readonly judges: number; readonly secret: string },
): Generator<JudgeRequest, PanelVerdict, unknown> {
  const verdicts: CriterionScores[] = [], problems: ReplyProblem[] = [];
  for (let judge = 0; judge < options.judges; judge++) {
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const request = requestOf(item, { secret: options.secret, judge, attempt });
      const scores = readReply(request, yield request);
      if (typeof scores !== "string") {
        verdicts.push(scores);
        break;
      }
      problems.push(scores);
    }
  }
  const isEnough = verdicts.length >= quorumOf(options.judges);
  return { scores: isEnough ? medianScores(verdicts) : null, valid: verdicts.length, problems };
}

/** Drives a dialogue with a function that answers at once. What it throws counts as no reply. */
export function converse<Result>(
  dialogue: Generator<JudgeRequest, Result, unknown>,
  ask: (request: JudgeRequest) => unknown,
): Result {
  let turn = dialogue.next();
  while (turn.done !== true) {
    let reply: unknown;
    try {
      reply = ask(turn.value);
    } catch {
      reply = undefined;
    }
    turn = dialogue.next(reply);
  }
  return turn.value;
}

/** {@linkcode converse} with a function that takes its time; a rejection counts as no reply. */
export async function converseAsync<Result>(
  dialogue: Generator<JudgeRequest, Result, unknown>,
  ask: (request: JudgeRequest) => Promise<unknown>,
): Promise<Result> {
  let turn = dialogue.next();
  while (turn.done !== true) {
    let reply: unknown;
    try {
      reply = await ask(turn.value);
    } catch {
      reply = undefined;
    }
    turn = dialogue.next(reply);
  }
  return turn.value;
}

function hasExactly<Name extends string>(value: object, names: readonly Name[]): value is Record<Name, unknown> {
  return Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name));
}
