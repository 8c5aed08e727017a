/** The family of JE-13: post-close and top-side entries. @module */
import type { Family } from "../../bundle.ts";
import { recurringEntry } from "../manual.ts";
import { adjustmentBundle, drawAdjustment } from "./clean.ts";
import {
  belowLimit,
  lastDay,
  latePermitted,
  leaveApart,
  namedMemo,
  olderMemo,
  roundAmount,
  withinWindow,
} from "./decoys.ts";
import { estimateUnsupported, needBasis, noMemo, postClose } from "./mutators.ts";

/** Defects in leave, support and estimates; late entries with leave among the decoys. */
export const TOPSIDE_FAMILY: Family = {
  clean: (build, index) => adjustmentBundle(build, index, drawAdjustment(build, index)),
  mutators: { post_close: postClose, unsupported: noMemo, estimate_unsupported: estimateUnsupported },
  decoys: [latePermitted, leaveApart, namedMemo, withinWindow, roundAmount, belowLimit, lastDay, olderMemo],
  nearDuplicate: recurringEntry,
  require: needBasis,
};
