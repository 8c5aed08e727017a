/** Claims that an entry is unusual, and whether a profile of its population stood behind each. @module */
import type { Entry } from "../env/model.ts";
import { admits } from "../env/search.ts";
import type { Where } from "../env/view.ts";
import { indexOf } from "../env/world_index.ts";
import { UNUSUAL } from "../judge/lexicon.ts";
import { isJsonObject } from "../../../kernel/json_value.ts";
import type { Evidence, Metric, NullReason } from "./metrics.ts";
import type { Decision } from "./opened.ts";
import { ONE_PPM } from "./ratio.ts";
import type { Step } from "./step.ts";

const DEFINITION =
  "whether every final flag that claims an entry to be unusual has an earlier profile that admits the entry, by a dimension that fits the claim; all or nothing, parts per million";

/** Whether a final disposition claims that its entry is unusual: a flag of that class, or one whose rationale says so. */
export function isClaim({ disposition, defect_class, rationale }: Decision): boolean {
  return disposition === "flag" && (defect_class === "unusual_pattern" || UNUSUAL.test(rationale));
}

/** The metric: all claims backed. `num` and `den` are backed claims and claims, also where there is no value. */
export function baselineBeforeClaim({ world, sealed, task, toolsEnabled, steps, finals }: Evidence): Metric {
  const entries = new Map(world.entries.map((entry) => [entry.je_id, entry]));
  const dimensions = new Map(sealed.entries.map((entry) => [entry.je_id, entry.claim_dimensions]));
  const claims = [...finals.values()].filter((decision) => isClaim(decision) && entries.has(decision.je_id));
  const admitting = (where: Where, entry: Entry): boolean =>
    admits(where, entry, { facts: indexOf(world).facts.get(entry.je_id)! });
  const isBacked = ({ je_id, step_idx }: Decision): boolean =>
    steps.some((step) =>
      step.step_idx < step_idx &&
      isProfileOf(step, { entry: entries.get(je_id)!, dimensions: dimensions.get(je_id) ?? [], admitting })
    );
  const num = claims.filter(isBacked).length, den = claims.length;
  const reason = reasonWithout({ isOffered: task.tools.includes("population_profile"), toolsEnabled, den });
  const parts = { num, den, definition: DEFINITION, status: "inferred" } as const;
  return reason === null ? { value: num === den ? ONE_PPM : 0, ...parts } : { value: null, ...parts, reason };
}

function reasonWithout(
  given: { isOffered: boolean; toolsEnabled: readonly string[]; den: number },
): NullReason | null {
  if (!given.isOffered) return "not_offered";
  if (!given.toolsEnabled.includes("population_profile")) return "tool_withheld";
  return given.den === 0 ? "no_claims" : null;
}

/** Whether a call made a profile that admits an entry, by one of the dimensions; none given means any. */
function isProfileOf(
  { tool, args, observation }: Step,
  wanted: {
    entry: Entry;
    dimensions: readonly string[];
    admitting: (where: Where, entry: Entry) => boolean;
  },
): boolean {
  if (tool !== "population_profile" || !observation.ok || !isJsonObject(args)) return false;
  const { entry, dimensions, admitting } = wanted, { dimension, where } = args;
  if (dimensions.length > 0 && !dimensions.some((each) => each === dimension)) return false;
  return admitting((isJsonObject(where) ? where : {}) as Where, entry);
}
