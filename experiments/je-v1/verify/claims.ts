/** Claims that an entry is unusual, and whether a profile of its population stood behind each. @module */
import type { Envelope } from "../env/envelope.ts";
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

/** The ids of the profiles that back the claims of final dispositions, by entry: what such a disposition may well cite. */
export function backingProfiles(evidence: Evidence): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    claimsOf(evidence).map((claim) => [
      claim.je_id,
      new Set(profilesBehind(evidence, claim).map(({ observation }) => idOf(observation))),
    ]),
  );
}

function idOf(observation: Envelope): string {
  return observation.ok ? String(observation.data.evidence_id) : "";
}

/** The final dispositions that claim their entry to be unusual. */
function claimsOf({ world, finals }: Evidence): Decision[] {
  const known = new Set(world.entries.map(({ je_id }) => je_id));
  return [...finals.values()].filter((decision) => isClaim(decision) && known.has(decision.je_id));
}

/** The calls before a claim that made a profile behind it. */
function profilesBehind({ world, sealed, steps }: Evidence, { je_id, step_idx }: Decision): Step[] {
  const entry = world.entries.find((each) => each.je_id === je_id)!;
  const dimensions = sealed.entries.find((each) => each.je_id === je_id)?.claim_dimensions ?? [];
  const admitting = (where: Where): boolean => admits(where, entry, { facts: indexOf(world).facts.get(je_id)! });
  return steps.filter((step) => step.step_idx < step_idx && isProfileOf(step, { dimensions, admitting }));
}

/** The metric: all claims backed. `num` and `den` are backed claims and claims, also where there is no value. */
export function baselineBeforeClaim(evidence: Evidence): Metric {
  const { task, toolsEnabled } = evidence, claims = claimsOf(evidence);
  const isBacked = (claim: Decision): boolean => profilesBehind(evidence, claim).length > 0;
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
  wanted: { dimensions: readonly string[]; admitting: (where: Where) => boolean },
): boolean {
  if (tool !== "population_profile" || !observation.ok || !isJsonObject(args)) return false;
  const { dimensions, admitting } = wanted, { dimension, where } = args;
  if (dimensions.length > 0 && !dimensions.some((each) => each === dimension)) return false;
  return admitting((isJsonObject(where) ? where : {}) as Where);
}
