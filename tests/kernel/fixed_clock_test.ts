import { assertEquals } from "@std/assert/equals";
import { fixedClockUrl } from "../../kernel/fixed_clock.ts";

const INSTANT = "2020-02-29T03:04:05.678Z";
const AT = Date.parse(INSTANT);

/** Each expression with what it gives under the fixed clock, in one process. */
const EXPRESSIONS: readonly [string, unknown][] = [
  ["Date.now()", AT],
  ["new Date().getTime()", AT],
  ["new Date().toISOString()", INSTANT],
  ["Date()", "Sat Feb 29 2020 03:04:05 GMT+0000 (Coordinated Universal Time)"],
  ["new Date(5).getTime()", 5],
  ["new Date(2000, 0, 1).getTime()", Date.UTC(2000, 0, 1)],
  ["String(new Date(undefined))", "Invalid Date"],
  ["new Date('2001-01-01').getTime()", Date.UTC(2001, 0, 1)],
  ["Date.parse('1970-01-01T00:00:01Z')", 1000],
  ["Date.UTC(1970, 0, 1)", 0],
  ["Date.name + Date.length", "Date7"],
  ["new Date() instanceof Date", true],
  ["new (class extends Date { more() { return 1; } })().getTime()", AT],
  ["new (class extends Date { more() { return 1; } })().more()", 1],
  ["Reflect.construct(Date, [], Object) instanceof Date", false],
  ["new Date().constructor === Date", true],
  ["new (new Date().constructor)().getTime()", AT],
  ["structuredClone(new Date()).getTime()", AT],
  ["new (Object.getPrototypeOf(structuredClone(new Date())).constructor)().getTime()", AT],
  ["new Date().getTimezoneOffset()", 0],
  ["Object.prototype.toString.call(new Date())", "[object Date]"],
  ["new Intl.DateTimeFormat('en', { timeStyle: 'long' }).format()", "3:04:05 AM UTC"],
  ["new Intl.DateTimeFormat('en', { timeStyle: 'long' }).format(undefined)", "3:04:05 AM UTC"],
  ["new Intl.DateTimeFormat('en').format(0)", "1/1/1970"],
  ["new Intl.DateTimeFormat('en').formatToParts().map((part) => part.value).join('')", "2/29/2020"],
  ["new Date(0).toLocaleDateString('en')", "1/1/1970"],
  ["performance.now()", 0],
  ["performance.timeOrigin", AT],
  ["Performance.prototype.now.call(performance)", 0],
  ["Temporal.Now.instant().epochMilliseconds", AT],
  ["Temporal.Now.timeZoneId()", "UTC"],
  ["Temporal.Now.zonedDateTimeISO().toString()", "2020-02-29T03:04:05.678+00:00[UTC]"],
  ["Temporal.Now.zonedDateTimeISO('Asia/Tokyo').hour", 12],
  ["Temporal.Now.plainDateISO().toString()", "2020-02-29"],
  ["Temporal.Now.plainTimeISO().toString()", "03:04:05.678"],
  ["Temporal.Now.plainDateTimeISO('Asia/Tokyo').toString()", "2020-02-29T12:04:05.678"],
  ["process.hrtime.bigint().toString()", "0"],
  ["process.uptime()", 0],
  ["caught(() => { Date = class {}; })", "TypeError"],
  ["caught(() => { Date.now = () => 1; })", "TypeError"],
  ["caught(() => { Date.prototype.constructor = null; })", "TypeError"],
  ["caught(() => { delete globalThis.Date; })", "TypeError"],
  ["caught(() => Object.defineProperty(Date, 'now', { value: 1 }))", "TypeError"],
  ["caught(() => Object.defineProperty(performance, 'now', { value: 1 }))", "TypeError"],
  ["caught(() => Object.defineProperty(Temporal.Now, 'instant', { value: 1 }))", "TypeError"],
];

const code = `import process from "node:process";
const caught = (act) => { try { act(); return "no error"; } catch (error) { return error.name; } };
console.log(JSON.stringify([${EXPRESSIONS.map(([expression]) => `(() => ${expression})()`).join(",\n")}]));`;
const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
  args: ["run", "--quiet", `--preload=${fixedClockUrl(INSTANT)}`, `data:text/javascript,${encodeURIComponent(code)}`],
  env: { TZ: "UTC", NO_COLOR: "1" },
}).output();
const text = new TextDecoder().decode(stdout);
const values: unknown[] = text === "" ? [] : JSON.parse(text);
EXPRESSIONS.forEach(([expression, expected], index) => {
  Deno.test(`fixedClockUrl() fixes time when a module asks for ${expression}`, () => {
    assertEquals(values[index], expected, new TextDecoder().decode(stderr));
  });
});
