import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { decimalText, moneyText, parseMoney } from "../../../../experiments/je-v1/env/money.ts";

for (
  const [minor, currency, text] of [
    [123_456, "USD", "USD 1,234.56"],
    [-123_456_789, "EUR", "EUR -1,234,567.89"],
    [5, "USD", "USD 0.05"],
    [1_234_567, "JPY", "JPY 1,234,567"],
    [1_234, "KWD", "KWD 1.234"],
    [0, "KWD", "KWD 0.000"],
  ] as const
) {
  Deno.test(`moneyText() writes ${minor} minor units as ${text}`, () => assertEquals(moneyText(minor, currency), text));
}

Deno.test("parseMoney() takes back what moneyText() writes", () => {
  const currency = fc.constantFrom("USD" as const, "EUR" as const, "JPY" as const, "KWD" as const);
  fc.assert(
    fc.property(
      fc.maxSafeInteger(),
      currency,
      (minor, code) => assertEquals(parseMoney(moneyText(minor, code)), minor),
    ),
    { seed: 3 },
  );
});

for (
  const text of [
    "1,234.56",
    "USD 1.2",
    "USD 1.234",
    "JPY 1.00",
    "GBP 1.00",
    "USD 99999999999999.99",
    "USD one",
    "USD  1.00",
  ]
) {
  Deno.test(`parseMoney() takes no money from ${JSON.stringify(text)}`, () => assertEquals(parseMoney(text), null));
}

Deno.test("decimalText() has no separators", () => assertEquals(decimalText(-123_456_789, "USD"), "-1234567.89"));
