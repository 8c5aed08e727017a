/** Which family makes which task. @module */
import type { Family } from "../bundle.ts";
import { ACCRUALS_FAMILY } from "./accruals/family.ts";
import { CHAINS_FAMILY } from "./chains/family.ts";
import { INTERCOMPANY_FAMILY } from "./intercompany/family.ts";
import { PURCHASE_FAMILIES } from "./purchase/families.ts";
import { ROUND_TRIPS_FAMILY } from "./round_trips/family.ts";
import { SIDE_TERMS_FAMILY } from "./side_terms/family.ts";
import { TOPSIDE_FAMILY } from "./topside/family.ts";
import { UNUSUAL_FAMILY } from "./unusual/family.ts";

/** By task. */
export const FAMILIES: Readonly<Record<string, Family>> = {
  ...PURCHASE_FAMILIES,
  "JE-09": ACCRUALS_FAMILY,
  "JE-11": INTERCOMPANY_FAMILY,
  "JE-12": CHAINS_FAMILY,
  "JE-13": TOPSIDE_FAMILY,
  "JE-14": SIDE_TERMS_FAMILY,
  "JE-15": ROUND_TRIPS_FAMILY,
  "JE-16": UNUSUAL_FAMILY,
};
