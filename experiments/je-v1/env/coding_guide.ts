/** The coding guide: which account each kind of cost belongs to. @module */
import { UNIT_MINOR } from "./money.ts";
import type { Currency } from "./model.ts";
import { POLICY } from "./policies.ts";

/** A kind of cost. */
export interface Nature {
  /** How documents name it. */ readonly name: string;
  /** The expense account, by code. */ readonly account: string;
  /** Whether goods are received, or else a service is performed. */ readonly isGoods: boolean;
  /** Years of use. */ readonly years: number;
}

/** Every kind of cost that documents name. */
export const NATURES: readonly Nature[] = [
  { name: "printer paper and toner", account: "6000", isGoods: true, years: 0 },
  { name: "desks and shelving", account: "6000", isGoods: true, years: 8 },
  { name: "pump overhaul", account: "6100", isGoods: false, years: 0 },
  { name: "bench drill", account: "6100", isGoods: true, years: 6 },
  { name: "design software, yearly licence", account: "6200", isGoods: false, years: 1 },
  { name: "process consulting", account: "6300", isGoods: false, years: 0 },
  { name: "rail and hotel booking", account: "6400", isGoods: false, years: 0 },
  { name: "road haulage", account: "6500", isGoods: false, years: 0 },
  { name: "warehouse rent", account: "6600", isGoods: false, years: 0 },
  { name: "electricity supply", account: "6700", isGoods: false, years: 0 },
  { name: "safety training", account: "6800", isGoods: false, years: 0 },
  { name: "steel sheet", account: "5000", isGoods: true, years: 0 },
  { name: "network switch", account: "6200", isGoods: true, years: 5 },
];

/** The account for lasting goods at or above the limit. */
export const EQUIPMENT = "1500";

/** From this cost of one piece on, lasting goods are assets; in minor units of the currency. */
export function capitalisationLimit(currency: Currency): number {
  return POLICY.capitalisationUnits * UNIT_MINOR[currency];
}

/** The account for a kind of cost at a price for one piece in minor units; undefined for a kind that is not listed. */
export function accountFor(nature: string, unitMinor: number, currency: Currency): string | undefined {
  const found = NATURES.find(({ name }) => name === nature);
  const isLasting = found !== undefined && found.isGoods && found.years >= POLICY.capitalisationYears;
  return isLasting && unitMinor >= capitalisationLimit(currency) ? EQUIPMENT : found?.account;
}
