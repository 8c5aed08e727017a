import { assertEquals } from "@std/assert/equals";
import { assertThrows } from "@std/assert/throws";
import published from "../../../experiments/repair-v1/cases.json" with { type: "json" };
import { ledgerOf, readCases, refusalText } from "../../../experiments/repair-v1/corpus.ts";
import { DISPOSITIONS } from "../../../experiments/repair-v1/evaluate.ts";
import own from "../../../experiments/repair-v1/own_cases.json" with { type: "json" };
import protocol from "../../../experiments/repair-v1/protocol.json" with { type: "json" };

const CASES = readCases(published, own);
const TEXT = Deno.readTextFileSync(new URL("../../../experiments/repair-v1/own_cases.json", import.meta.url));

Deno.test("readCases() gives 6 published cases, then 179 own ones, 28 of them to be refused", () => {
  assertEquals(CASES.map(({ source }) => source), [...Array(6).fill("published"), ...Array(179).fill("own")]);
  assertEquals(CASES.filter(({ expected }) => expected.startsWith("refused at ")).length, 28);
});

Deno.test("own_cases.json pins no rule twice by the same text of a ledger", () => {
  const texts = own.cases.map((one) => JSON.stringify([one.rule, "line" in one ? one.line : one.input, one.append]));
  assertEquals(texts.filter((text, at) => texts.indexOf(text) !== at), []);
});

Deno.test("protocol.json lists exactly the rules that own_cases.json marks as inferred", () => {
  const inferred = Object.entries(own.rules).filter(([, rule]) => rule.source === "inferred").map(([name]) => name);
  assertEquals(protocol.design.inferred.map(({ rule }) => rule).sort(), inferred.sort());
  assertEquals(protocol.design.inferred.every(({ mark }) => mark === "inferred"), true);
});

Deno.test("own_cases.json pins the disposition of every status, and protocol.json explains each", () => {
  assertEquals(own.dispositions, DISPOSITIONS);
  assertEquals(Object.keys(protocol.design.dispositions).sort(), [...new Set(Object.values(DISPOSITIONS))].sort());
});

Deno.test("own_cases.json shows every character: what is not ASCII is an escape", () => {
  assertEquals(/[^\n\x20-\x7e]/.exec(TEXT), null);
});

Deno.test("own_cases.json holds no key with an escape outside a line, as the engine may misread such keys", () => {
  const keys = [...TEXT.matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)].map(([, key]) => key ?? "");
  assertEquals([keys.length > 1_000, keys.filter((key) => key.includes("\\"))], [true, []]);
});

Deno.test("ledgerOf() appends one attempt as often as the case says", () => {
  const append = { times: 3, attempt: { valid: true } };
  const one = { id: "x", source: "own", rule: "r", expected: "", input: { a: 1, attempts: [7] }, append } as const;
  const input = { a: 1, attempts: [7] };
  assertEquals(ledgerOf({ ...one, input }), { a: 1, attempts: [7, { valid: true }, { valid: true }, { valid: true }] });
  assertEquals(ledgerOf({ ...one, input, append: null }), input);
});

Deno.test("refusalText() writes the pointer as JSON", () => {
  assertEquals([refusalText(""), refusalText('/a"')], ['refused at ""', 'refused at "/a\\""']);
});

const [first] = published.cases;
const good = { id: "x", rule: "blank", description: "d", input: { attempts: [] }, expected: { refused: "" } };
const withOwn = (one: unknown): unknown => ({ ...own, cases: [...own.cases, one] });
const { input: _, ...noInput } = good;

Deno.test("readCases() takes one own case more", () => {
  assertEquals(readCases(published, withOwn(good)).length, CASES.length + 1);
});

const BAD: readonly (readonly [name: string, published: unknown, own: unknown])[] = [
  ["cases.json is a list", [], own],
  ["cases.json has no cases", {}, own],
  ["own_cases.json has no rules", published, { ...own, rules: undefined }],
  ["own_cases.json has no dispositions", published, { ...own, dispositions: [] }],
  ["a case is no object", published, withOwn(7)],
  ["an id stands there twice", published, withOwn({ ...good, id: first!.id })],
  ["an id is empty", published, withOwn({ ...good, id: "" })],
  ["a rule is not declared", published, withOwn({ ...good, rule: "toString" })],
  ["a rule is pinned by no case", published, { ...own, rules: { ...own.rules, more: { source: "own", says: "" } } }],
  ["a case is not described", published, withOwn({ ...good, description: "" })],
  ["a case has a field more", published, withOwn({ ...good, more: 1 })],
  ["a case has no input", published, withOwn(noInput)],
  ["a case has an input and a line", published, withOwn({ ...good, line: "{}" })],
  ["a line is no text", published, withOwn({ ...noInput, line: 7 })],
  ["a line is no strict JSON", published, withOwn({ ...noInput, line: '{"a":1,"a":2}' })],
  ["a case expects nothing", published, withOwn({ ...good, expected: {} })],
  [
    "a case expects a part of an attempt",
    published,
    withOwn({ ...good, expected: { status: "complete", attemptsUsed: 0.5 } }),
  ],
  [
    "a case expects a status without a disposition",
    published,
    withOwn({ ...good, expected: { status: "done", attemptsUsed: 1 } }),
  ],
  ["a case appends to no list", published, withOwn({ ...good, input: {}, append: { times: 1, attempt: null } })],
  ["a case appends 0 times", published, withOwn({ ...good, append: { times: 0, attempt: null } })],
  ["a case appends too often", published, withOwn({ ...good, append: { times: 1_000_001, attempt: null } })],
  ["a case appends no attempt", published, withOwn({ ...good, append: { times: 1 } })],
  ["a published case gives no reason", { cases: [{ ...first, reason: "" }] }, own],
  ["a published case is a refusal", { cases: [{ ...first, expected: { refused: "" } }] }, own],
];
for (const [name, some, others] of BAD) {
  Deno.test(`readCases() throws when ${name}`, () => {
    assertThrows(() => readCases(some, others), Error);
  });
}
