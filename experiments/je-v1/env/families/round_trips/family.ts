/** The family of JE-15: round trips. @module */
import type { Family } from "../../bundle.ts";
import { drawMovement, movementBundle } from "./clean.ts";
import { namedChain, openChain, repeatedMovement, repeatedRent, roundAmount } from "./decoys.ts";
import { circularFlow, misclassified, needHop } from "./mutators.ts";

/** Rings of three hops, and settlements on a wrong account. */
export const ROUND_TRIPS_FAMILY: Family = {
  clean: (build, index) => movementBundle(build, index, drawMovement(build, index)),
  mutators: { circular_flow: circularFlow, misclassified },
  decoys: [namedChain, openChain, repeatedRent, roundAmount],
  nearDuplicate: repeatedMovement,
  require: needHop,
};
