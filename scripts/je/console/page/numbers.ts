/** Numbers as the page writes them. @module */
import { decimal } from "../../../../experiments/je-v1/sweep/aggregate_text.ts";

/** What stands where there is no number. */
export const NONE = "–";

/** Millionths as a decimal with six places, or a dash. */
export function share(ppm: number | null | undefined): string {
  return ppm === null || ppm === undefined ? NONE : decimal(ppm);
}

/** The same with its sign. */
export function signedShare(ppm: number | null): string {
  return ppm !== null && ppm > 0 ? `+${share(ppm)}` : share(ppm);
}

/** A whole number with its thousands apart. */
export function grouped(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  return `${value < 0 ? "-" : ""}${String(Math.abs(value)).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f")}`;
}

/** Both ends of an interval, or a dash. */
export function interval(ends: { readonly low: number; readonly high: number } | null): string {
  return ends === null ? NONE : `${share(ends.low)} to ${share(ends.high)}`;
}

/** A count with its noun. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}
