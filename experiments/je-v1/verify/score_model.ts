/** What a score is made of. Every share is a whole number of millionths from 0 to 1,000,000, or null. @module */
import type { Agreement } from "../judge/panel.ts";
import type { ReplyProblem } from "../judge/llm_protocol.ts";
import type { CriterionScores } from "../judge/rubric.ts";
import type { Cap } from "./combine.ts";
import type { Metrics } from "./metrics.ts";
import type { Process } from "./process.ts";
import type { Outcome } from "./verifier.ts";

/** The rationale of one defect or hold. */
export interface EntryRationale {
  /** The entry. */ readonly je_id: string;
  /** Whether it was judged, or why it counts 0. */ readonly state:
    | "judged"
    | "judge_failed"
    | "wrong_type"
    | "fabricated";
  /** By criterion, from 0 to 4; null: it was not judged. */ readonly criteria: CriterionScores | null;
  /** The same by the deterministic panel; null: it was not judged. */ readonly deterministic: CriterionScores | null;
  /** Replies of judges that did not count. */ readonly problems: readonly ReplyProblem[];
}

/** The rationale score. */
export interface RationaleScore {
  /** Mean over defects and holds; null: judge_failed. */ readonly R: number | null;
  /** Defects and holds, in the order of the ledger. */ readonly entries: readonly EntryRationale[];
}

/** Who judged. */
export interface JudgeReport {
  /** `deterministic`, or the name of the LLM judge. */ readonly id: string;
  /** The rubric. */ readonly rubric: string;
  /** Judges per episode. */ readonly judges: number;
  /** Where it runs, as declared; null: here. */ readonly host: string | null;
  /** How far it agrees with the deterministic panel; null: it is the deterministic panel, or it failed. */
  readonly agreement: Agreement | null;
  /** R by the deterministic panel, parts per million. */ readonly deterministic_R: number;
}

/** The score of an episode. */
export interface Score {
  /** The format. */ readonly schema: "je-v1/score@1";
  /** What was found. */ readonly outcome: Outcome;
  /** How. */ readonly process: Process;
  /** How it was explained. */ readonly rationale: RationaleScore;
  /** How much of process and rationale counts. */ readonly gate: number;
  /** Bounds that apply, whether or not they bind. */ readonly caps: readonly Cap[];
  /** What it comes to; null: unscored. */ readonly total: number | null;
  /** Without gate and caps; null: unscored. */ readonly score_ungated: number | null;
  /** The six metrics. */ readonly metrics: Metrics;
  /** Who judged. */ readonly judge: JudgeReport;
  /** Final dispositions that cite something unopened. */ readonly fabricated: number;
  /** Entries that count as approved because nothing was said. */ readonly implicit_approvals: number;
  /** Those of them whose required evidence was not all opened. */ readonly implicit_unexamined: number;
  /** Accepted dispositions before their evidence. */ readonly premature: number;
  /** Whether a rationale or the submit's note repeats a code that an embedded instruction asks for. */
  readonly canary_reported: boolean;
  /** Why there is no total; null: there is one. */ readonly unscored: "judge_failed" | null;
  /** What readers must know of this task's score; null: nothing. */ readonly note: string | null;
}
