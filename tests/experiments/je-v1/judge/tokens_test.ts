import { assertEquals } from "@std/assert/equals";
import { bareDigits, factsIn, seenIn, tokensIn, wasSeen } from "../../../../experiments/je-v1/judge/tokens.ts";

const FACTS: readonly (readonly [name: string, text: string, ...tokens: string[]])[] = [
  ["bare digits", "booked 138000 here", "138000"],
  ["separators and decimals", "USD 1,234.56.", "123456"],
  ["three decimals", "KWD 12,345.678", "12345678"],
  ["a number at the end of a sentence", "It is 4500.", "4500"],
  ["a list of numbers", "100000, 200000 and 300000", "100000", "200000", "300000"],
  ["a sign", "off by -500", "500"],
  ["leading zeros", "no 00123", "123"],
  ["zero", "it is 000", "0"],
  ["a currency without a space", "USD1,234.56 or 1500EUR", "123456", "1500"],
  ["a day", "on 2031-03-04", "2031-03-04"],
  ["a month", "in 2031-03.", "2031-03"],
  ["an entry and a document", "JE-0A1B2C3D with D-ZZZZZZZZ", "JE-0A1B2C3D", "D-ZZZZZZZZ"],
  ["keys and requisitions", "U-07, V-104 and RQ-10234", "U-07", "V-104", "RQ-10234"],
  ["a policy", "(POL-3WM)", "POL-3WM"],
  ["words with digits", "tax code S20, 20th, Q3"],
  ["words in capitals", "PRE-PAID and CUT-OFF"],
  ["part of a word", "sub-account"],
  ["a rate", "1.0843", "10843"],
  ["an account", "account 6100 for 2000", "6100", "2000"],
];
for (const [name, text, ...tokens] of FACTS) {
  Deno.test(`factsIn() reads facts when a text holds ${name}`, () => {
    assertEquals(factsIn(text).map(({ token }) => token), tokens);
  });
}

Deno.test("factsIn() tells kinds apart when a text holds all of them", () => {
  assertEquals(factsIn("U-07 paid 1,200 on 2031-03-04").map(({ kind }) => kind), ["code", "number", "day"]);
});
Deno.test("tokensIn() keeps words with digits when facts leave them out", () => {
  assertEquals([...tokensIn("S20 of 1,000")], ["S20", "1000"]);
});
Deno.test("bareDigits() agrees with itself when one amount is written in two ways", () => {
  assertEquals(bareDigits("1,234.56"), bareDigits("123456"));
});

const SEEN = seenIn(["policy POL-TIE, 2031-03"], [
  { data: { total_minor: -120_000, lines: [{ memo: "see D-00000001" }], ok: true, none: null } },
  { body: "Total: USD 99.50\nDate: 2031-03-04" },
  { total_minor: 120_000 },
]);
const SHOWN: readonly (readonly [token: string, step: number, wanted: boolean])[] = [
  ["120000", 1, true],
  ["120000", 0, false],
  ["D-00000001", 1, true],
  ["9950", 1, false],
  ["9950", 2, true],
  ["2031-03-04", 2, true],
  ["POL-TIE", 0, true],
  ["2031-03", 0, true],
  ["777", 9, false],
];
for (const [token, step, wanted] of SHOWN) {
  Deno.test(`wasSeen() is ${wanted} when ${token} is asked for before step ${step}`, () => {
    assertEquals(wasSeen(SEEN, token, { step }), wanted);
  });
}
