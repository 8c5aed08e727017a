/** Under which condition an episode was played: what must be equal for scores to be pooled (je.md, section 9). @module */
import { type Sha256, sha256Hex } from "../../../kernel/digest.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import type { RunConfig } from "../config/contract.ts";
import { defaultKnobs, KNOBS } from "../env/knobs.ts";
import { ENV_VERSION } from "../env/instantiate.ts";
import { taskOf } from "../env/tasks.ts";
import { panelOf } from "../judge/panel.ts";

/** A condition of a task. */
export interface Condition {
  /** SHA-256 of what makes it. */ readonly hash: Sha256;
  /** `full`, or `withheld:` and the tools that are, with commas. */ readonly label: string;
  /** Whether all is the task's default: knobs, tools and step budget. Only then it counts across tasks. */
  readonly isDefault: boolean;
}

/** The condition of a configuration under a set of judges. The seed, the model and the sweep are no part of it. */
export function conditionOf(
  config: RunConfig,
  options: { readonly judges: readonly string[]; readonly env_version?: string },
): Condition {
  const { task_id, generator, tools_enabled, tools_withheld, step_budget, scoring } = config;
  const { judges, env_version = ENV_VERSION } = options, task = taskOf(task_id)!, defaults = defaultKnobs(task);
  const parts = { generator, tools_enabled, step_budget, weights: scoring.weights, judges, env_version };
  return {
    hash: sha256Hex(canonicalize(parts)),
    label: tools_withheld.length === 0 ? "full" : `withheld:${tools_withheld.join(",")}`,
    isDefault: tools_withheld.length === 0 && step_budget === task.step_budget &&
      KNOBS.every((knob) => generator[knob] === defaults[knob]),
  };
}

/** The judges that a configuration has without a model among them: the deterministic ones of its tier. */
export function judgeSetOf({ tier }: Pick<RunConfig, "tier">): string[] {
  return panelOf(tier).map((variant) => `deterministic/${variant}`);
}
