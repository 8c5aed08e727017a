import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { fromPointer, isJsonObject, type JsonValue, toPointer, valueAt } from "../../kernel/json_value.ts";

const SEED = { seed: 6901, numRuns: 1000 };

for (
  const [value, expected] of [[{}, true], [[], false], [null, false], ["{}", false], [0, false], [
    undefined,
    false,
  ]] as const
) {
  Deno.test(`isJsonObject() gives ${expected} when asked of ${JSON.stringify(value)}`, () => {
    assertEquals(isJsonObject(value as JsonValue | undefined), expected);
  });
}

/** RFC 6901, section 5: its pointers, over a document of our own with the same kinds of keys. */
const DOCUMENT = {
  list: ["first", "second"],
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "i\\j": 4,
  'k"l': 5,
  " ": 6,
  "m~n": 7,
  "~1": 8,
  nothing: null,
};
const POINTERS: readonly [pointer: string, expected: JsonValue | undefined][] = [
  ["", DOCUMENT],
  ["/list", ["first", "second"]],
  ["/list/0", "first"],
  ["/list/1", "second"],
  ["/", 0],
  ["/a~1b", 1],
  ["/c%d", 2],
  ["/e^f", 3],
  ["/i\\j", 4],
  ['/k"l', 5],
  ["/ ", 6],
  ["/m~0n", 7],
  ["/~01", 8],
  ["/nothing", null],
  ["/list/2", undefined],
  ["/list/-", undefined],
  ["/list/00", undefined],
  ["/list/01", undefined],
  ["/list/+1", undefined],
  ["/list/1e0", undefined],
  ["/list/length", undefined],
  ["/list/0/0", undefined],
  ["/list/99999999999999999999", undefined],
  ["/a/b", undefined],
  ["/nothing/more", undefined],
  ["/constructor", undefined],
  ["/__proto__", undefined],
  ["list", undefined],
  ["/m~n", undefined],
  ["/m~2n", undefined],
  ["/~", undefined],
  ["#/list", undefined],
];
for (const [pointer, expected] of POINTERS) {
  Deno.test(`valueAt() gives ${JSON.stringify(expected)?.slice(0, 20)} when the pointer is ${JSON.stringify(pointer)}`, () => {
    assertEquals(valueAt(DOCUMENT, pointer), expected);
  });
}

Deno.test("valueAt() finds an own key when it is called __proto__", () => {
  assertEquals(valueAt(JSON.parse('{"__proto__":{"a":1}}'), "/__proto__/a"), 1);
});

Deno.test("valueAt() gives undefined when the pointer is none, whatever the document holds", () => {
  assertEquals(valueAt({ "\0": 1, x: 2 }, "x"), undefined);
});

Deno.test("fromPointer() gives back the segments when toPointer() wrote them", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (segments) => {
      assertEquals(fromPointer(toPointer(segments)), segments);
    }),
    SEED,
  );
});

Deno.test("toPointer() writes what fromPointer() read when that is a pointer", () => {
  const pointer = fc.array(fc.constantFrom("/", "~0", "~1", "a", "~", "0", "é")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(pointer, (text) => {
      const segments = fromPointer(text);
      const isPointer = text === "" || (text.startsWith("/") && !text.replaceAll(/~[01]/g, "").includes("~"));
      assertEquals(segments === null ? null : toPointer(segments), isPointer ? text : null);
    }),
    SEED,
  );
});

Deno.test("valueAt() finds every part of a document when its pointer is written from its path", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (document) => {
      const visit = (value: JsonValue, path: (string | number)[]): void => {
        assertEquals(valueAt(document as JsonValue, toPointer(path)), value);
        if (Array.isArray(value)) value.forEach((part, index) => visit(part, [...path, index]));
        else if (isJsonObject(value)) { for (const key of Object.keys(value)) visit(value[key]!, [...path, key]); }
      };
      visit(document as JsonValue, []);
    }),
    { ...SEED, numRuns: 200 },
  );
});
