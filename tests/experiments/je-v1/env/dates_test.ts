import { assertEquals } from "@std/assert/equals";
import * as dates from "../../../../experiments/je-v1/env/dates.ts";

const DAY_MS = 86_400_000;

Deno.test("dateOf() and dayNumber() agree with the calendar on every day of a hundred years", () => {
  const first = Date.UTC(1999, 0, 1) / DAY_MS, zero = Date.UTC(2001, 0, 1) / DAY_MS;
  for (let day = first; day < first + 36_525; day++) {
    const text = new Date(day * DAY_MS).toISOString().slice(0, 10), number = day - zero;
    if (dates.dateOf(number) !== text || dates.dayNumber(text) !== number) assertEquals(dates.dateOf(number), text);
  }
});

for (
  const [date, weekday, workday, before] of [
    ["2031-06-06", "Fri", "2031-06-06", "2031-06-06"],
    ["2031-06-07", "Sat", "2031-06-09", "2031-06-06"],
    ["2031-06-08", "Sun", "2031-06-09", "2031-06-06"],
    ["2000-01-01", "Sat", "2000-01-03", "1999-12-31"],
  ] as const
) {
  Deno.test(`weekdayOf() and the workdays around are right on ${date}`, () => {
    assertEquals([dates.weekdayOf(date), dates.workday(date), dates.workdayBefore(date)], [weekday, workday, before]);
  });
}

Deno.test("addMonths() crosses years both ways", () => {
  assertEquals([dates.addMonths("2031-11", 3), dates.addMonths("2031-02", -3)], ["2032-02", "2030-11"]);
});

Deno.test("monthEnd() knows leap years", () => {
  assertEquals([dates.monthEnd("2032-02"), dates.monthEnd("2031-02")], ["2032-02-29", "2031-02-28"]);
});

Deno.test("daysBetween() counts days, and addDays() takes them back", () => {
  assertEquals(dates.daysBetween("2031-12-30", "2032-01-02"), 3);
  assertEquals(dates.addDays("2032-01-02", -3), "2031-12-30");
});

Deno.test("monthOf() is the month of a day", () => assertEquals(dates.monthOf("2031-12-30"), "2031-12"));
