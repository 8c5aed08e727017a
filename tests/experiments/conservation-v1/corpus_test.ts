import { assertEquals } from "@std/assert/equals";
import { assertThrows } from "@std/assert/throws";
import own from "../../../experiments/conservation-v1/own_vectors.json" with { type: "json" };
import published from "../../../experiments/conservation-v1/vectors.json" with { type: "json" };
import protocol from "../../../experiments/conservation-v1/protocol.json" with { type: "json" };
import { readVectors, refusalText } from "../../../experiments/conservation-v1/corpus.ts";

const FOLDER = new URL("../../../experiments/conservation-v1/", import.meta.url);
const VECTORS = readVectors(published, own);

Deno.test("readVectors() gives 5 published vectors, then 156 own ones, 50 of them to be refused", () => {
  assertEquals(VECTORS.map(({ source }) => source), [...Array(5).fill("published"), ...Array(156).fill("own")]);
  assertEquals(VECTORS.filter(({ expected }) => expected.startsWith("refused at ")).length, 50);
});

Deno.test("readVectors() gives vectors whose inputs all differ from each other", () => {
  assertEquals(new Set(VECTORS.map(({ input }) => JSON.stringify(input))).size, VECTORS.length);
});

Deno.test("readVectors() gives a line's input as parseStrict reads it", () => {
  const vector = VECTORS.find(({ id }) => id === "delta-key-escape");
  assertEquals((vector?.input as { delta_fields: unknown }).delta_fields, { 'a"b': 1 });
});

Deno.test("protocol.json lists every rule that own_vectors.json marks as inferred, where it is, and no other", () => {
  const inferred = Object.entries(own.rules).filter(([, rule]) => rule.inferred)
    .map(([name, { where }]) => [name, where]);
  assertEquals(protocol.design.inferred.map(({ rule, where }) => [rule, where]).sort(), inferred.sort());
  assertEquals(protocol.design.inferred.every(({ mark }) => mark === "inferred"), true);
});

for (const { rule, where } of protocol.design.inferred) {
  Deno.test(`protocol.json names for ${rule} a place that says inferred`, () => {
    const [, symbol, file] = /^(?:(\w+) in )?(\w+\.ts)$/.exec(where) ?? [];
    const source = Deno.readTextFileSync(new URL(file ?? "", FOLDER));
    if (symbol === undefined) return assertEquals(source.includes("inferred"), true);
    const at = source.indexOf(`function ${symbol}(`);
    const comment = source.slice(source.lastIndexOf("/**", at), at);
    assertEquals([at > 0, comment.includes("inferred")], [true, true]);
  });
}

Deno.test("own_vectors.json and vectors.json show every character: what cannot be seen is an escape", () => {
  for (const name of ["own_vectors.json", "vectors.json"]) {
    const source = Deno.readTextFileSync(new URL(name, FOLDER));
    assertEquals(/[^\n\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/u.exec(source), null);
    assertEquals(source.normalize("NFC"), source);
  }
});

Deno.test("own_vectors.json holds no key with an escape outside a line, as the engine may misread such keys", () => {
  const source = Deno.readTextFileSync(new URL("own_vectors.json", FOLDER));
  const keys = [...source.matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)].map(([, key]) => key ?? "");
  assertEquals(keys.length > 1000, true);
  assertEquals(keys.filter((key) => key.includes("\\")), []);
});

Deno.test("refusalText() writes the pointer as JSON", () => {
  assertEquals([refusalText(""), refusalText('/a"')], ['refused at ""', 'refused at "/a\\""']);
});

type Changed = Record<string, unknown>;
const [first] = published.vectors;
const changedFirst = (change: Changed): unknown => ({
  ...published,
  vectors: [{ ...first, ...change }, ...published.vectors.slice(1)],
});
const ownVector: Changed = { id: "x", rule: "text-bytes", description: "d", input: {}, refused: "/spec_bytes_utf8" };
const withOwn = (vector: unknown): unknown => ({ ...own, vectors: [...own.vectors, vector] });
const without = (key: string): unknown =>
  withOwn(Object.fromEntries(Object.entries(ownVector).filter(([name]) => name !== key)));

const BROKEN: [string, unknown, unknown][] = [
  ["null in place of the published vectors", null, own],
  ["a document without vectors", {}, own],
  ["a published vector that is null", { vectors: [null] }, own],
  ["a published vector that is misnumbered", changedFirst({ n: 2 }), own],
  ["a published vector without a description", changedFirst({ description: "" }), own],
  ["a published vector with a field more", changedFirst({ note: "" }), own],
  ["a published text with a blank more", changedFirst({ expected: '[{"kind": "conforming"}]' }), own],
  ["published findings of another kind", changedFirst({ expected_findings: [] }), own],
  ["null in place of the own vectors", published, null],
  ["own vectors without rules", published, { vectors: [] }],
  ["rules that no vector pins", published, { ...own, rules: { ...own.rules, "other": {} } }],
  ["an own vector that is a text", published, withOwn("x")],
  ["an own vector twice", published, withOwn(own.vectors[3])],
  ["an undeclared rule", published, withOwn({ ...ownVector, rule: "toString" })],
  ["both an input and a line", published, withOwn({ ...ownVector, line: "{}" })],
  ["both findings and a refusal", published, withOwn({ ...ownVector, expected: "[]" })],
  ["a refusal at a number", published, withOwn({ ...ownVector, refused: 1 })],
  ["an empty description", published, withOwn({ ...ownVector, description: "" })],
  ...["id", "rule", "description", "input", "refused"].map((key): [string, unknown, unknown] => [
    `an own vector without ${key}`,
    published,
    without(key),
  ]),
];
for (const [name, publishedDocument, ownDocument] of BROKEN) {
  Deno.test(`readVectors() refuses ${name}`, () => {
    assertThrows(() => readVectors(publishedDocument, ownDocument), Error, "Cannot read the vectors");
  });
}

Deno.test("readVectors() refuses a line that is no JSON", () => {
  const { input: _, ...rest } = ownVector;
  assertThrows(() => readVectors(published, withOwn({ ...rest, line: "{" })), Error, "Cannot read the JSON text");
  assertThrows(() => readVectors(published, withOwn({ ...rest, line: 1 })), Error, "Cannot read the vectors");
});

Deno.test("readVectors() judges nothing: a wrong text that could be one is read", () => {
  assertEquals(readVectors(published, withOwn(ownVector)).at(-1)?.expected, 'refused at "/spec_bytes_utf8"');
});
