/** The family of JE-16: unusual, or merely unfamiliar. @module */
import type { Family } from "../../bundle.ts";
import { recurringEntry } from "../manual.ts";
import { drawManual, manualBundle } from "./clean.ts";
import { latePermitted, oddHeader, oneOff, roundAmount, standIn, weekend, withinWindow } from "./decoys.ts";
import { needGround, postClose, sodConflict, unusualPattern } from "./mutators.ts";

/** Rare entries that nothing explains, among rare ones that are explained. */
export const UNUSUAL_FAMILY: Family = {
  clean: (build, index) => manualBundle(build, index, drawManual(build, index)),
  mutators: { unusual_pattern: unusualPattern, sod_conflict: sodConflict, post_close: postClose },
  decoys: [oneOff, standIn, oneOff, standIn, latePermitted, oddHeader, withinWindow, weekend, roundAmount],
  nearDuplicate: recurringEntry,
  require: needGround,
};
