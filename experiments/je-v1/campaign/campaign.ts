/** The offline campaign: what the protocol's decision is made on. @module */
import type { Tier } from "../env/model.ts";
import { mulDiv } from "../env/integers.ts";
import { TASKS } from "../env/tasks.ts";
import { sanityOf, type SanityRow } from "./sanity.ts";

/** The seeds of the campaign. */
export const CAMPAIGN_SEEDS: readonly number[] = [1, 2, 3, 4, 5];

/** What the campaign comes to. */
export interface CampaignSummary {
  /** Tasks played. */ readonly tasks: number;
  /** Episodes played, replayed and scored. */ readonly episodes: number;
  /** Episodes whose replay drifted. */ readonly drifted: number;
  /** Least total of the oracle. */ readonly oracle_least: number;
  /** Most of the budget that the oracle took, in parts per million. */ readonly oracle_budget_share: number;
  /** Greatest outcome of approve-all, flag-all and hold-all. */ readonly constants_greatest_outcome: number;
  /** Mean of random over all tasks. */ readonly random_mean: number;
  /** Mean of the regenerator over all tasks. */ readonly regenerator_mean: number;
  /** Least mean of the solver over a task. */ readonly solver_least_mean: number;
  /** Means of the heuristic by tier. */ readonly heuristic_means: Readonly<Record<Tier, number>>;
  /** Whether those fall from tier to tier. */ readonly heuristic_falls: boolean;
  /** Bounds that an agent broke, as `task agent: what`. */ readonly problems: readonly string[];
  /** How many those are. */ readonly problem_count: number;
}

/** Plays it; a row for each agent on each task.
 * @param out Takes rows, and how many tasks of all are done. */
export function runCampaign(
  out: { row: (row: SanityRow) => void; progress: (done: number, total: number) => void },
): CampaignSummary {
  const rows: SanityRow[] = [];
  TASKS.forEach((task, done) => {
    out.progress(done, TASKS.length);
    for (const row of sanityOf(task, CAMPAIGN_SEEDS)) {
      out.row(row);
      rows.push(row);
    }
  });
  return summarise(rows);
}

function summarise(rows: readonly SanityRow[]): CampaignSummary {
  const of = (...agents: string[]): SanityRow[] => rows.filter(({ agent }) => agents.includes(agent));
  const tierMean = (tier: Tier): number => {
    const ids = TASKS.filter((task) => task.tier === tier).map(({ id }) => id);
    return meanOf(of("heuristic").filter(({ task_id }) => ids.includes(task_id)));
  };
  const heuristic_means = { L1: tierMean("L1"), L2: tierMean("L2"), L3: tierMean("L3"), L4: tierMean("L4") };
  const { L1, L2, L3, L4 } = heuristic_means;
  const problems = rows.flatMap(({ task_id, agent, problems: found }) =>
    found.map((what) => `${task_id} ${agent}: ${what}`)
  );
  return {
    tasks: new Set(rows.map(({ task_id }) => task_id)).size,
    episodes: rows.reduce((sum, { totals }) => sum + totals.length, 0),
    drifted: rows.reduce((sum, row) => sum + row.drifted, 0),
    oracle_least: Math.min(...of("oracle").flatMap(({ totals }) => totals)),
    oracle_budget_share: Math.max(...of("oracle").map((row) => mulDiv(row.max_steps, 1_000_000, row.step_budget))),
    constants_greatest_outcome: Math.max(...of("approve-all", "flag-all", "hold-all").map((row) => row.max_outcome)),
    ...{ random_mean: meanOf(of("random")), regenerator_mean: meanOf(of("regenerator")) },
    solver_least_mean: Math.min(...of("solver").map(({ mean }) => mean)),
    ...{ heuristic_means, heuristic_falls: L1 > L2 && L2 > L3 && L3 > L4 },
    ...{ problems, problem_count: problems.length },
  };
}

function meanOf(rows: readonly SanityRow[]): number {
  return mulDiv(rows.reduce((sum, { mean }) => sum + mean, 0), 1, rows.length);
}
