/** Days of the calendar as `YYYY-MM-DD`, reckoned in whole numbers. @module */
import { divFloor } from "./integers.ts";

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** A day of the week. */
export type Weekday = typeof WEEKDAYS[number];

/** Days since 2001-01-01, a Monday. */
export function dayNumber(date: string): number {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const shifted = month > 2 ? year : year - 1, m = month > 2 ? month - 3 : month + 9;
  const days = 365 * shifted + divFloor(shifted, 4) - divFloor(shifted, 100) + divFloor(shifted, 400);
  return days + divFloor(153 * m + 2, 5) + day - 1 - 730_791;
}

/** The day with a number. */
export function dateOf(number: number): string {
  const z = number + 730_791, era = divFloor(z, 146_097), day = z - era * 146_097;
  const year = divFloor(day - divFloor(day, 1460) + divFloor(day, 36_524) - divFloor(day, 146_096), 365);
  const rest = day - (365 * year + divFloor(year, 4) - divFloor(year, 100));
  const m = divFloor(5 * rest + 2, 153), month = m < 10 ? m + 3 : m - 9;
  return [year + era * 400 + (month < 3 ? 1 : 0), month, rest - divFloor(153 * m + 2, 5) + 1]
    .map((part, at) => String(part).padStart(at === 0 ? 4 : 2, "0")).join("-");
}

/** The day so many days later, or earlier. */
export function addDays(date: string, days: number): string {
  return dateOf(dayNumber(date) + days);
}

/** How many days `to` is after `from`. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/** The day of the week. */
export function weekdayOf(date: string): Weekday {
  const at = dayNumber(date) % 7;
  return WEEKDAYS[at < 0 ? at + 7 : at]!;
}

/** The same day, or the Monday after a weekend. */
export function workday(date: string): string {
  const weekday = weekdayOf(date);
  return weekday === "Sat" ? addDays(date, 2) : weekday === "Sun" ? addDays(date, 1) : date;
}

/** The same day, or the Friday before a weekend. */
export function workdayBefore(date: string): string {
  const weekday = weekdayOf(date);
  return weekday === "Sat" ? addDays(date, -1) : weekday === "Sun" ? addDays(date, -2) : date;
}

/** `YYYY-MM` so many months later, or earlier. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const count = 12 * year + number - 1 + months, y = divFloor(count, 12);
  return `${String(y).padStart(4, "0")}-${String(count - 12 * y + 1).padStart(2, "0")}`;
}

/** The month's last day. */
export function monthEnd(month: string): string {
  return addDays(`${addMonths(month, 1)}-01`, -1);
}

/** The month of a day. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}
