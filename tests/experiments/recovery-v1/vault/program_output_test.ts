import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { PermafrostError } from "../../../../kernel/error.ts";
import { reasonOf, toJsonLine, toPlainText } from "../../../../experiments/recovery-v1/vault/program_output.ts";
import { isObeyed } from "../../../cli_io.ts";

Deno.test("toJsonLine() keeps every value, on one line without anything that a terminal obeys", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const line = toJsonLine(value);
      assertEquals(JSON.parse(line), JSON.parse(JSON.stringify(value)));
      assertEquals([line.indexOf("\n"), isObeyed(line)], [line.length - 1, false]);
    }),
    { seed: 4, numRuns: 300 },
  );
});

Deno.test("toPlainText() holds nothing that a terminal obeys, whatever the value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      assertEquals(isObeyed(toPlainText(value)), false);
    }),
    { seed: 5, numRuns: 300 },
  );
});

const TEXTS: readonly [string, unknown, string][] = [
  ["an object", { a_b: 1, c: null, d: "x" }, "a b: 1\nc: none\nd: x\n"],
  ["a nested object", { a: { b: 1, c: 2 } }, "a:\n  b: 1\n  c: 2\n"],
  ["a list of objects", [{ a: 1, b: 2 }, { a: 3, b: 4 }], "- a: 1\n  b: 2\n- a: 3\n  b: 4\n"],
  ["a list in an object", { a: ["x", "y"] }, "a:\n  - x\n  - y\n"],
  ["an empty list", [], "none\n"],
  ["an empty list in an object", { a: [] }, "a: none\n"],
  ["control characters", { a: "x\n\u001b[31m\u202e\u{e0001}" }, "a: x\\u000a\\u001b[31m\\u202e\\udb40\\udc01\n"],
];
for (const [name, value, expected] of TEXTS) {
  Deno.test(`toPlainText() writes ${name}`, () => assertEquals(toPlainText(value), expected));
}

Deno.test("reasonOf() gives code and message of a coded error", () => {
  assertEquals(
    reasonOf(new PermafrostError("vault-missing", "Cannot x: y\u001b")),
    "vault-missing: Cannot x: y\\u001b",
  );
});

Deno.test("reasonOf() gives only the kind of any other error, whose message may name a path", () => {
  const error = new Deno.errors.NotCapable('Requires read access to "/home/someone"');
  assertEquals(reasonOf(error), "internal: Cannot go on: an unforeseen NotCapable");
});
