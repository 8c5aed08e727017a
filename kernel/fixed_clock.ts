/** A clock that stands still, as a module that runs before the experiment. @module */

/** A `data:` URL for `deno run --preload` that fixes time in the main realm at an ISO 8601 instant: Date, Intl,
 * performance, Temporal.Now. Workers keep the real clock (specs/sandbox.md section 6), as do the dates of files. */
export function fixedClockUrl(instant: string): string {
  const code = `
const at = ${new Date(instant).getTime()};
const fix = (owner, values) => {
  for (const key in values) Object.defineProperty(owner, key, { value: values[key], writable: false, configurable: false });
};
const RealDate = Date;
function FixedDate(...args) {
  return new.target ? Reflect.construct(RealDate, args.length ? args : [at], new.target) : new RealDate(at).toString();
}
Object.defineProperties(FixedDate, { name: { value: "Date" }, length: { value: 7 } });
fix(FixedDate, { prototype: RealDate.prototype, now: () => at, parse: RealDate.parse, UTC: RealDate.UTC });
fix(RealDate.prototype, { constructor: FixedDate });
const Format = Intl.DateTimeFormat.prototype;
const { get } = Object.getOwnPropertyDescriptor(Format, "format");
Object.defineProperty(Format, "format", { configurable: false, get() { return (date = at) => get.call(this)(date); } });
const { formatToParts } = Format;
fix(Format, { formatToParts(date = at) { return formatToParts.call(this, date); } });
fix(Performance.prototype, { now: () => 0 });
fix(performance, { now: () => 0, timeOrigin: at });
const { Now, Instant } = Temporal;
const zoned = (zone = "UTC") => Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
fix(Now, { instant: () => Instant.fromEpochMilliseconds(at), zonedDateTimeISO: zoned, timeZoneId: () => "UTC" });
for (const kind of ["DateTime", "Date", "Time"]) fix(Now, { ["plain" + kind + "ISO"]: (zone) => zoned(zone)["toPlain" + kind]() });
fix(globalThis, { Date: FixedDate });
`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
