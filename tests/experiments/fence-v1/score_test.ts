import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import {
  type FieldMatches,
  type Invoice,
  INVOICE_FIELDS,
  isInvoice,
  type Score,
  scoreResponse,
} from "../../../experiments/fence-v1/score.ts";

const SEED = { seed: 20261130, numRuns: 2000 };
const GOLD: Invoice = {
  supplier: "Zöe's Kite Loft",
  invoice_number: "K-7",
  invoice_date: "2026-05-06",
  due_date: null,
  currency: "EUR",
  invoice_total: "10.00",
  review_fields: ["due_date"],
};
const FULL: Invoice = { ...GOLD, due_date: "2026-06-05", review_fields: [] };
const TEXT = JSON.stringify(GOLD);
const NO_MATCH = Object.fromEntries(INVOICE_FIELDS.map((field) => [field, false])) as FieldMatches;
const ALL_MATCH = Object.fromEntries(INVOICE_FIELDS.map((field) => [field, true])) as FieldMatches;

function reasonOf(text: unknown): string | null {
  return scoreResponse(GOLD, text).reason;
}

/** The gold text with parts replaced; undefined leaves a key out. */
function edited(change: Record<string, unknown>): string {
  return JSON.stringify({ ...GOLD, ...change });
}

Deno.test("scoreResponse() accepts the right invoice, its record in the declared order", () => {
  const score = scoreResponse(GOLD, TEXT);
  const expected: Score = {
    accepted: true,
    schemaValid: true,
    fieldsCorrect: 6,
    reviewCorrect: true,
    reviewConsistent: true,
    fieldMatches: ALL_MATCH,
    reason: null,
  };
  assertEquals(score, expected);
  assertEquals(JSON.stringify(score), JSON.stringify(expected));
});

Deno.test("scoreResponse() has no reviewConsistent, and counts nothing, when the schema does not hold", () => {
  const expected: Score = {
    accepted: false,
    schemaValid: false,
    fieldsCorrect: 0,
    reviewCorrect: false,
    fieldMatches: NO_MATCH,
    reason: "Missing or extra keys",
  };
  const score = scoreResponse(GOLD, edited({ note: null }));
  assertEquals(JSON.stringify(score), JSON.stringify(expected));
});

const half = TEXT.slice(0, -1);
const REASONS: [string, string, unknown][] = [
  ["No text response", "null", null],
  ["No text response", "undefined", undefined],
  ["No text response", "the invoice as an object", GOLD],
  ["No text response", "a boxed string", new String(TEXT)],
  ["No text response", "a list of the text", [TEXT]],
  ["No text response", "a number", 7],
  ["Not one JSON value", "an empty text", ""],
  ["Not one JSON value", "whitespace", " \n"],
  ["Not one JSON value", "a byte order mark before", "\ufeff" + TEXT],
  ["Not one JSON value", "a no-break space after", TEXT + "\u00a0"],
  ["Not one JSON value", "two values", TEXT + TEXT],
  ["Not one JSON value", "a trailing comma", half + ",}"],
  ["Not one JSON value", "a comment", TEXT + " // paid"],
  ["Not one JSON value", "single quotes", TEXT.replaceAll('"', "'")],
  ["Not one JSON value", "NaN", "NaN"],
  ["Not one JSON value", "a fence", "```json\n" + TEXT + "\n```"],
  ["Not one JSON value", "a bad escape", TEXT.replace("K-7", "\\x4b-7")],
  ["Not one JSON value", "a raw line end in a string", TEXT.replace("K-7", "K\n7")],
  ["Not one JSON value", "an unfinished object", half],
  ["Not an object", "an array", `[${TEXT}]`],
  ["Not an object", "null as text", "null"],
  ["Not an object", "a number as text", "12"],
  ["Not an object", "a string as text", JSON.stringify(TEXT)],
  ["Not an object", "true", "true"],
  ["Not an object", "an array with a repeated key in it", '[{"a":1,"a":2}]'],
  ["Duplicate keys", "a key twice", half + ',"currency":"EUR"}'],
  ["Duplicate keys", "a key twice through an escape", half + ',"invoice_\\u0074otal":"10.00"}'],
  ["Duplicate keys", "a key twice, both escaped", '{"\\u0061":1,"\\u0061":1}'],
  ["Duplicate keys", "a key twice, a surrogate pair and its escapes", '{"🧾":1,"\\ud83e\\uddfe":1}'],
  ["Duplicate keys", "a key twice, a solidus and its escape", '{"/":1,"\\/":1}'],
  ["Duplicate keys", "the empty key twice", '{"":1,"":1}'],
  ["Duplicate keys", "__proto__ twice", '{"__proto__":1,"__proto__":{}}'],
  ["Duplicate keys", "__proto__ twice through an escape", '{"__proto__":1,"__pr\\u006fto__":1}'],
  ["Duplicate keys", "constructor twice", '{"constructor":1,"constructor":1}'],
  ["Duplicate keys", "an index twice", '{"1":1,"a":1,"1":1}'],
  ["Duplicate keys", "a key twice below", half + ',"note":{"a":[{"b":1,"b":1}]}}'],
  ["Duplicate keys", "a key twice in what a repeated key drops", '{"a":{"b":1,"b":1},"a":0}'],
  ["Duplicate keys", "a key twice after strings full of marks", '{"a":"\\":{\\\\","b\\"":":","a":":"}'],
  ["Missing or extra keys", "nothing", "{}"],
  ["Missing or extra keys", "an eighth key", edited({ note: "x" })],
  ["Missing or extra keys", "one key fewer", edited({ currency: undefined })],
  ["Missing or extra keys", "no review list", edited({ review_fields: undefined })],
  ["Missing or extra keys", "another key in a key's place", edited({ currency: undefined, Currency: "EUR" })],
  ["Missing or extra keys", "__proto__ in a key's place", TEXT.replace('"currency"', '"__proto__"')],
  ["Missing or extra keys", "constructor beside the seven", half + ',"constructor":1}'],
  ["Missing or extra keys", "equal keys in objects apart", '{"a":{"b":1},"c":{"b":1},"d":"a:a:"}'],
  ["Fields must be nonempty strings or null", "an empty string", edited({ supplier: "" })],
  ["Fields must be nonempty strings or null", "a number", edited({ invoice_total: 10 })],
  ["Fields must be nonempty strings or null", "false", edited({ due_date: false })],
  ["Fields must be nonempty strings or null", "a list", edited({ currency: ["EUR"] })],
  ["Fields must be nonempty strings or null", "an object", edited({ invoice_number: {} })],
  ["Fields must be nonempty strings or null", "a date that is a number", edited({ invoice_date: 20260506 })],
  ["Review fields must be sorted and unique", "a string", edited({ review_fields: "due_date" })],
  ["Review fields must be sorted and unique", "null", edited({ review_fields: null })],
  ["Review fields must be sorted and unique", "an object", edited({ review_fields: { 0: "due_date" } })],
  [
    "Review fields must be sorted and unique",
    "a list that is not sorted",
    edited({ review_fields: ["supplier", "currency"] }),
  ],
  [
    "Review fields must be sorted and unique",
    "fields in the order of the schema",
    edited({ review_fields: [...INVOICE_FIELDS] }),
  ],
  [
    "Review fields must be sorted and unique",
    "a name twice",
    edited({ review_fields: ["due_date", "due_date"] }),
  ],
  ["Review fields must be sorted and unique", "an unknown name", edited({ review_fields: ["due"] })],
  ["Review fields must be sorted and unique", "its own name", edited({ review_fields: ["review_fields"] })],
  ["Review fields must be sorted and unique", "a number in it", edited({ review_fields: [1] })],
  ["Review fields must be sorted and unique", "null in it", edited({ review_fields: ["currency", null] })],
  ["Review fields must be sorted and unique", "a list in it", edited({ review_fields: [["due_date"]] })],
  ["Review fields must be sorted and unique", "an inherited name", edited({ review_fields: ["toString"] })],
];

for (const [reason, name, text] of REASONS) {
  Deno.test(`scoreResponse() says "${reason}" for ${name}`, () => assertEquals(reasonOf(text), reason));
}

for (
  const [name, text, reason] of [
    ["duplicates before the keys", '{"a":1,"a":1}', "Duplicate keys"],
    ["the keys before the values", edited({ supplier: "", note: 1 }), "Missing or extra keys"],
    [
      "the values before the dates",
      edited({ invoice_date: "soon", currency: 1 }),
      "Fields must be nonempty strings or null",
    ],
    [
      "the dates before the review list",
      edited({ invoice_date: "soon", review_fields: "x" }),
      "Noncanonical or impossible date",
    ],
    [
      "the schema before the comparison",
      edited({ supplier: "Other", review_fields: "x" }),
      "Review fields must be sorted and unique",
    ],
  ] as const
) {
  Deno.test(`scoreResponse() names ${name}`, () => assertEquals(reasonOf(text), reason));
}

const DAYS = [
  "0000-01-01",
  "0000-02-29",
  "0001-01-01",
  "1600-02-29",
  "2000-02-29",
  "2024-02-29",
  "2026-01-31",
  "2026-04-30",
  "2026-12-31",
  "2400-02-29",
  "9999-12-31",
];
const NO_DAYS = [
  "1900-02-29",
  "2100-02-29",
  "2026-02-29",
  "2024-02-30",
  "2026-02-31",
  "2026-04-31",
  "2026-06-31",
  "2026-09-31",
  "2026-11-31",
  "2026-01-32",
  "2026-00-10",
  "2026-13-01",
  "2026-99-99",
  "2026-01-00",
  "0000-00-00",
  "2026-1-01",
  "2026-01-1",
  "26-01-01",
  "02026-01-01",
  "-2026-01-01",
  "+002026-01-01",
  "20260101",
  "2026/01/01",
  "01.01.2026",
  "2026-01-01T00:00:00Z",
  "2026-01-01 ",
  " 2026-01-01",
  "2026-01-01\n",
  "2026-W01-1",
  "2026-001",
  "２０２６-01-01",
  "٢٠٢٦-01-01",
  "2026–01–01",
  "today",
  "null",
];

for (const field of ["invoice_date", "due_date"]) {
  for (const day of DAYS) {
    Deno.test(`scoreResponse() takes ${field} ${day} for a day`, () => {
      assertEquals(reasonOf(edited({ [field]: day })), null);
    });
  }
  for (const day of NO_DAYS) {
    Deno.test(`scoreResponse() says "Noncanonical or impossible date" for ${field} ${JSON.stringify(day)}`, () => {
      assertEquals(reasonOf(edited({ [field]: day })), "Noncanonical or impossible date");
    });
  }
}

Deno.test("scoreResponse() takes exactly the days of four centuries", () => {
  for (let year = 1999; year < 2400; year++) {
    for (let month = 1; month <= 12; month++) {
      const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
      const day = (date: number): string => `${year}-${String(month).padStart(2, "0")}-${date}`;
      const text = (date: number): string => edited({ invoice_date: day(date) });
      assertEquals([reasonOf(text(last)), reasonOf(text(last + 1))], [
        null,
        "Noncanonical or impossible date",
      ]);
    }
  }
});

for (const field of INVOICE_FIELDS) {
  Deno.test(`scoreResponse() says which field is wrong when ${field} is`, () => {
    const wrong = field.endsWith("_date") ? "2031-01-01" : "other";
    const score = scoreResponse(FULL, JSON.stringify({ ...FULL, [field]: wrong }));
    assertEquals(score, {
      accepted: false,
      schemaValid: true,
      fieldsCorrect: 5,
      reviewCorrect: true,
      reviewConsistent: true,
      fieldMatches: { ...ALL_MATCH, [field]: false },
      reason: null,
    });
  });
  Deno.test(`scoreResponse() does not take null for a right ${field}, or a text for a right null`, () => {
    const blank = { ...FULL, [field]: null, review_fields: [field] };
    assertEquals(scoreResponse(FULL, JSON.stringify(blank)).accepted, false);
    assertEquals(scoreResponse(blank, JSON.stringify(FULL)).accepted, false);
    assertEquals(scoreResponse(blank, JSON.stringify(blank)).accepted, true);
  });
}

for (
  const [name, change] of [
    ["another case", { supplier: "zöe's kite loft" }],
    ["a space more", { supplier: "Zöe's Kite Loft " }],
    ["another normal form", { supplier: "Zöe's Kite Loft".normalize("NFD") }],
    ["an equal number", { invoice_total: "10.0" }],
    ["the word null", { supplier: "null" }],
    ["another spelling of the currency", { currency: "eur" }],
  ] as const
) {
  Deno.test(`scoreResponse() counts five fields for ${name}`, () => {
    const { accepted, fieldsCorrect } = scoreResponse(GOLD, edited(change));
    assertEquals([accepted, fieldsCorrect], [false, 5]);
  });
}

for (
  const [name, gold, review, correct, consistent] of [
    ["a review list that leaves out a null", GOLD, [], false, false],
    ["a review list that names too much", GOLD, ["currency", "due_date"], false, false],
    ["a review list that names another field", GOLD, ["currency"], false, false],
    ["a wrong review list on both sides", { ...GOLD, review_fields: [] }, [], true, false],
    [
      "a review list that is right and not the gold one",
      { ...GOLD, review_fields: [] },
      ["due_date"],
      false,
      true,
    ],
  ] as const
) {
  Deno.test(`scoreResponse() refuses ${name}`, () => {
    const score = scoreResponse(gold, edited({ review_fields: review }));
    const { accepted, fieldsCorrect, reviewCorrect } = score;
    const seen = [accepted, fieldsCorrect, reviewCorrect, score.schemaValid && score.reviewConsistent];
    assertEquals(seen, [false, 6, correct, consistent]);
  });
}

Deno.test("scoreResponse() accepts all six null when all six are for review", () => {
  const blank = Object.fromEntries(INVOICE_FIELDS.map((field) => [field, null]));
  const gold = { ...blank, review_fields: [...INVOICE_FIELDS].sort() } as unknown as Invoice;
  assertEquals(scoreResponse(gold, JSON.stringify(gold)).accepted, true);
});

Deno.test("scoreResponse() reads an escaped key and keys in any order", () => {
  const turned = Object.fromEntries(Object.entries(GOLD).reverse());
  const text = JSON.stringify(turned, null, "\t").replace('"currency"', '"c\\u0075rrency"');
  assertEquals(scoreResponse(GOLD, ` ${text}\r\n`).accepted, true);
});

for (
  const [name, text, reason] of [
    ["arrays", "[".repeat(1e6) + "]".repeat(1e6), "Not an object"],
    ["arrays in an object", '{"a":' + "[".repeat(1e6) + "]".repeat(1e6) + "}", "Missing or extra keys"],
    ["objects", '{"a":'.repeat(3e5) + "1" + "}".repeat(3e5), "Missing or extra keys"],
    [
      "objects, a key twice at the bottom",
      '{"a":'.repeat(3e5) + '{"b":1,"b":1}' + "}".repeat(3e5),
      "Duplicate keys",
    ],
    ["arrays that never end", "[".repeat(1e6), "Not one JSON value"],
    ["objects in 8192 bytes", '{"":'.repeat(1638) + "1" + "}".repeat(1638), "Missing or extra keys"],
    ["many keys", `{${Array.from({ length: 1e5 }, (_, i) => `"k${i}":0`).join()}}`, "Missing or extra keys"],
    ["a long string", `{"a":"${'\\\\\\"'.repeat(5e5)}"}`, "Missing or extra keys"],
  ] as const
) {
  Deno.test(`scoreResponse() copes with deep or long text: ${name}`, () => assertEquals(reasonOf(text), reason));
}

type Tree = { readonly members: readonly (readonly [key: string, spelled: string, value: Tree | string])[] };

const keys = fc.constantFrom(
  ["", '""'],
  ["a", '"a"'],
  ["a", '"\\u0061"'],
  ["__proto__", '"__proto__"'],
  ["__proto__", '"\\u005f_proto__"'],
  ["constructor", '"constructor"'],
  ["0", '"0"'],
  ["0", '"\\u0030"'],
  [':"{', '":\\"{"'],
  ["\\", '"\\\\"'],
  ["\\", '"\\u005C"'],
  ["é", '"é"'],
) as fc.Arbitrary<[string, string]>;
const leaves = fc.constantFrom("1", '"a"', '":"', '"\\"a\\":1"', "null", "[]", '[{"a":1},{"a":1}]', "{}");
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    members: fc.array(
      fc.tuple(keys, fc.oneof({ depthSize: "small", withCrossShrink: true }, leaves, tie("tree")))
        .map(([[key, spelled], value]) => [key, spelled, value] as const),
      { maxLength: 3 },
    ),
  }),
}));

function spell({ members }: Tree): string {
  return `{${members.map(([, key, part]) => `${key} : ${typeof part === "string" ? part : spell(part)}`).join(",")}}`;
}

function repeats({ members }: Tree): boolean {
  const own = new Set(members.map(([key]) => key)).size < members.length;
  return own || members.some(([, , part]) => typeof part !== "string" && repeats(part));
}

Deno.test("scoreResponse() finds a repeated key exactly where a tree was spelled with one", () => {
  let count = 0;
  fc.assert(
    fc.property(tree, (root) => {
      if (repeats(root)) count++;
      assertEquals(reasonOf(spell(root)), repeats(root) ? "Duplicate keys" : "Missing or extra keys");
    }),
    { ...SEED, numRuns: 5000 },
  );
  assertEquals(count > 500 && count < 4500, true, `${count} of 5000 repeat a key`);
});

const nearInvoices = fc.record({
  supplier: fc.oneof(fc.constant(GOLD.supplier), fc.jsonValue()),
  invoice_number: fc.oneof(fc.constant(GOLD.invoice_number), fc.constant(null)),
  invoice_date: fc.oneof(fc.constant(GOLD.invoice_date), fc.string()),
  due_date: fc.constantFrom(null, "2026-06-05", ""),
  currency: fc.constantFrom("EUR", null),
  invoice_total: fc.constantFrom("10.00", 10),
  review_fields: fc.oneof(
    fc.constantFrom(["due_date"], [], "due_date"),
    fc.subarray([...INVOICE_FIELDS].sort()),
  ),
}, { requiredKeys: ["supplier", "invoice_date", "currency", "review_fields"] }).map((value) => JSON.stringify(value));

Deno.test("scoreResponse() is total, and accepts exactly when every part of its record is right", () => {
  const anything = fc.oneof(nearInvoices, fc.json(), fc.string({ unit: "binary" }), fc.anything());
  fc.assert(
    fc.property(anything, (text) => {
      const score = scoreResponse(GOLD, text);
      const right = score.schemaValid && score.fieldsCorrect === 6 && score.reviewCorrect &&
        score.reviewConsistent;
      assertEquals(score.accepted, right);
      assertEquals(score.fieldsCorrect, Object.values(score.fieldMatches).filter((match) => match).length);
      assertEquals(score.schemaValid, score.reason === null);
      if (score.accepted) assertEquals(JSON.parse(text as string), GOLD);
    }),
    SEED,
  );
});

for (
  const [name, value, is] of [
    ["an invoice", GOLD, true],
    ["an invoice about a paper with an impossible date", { ...GOLD, invoice_date: "2026-02-30" }, true],
    ["an invoice with a key more", { ...GOLD, note: 1 }, false],
    ["an invoice with a key fewer", { supplier: "a" }, false],
    ["an invoice with an empty field", { ...GOLD, currency: "" }, false],
    [
      "an invoice whose review list is not sorted",
      { ...GOLD, review_fields: ["supplier", "currency"] },
      false,
    ],
    ["an invoice without a review list", { ...GOLD, review_fields: null }, false],
    ["a list", [GOLD], false],
    ["null", null, false],
    ["a text", TEXT, false],
  ] as const
) {
  Deno.test(`isInvoice() says ${is} for ${name}`, () => assertEquals(isInvoice(value), is));
}
