import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { isoTime, logFileName, readTime, shortId } from "../../../../scripts/je/inspect/log_names.ts";
import { assertCode } from "../../../assert_code.ts";

Deno.test("shortId() has the form of Inspect's ids, and one for each value", () => {
  const seen = new Set<string>();
  for (let n = 0; n < 500; n++) {
    const id = shortId(["x", n]);
    assert(/^[2-9A-HJ-NP-Za-km-z]{22}$/.test(id), id);
    seen.add(id);
  }
  assertEquals([seen.size, shortId(["x", 0]), shortId({ b: 1, a: 2 })], [
    500,
    shortId(["x", 0]),
    shortId({ a: 2, b: 1 }),
  ]);
});

const TIMES: Readonly<Record<string, readonly [number, string]>> = {
  "1970-01-01T00:00:00Z": [0, "1970-01-01T00:00:00+00:00"],
  "2031-05-01T09:30:00Z": [1_935_480_600_000, "2031-05-01T09:30:00+00:00"],
  "2031-05-01T11:30:00.5+02:00": [1_935_480_600_500, "2031-05-01T09:30:00.500+00:00"],
  "2032-02-29T23:59:59.999-00:30": [1_961_627_399_999 + 1_800_000 + 0, "2032-03-01T00:29:59.999+00:00"],
};
for (const [text, [, iso]] of Object.entries(TIMES)) {
  Deno.test(`readTime() reads ${text}`, () => assertEquals(isoTime(readTime(text)), iso));
}

Deno.test("readTime() counts milliseconds since 1970", () => {
  assertEquals(readTime("2031-05-01T09:30:00Z"), Date.UTC(2031, 4, 1, 9, 30));
});

for (
  const text of [
    ...["", "today", "2031-05-01", "2031-05-01T09:30:00", "2031-05-01 09:30:00Z", "2031-5-1T09:30:00Z"],
    ...["2031-02-29T00:00:00Z", "2031-04-31T00:00:00+05:00", "2031-13-01T00:00:00Z", "2031-05-01T24:00:00Z"],
    ...["2031-05-01T23:60:00Z", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00+01:00", "2031-05-01T09:30:00.1234Z"],
  ]
) {
  Deno.test(`readTime() refuses ${JSON.stringify(text)}`, () => assertCode(() => readTime(text), "usage"));
}

Deno.test("isoTime() is what readTime() reads back, for any time", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (timeMs) => {
      assertEquals(readTime(isoTime(timeMs)), timeMs);
    }),
    { seed: 20261201 },
  );
});

Deno.test("logFileName() joins what has no underscore, slash or colon left", () => {
  const name = logFileName({ created: "2031-05-01T09:30:00+00:00", task: "a/b_c", id: "x" });
  assertEquals(name, "2031-05-01T09-30-00+00-00_a-b-c_x.json");
});
