/** A clock that stands still, as a module that runs before the experiment. @module */

/**
 * Writes the JavaScript that fixes time in the main realm: Date, performance.now and Temporal.Now. Workers and
 * node:vm contexts keep the real clock (specs/sandbox.md section 6); running twice shows what still varies.
 *
 * @param instant ISO 8601 instant in UTC.
 * @returns A `data:` URL for `deno run --preload`.
 */
export function fixedClockUrl(instant: string): string {
  const code = `
const at = ${new Date(instant).getTime()};
const fix = (owner, key, value) => Object.defineProperty(owner, key, { value, writable: false, configurable: false });
const RealDate = Date;
const FixedDate = function Date(...args) {
  if (new.target === undefined) return new RealDate(at).toString();
  return Reflect.construct(RealDate, args.length === 0 ? [at] : args, new.target);
};
Object.defineProperty(FixedDate, "length", { value: 7 });
fix(FixedDate, "prototype", RealDate.prototype);
RealDate.prototype.constructor = FixedDate;
fix(FixedDate, "now", () => at);
fix(FixedDate, "parse", RealDate.parse);
fix(FixedDate, "UTC", RealDate.UTC);
fix(globalThis, "Date", FixedDate);
fix(performance, "now", () => 0);
fix(performance, "timeOrigin", at);
if (globalThis.Temporal) {
  const { Now, Instant } = Temporal;
  const instant = () => Instant.fromEpochMilliseconds(at);
  const zoned = (zone = "UTC") => instant().toZonedDateTimeISO(zone);
  fix(Now, "instant", instant);
  fix(Now, "zonedDateTimeISO", zoned);
  fix(Now, "plainDateTimeISO", (zone) => zoned(zone).toPlainDateTime());
  fix(Now, "plainDateISO", (zone) => zoned(zone).toPlainDate());
  fix(Now, "plainTimeISO", (zone) => zoned(zone).toPlainTime());
  fix(Now, "timeZoneId", () => "UTC");
}`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
