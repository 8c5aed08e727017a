import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { keyOf, REDACTED, redactor } from "../../../../scripts/je/chat/secret.ts";
import { assertCode } from "../../../assert_code.ts";
import { PLANTED } from "./chat_models.ts";

Deno.test("keyOf() reads the one variable that is named", () => {
  const asked: string[] = [];
  assertEquals(keyOf("CHAT_KEY", (name) => (asked.push(name), PLANTED)), PLANTED);
  assertEquals(asked, ["CHAT_KEY"]);
  assertEquals(keyOf(undefined, (name) => (asked.push(name), PLANTED)), null);
  assertEquals(asked, ["CHAT_KEY"]);
});

const refused: [what: string, name: string, value: string | undefined][] = [
  ["is not set", "CHAT_KEY", undefined],
  ["is empty", "CHAT_KEY", ""],
  ["holds a line end", "CHAT_KEY", `${PLANTED}\n`],
  ["holds a text too short to be told from others", "CHAT_KEY", "key"],
  ["has a name that would be two", "CHAT_KEY,HOME", PLANTED],
  ["has a name that would be all", "*", PLANTED],
];
for (const [what, name, value] of refused) {
  Deno.test(`keyOf() throws usage, without the value, when the variable ${what}`, () => {
    assertCode(() => keyOf(name, () => value), "usage");
    const message = String(thrownBy(() => keyOf(name, () => value)));
    assertEquals(value !== undefined && value.length > 3 && message.includes(value), false);
  });
}

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

const escaped: [how: string, text: (key: string) => string][] = [
  ["as it is", (key) => key],
  ["as JSON", (key) => JSON.stringify(key)],
  ["as JSON in JSON in JSON", (key) => JSON.stringify(JSON.stringify(JSON.stringify({ key })))],
  ["by escapes of JSON", (key) => units(key, (hex) => `\\u00${hex}`)],
  ["by escapes of JSON in capitals", (key) => units(key, (hex) => `\\u00${hex.toUpperCase()}`)],
  ["by escapes of JSON in JSON", (key) => JSON.stringify(units(key, (hex) => `\\u00${hex}`))],
  ["as JSON with every slash escaped", (key) => JSON.stringify(key).replaceAll("/", "\\/")],
  ["as part of an address", (key) => encodeURIComponent(key)],
];

function units(text: string, write: (hex: string) => string): string {
  return [...text].map((char) => write(char.charCodeAt(0).toString(16).padStart(2, "0"))).join("");
}

for (const [how, textOf] of escaped) {
  Deno.test(`redactor() takes out any key that is written ${how}`, () => {
    const chars = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at));
    const keys = fc.array(fc.constantFrom(...chars), { minLength: 8, maxLength: 40 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(keys, (key) => {
        const clean = redactor(key)(`before ${textOf(key)} after ${textOf(key)}`);
        assertEquals(clean.split(REDACTED).length, 3);
        assertEquals(clean.includes(key), false);
      }),
      { seed: 20261201, numRuns: 200 },
    );
  });
}

Deno.test("redactor() leaves JSON that it takes a key out of JSON", () => {
  const text = JSON.stringify({ a: `\\${PLANTED}"\n`, b: [JSON.stringify({ key: PLANTED })] });
  const value = JSON.parse(redactor(PLANTED)(text));
  assertEquals(JSON.parse(value.b[0]), { key: REDACTED });
});

Deno.test("redactor() changes nothing without a key", () => {
  assertEquals(redactor(null)(PLANTED), PLANTED);
});

Deno.test("redactor() does not hang when a long text is all escapes", () => {
  const text = "\\".repeat(1_000_000); // a search that starts anew at each of them would take hours
  assertEquals(redactor(PLANTED)(text) === text, true);
});
