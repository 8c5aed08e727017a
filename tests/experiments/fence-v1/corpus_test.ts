import { assertEquals } from "@std/assert/equals";
import { assertThrows } from "@std/assert/throws";
import cases from "../../../experiments/fence-v1/cases.json" with { type: "json" };
import { type FenceCase, readCases, structureFindings } from "../../../experiments/fence-v1/corpus.ts";

const CORPUS = readCases(cases);
const SOURCE = Deno.readTextFileSync(new URL("../../../experiments/fence-v1/cases.json", import.meta.url));

function caseOf(id: string): FenceCase {
  const found = CORPUS.find((item) => item.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
}

function rawOf(id: string): string {
  return String(caseOf(id).raw);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

Deno.test("structureFindings() finds nothing in the corpus", () => assertEquals(structureFindings(cases), []));

Deno.test("readCases() gives 49 cases, 11 allowed and 38 prohibited", () => {
  const allowed = CORPUS.filter((item) => item.category === "allowed");
  assertEquals([CORPUS.length, allowed.length, CORPUS.length - allowed.length], [49, 11, 38]);
  assertEquals(CORPUS.filter((item) => item.expectedAccepted).length, 11);
  assertEquals(CORPUS.filter((item) => item.expectedStrictAccepted).map(({ id }) => id), [
    "bare",
    "bare-whitespace",
    "exact-limit",
  ]);
});

Deno.test("readCases() gives a case at the byte limit exactly, in fewer code units", () => {
  const raw = rawOf("exact-limit");
  assertEquals([byteLength(raw), raw.length < 8192], [8192, true]);
});

for (
  const [id, isLongInUnits] of [
    ["over-limit-bare", true],
    ["over-limit-fenced", true],
    ["over-limit-width", false],
  ] as const
) {
  Deno.test(`readCases() gives ${id} one byte over the limit, ${isLongInUnits ? "over" : "under"} it in code units`, () => {
    assertEquals([byteLength(rawOf(id)), rawOf(id).length > 8192], [8193, isLongInUnits]);
  });
}

for (const id of ["over-limit-bare", "over-limit-fenced", "over-limit-width"]) {
  Deno.test(`readCases() gives ${id} with a right answer, so that only its size speaks against it`, () => {
    const inner = rawOf(id).replaceAll(/```(?:json)?/g, "");
    assertEquals(JSON.parse(inner), caseOf(id).expected);
    assertEquals(byteLength(inner) <= 8192, id === "over-limit-fenced");
  });
}

Deno.test("cases.json shows every character: what cannot be seen is an escape", () => {
  const unseen = /[^\n\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/u;
  assertEquals(unseen.exec(SOURCE), null);
  assertEquals(SOURCE.normalize("NFC") === SOURCE, true);
  assertEquals(["\\ufeff", "\\u00a0", "\\u200b"].map((escape) => SOURCE.includes(escape)), [
    true,
    true,
    true,
  ]);
});

Deno.test("cases.json holds texts that differ from each other, and descriptions too", () => {
  const distinct = (part: (item: FenceCase) => unknown) =>
    new Set(CORPUS.map((item) => JSON.stringify(part(item)))).size;
  assertEquals([distinct(({ raw }) => raw), distinct(({ description }) => description)], [49, 49]);
});

/** The corpus with one change to one case. */
function broken(index: number, change: Record<string, unknown>): unknown {
  return { ...cases, cases: CORPUS.map((item, i) => i === index ? { ...item, ...change } : item) };
}

const at = (id: string): number => CORPUS.findIndex((item) => item.id === id);
const without = (count: number): unknown => ({ ...cases, cases: CORPUS.slice(count) });
const BROKEN: [string, unknown, string][] = [
  ["null", null, ""],
  ["a list", CORPUS, ""],
  ["an object without cases", { note: "" }, ""],
  ["an undeclared field at the top", { ...cases, gold: {} }, ""],
  ["one case fewer", without(1), "/cases"],
  ["one case more", { cases: [...CORPUS, { ...CORPUS[0], id: "more" }] }, "/cases"],
  ["a case that is null", { cases: [null, ...CORPUS.slice(1)] }, "/cases/0"],
  ["a case that is a list", { cases: [[], ...CORPUS.slice(1)] }, "/cases/0"],
  ["an id twice", broken(4, { id: CORPUS[3]?.id }), "/cases/4/id"],
  ["an id with a space", broken(4, { id: "a b" }), "/cases/4/id"],
  ["an id that is a number", broken(4, { id: 4 }), "/cases/4/id"],
  ["a category nobody declared", broken(20, { category: "reject-other" }), "/cases/20/category"],
  ["an inherited category", broken(20, { category: "toString" }), "/cases/20/category"],
  ["an empty description", broken(2, { description: "" }), "/cases/2/description"],
  ["a field too many", broken(2, { note: 1 }), "/cases/2"],
  ["an invoice that lacks a field", broken(2, { expected: {} }), "/cases/2/expected"],
  ["a label that is a word", broken(2, { expectedAccepted: "true" }), "/cases/2/expectedAccepted"],
  [
    "a strict label that is null",
    broken(2, { expectedStrictAccepted: null }),
    "/cases/2/expectedStrictAccepted",
  ],
  ["a candidate that is a number", broken(2, { expectedCandidate: 1 }), "/cases/2/expectedCandidate"],
  ["a mode nobody declared", broken(2, { expectedMode: "fence" }), "/cases/2/expectedMode"],
  [
    "an allowed case that must be refused",
    broken(2, { expectedAccepted: false }),
    "/cases/2/expectedAccepted",
  ],
  [
    "a prohibited case that must be accepted",
    broken(at("bom"), { expectedAccepted: true }),
    `/cases/${at("bom")}/expectedAccepted`,
  ],
  [
    "an accepted case without a candidate",
    broken(1, { expectedCandidate: null, expectedMode: null }),
    "/cases/1/expectedCandidate",
  ],
  ["a candidate without a mode", broken(1, { expectedMode: null }), "/cases/1/expectedMode"],
  [
    "a bare candidate that is not the raw text",
    broken(0, { expectedCandidate: "{}" }),
    "/cases/0/expectedCandidate",
  ],
  [
    "a fenced candidate from elsewhere",
    broken(1, { expectedCandidate: "{7}" }),
    "/cases/1/expectedCandidate",
  ],
  [
    "a fenced candidate that is the whole raw text",
    broken(0, { expectedMode: "single-fence" }),
    "/cases/0/expectedCandidate",
  ],
  [
    "a fenced case that strict must accept",
    broken(1, { expectedStrictAccepted: true }),
    "/cases/1/expectedStrictAccepted",
  ],
  ["a control that is a text", broken(at("type-list"), { raw: "{}" }), `/cases/${at("type-list")}/raw`],
  ["a text case that is none", broken(at("bom"), { raw: 1 }), `/cases/${at("bom")}/raw`],
];

for (const [name, document, place] of BROKEN) {
  Deno.test(`structureFindings() finds ${name}`, () => {
    const findings = structureFindings(document);
    assertEquals(findings.some((finding) => finding.at === place), true, JSON.stringify(findings));
    assertThrows(() => readCases(document), Error, "Cannot read the corpus");
  });
}

for (const field of Object.keys(CORPUS[0] ?? {})) {
  Deno.test(`structureFindings() finds a case that lacks ${field}`, () => {
    const rest = Object.fromEntries(Object.entries(CORPUS[9] ?? {}).filter(([key]) => key !== field));
    const document = { cases: CORPUS.map((item, i) => i === 9 ? rest : item) };
    assertEquals(structureFindings(document)[0], { at: "/cases/9", problem: `lacks the field ${field}` });
  });
}

Deno.test("structureFindings() runs nothing of what it checks: a wrong label that could hold is no finding", () => {
  assertEquals(
    structureFindings(broken(at("label-other"), { expectedMode: "single-fence", expectedCandidate: "{" })),
    [],
  );
});
