import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import cases from "../../../experiments/fence-v1/cases.json" with { type: "json" };
import { readCases } from "../../../experiments/fence-v1/corpus.ts";
import { evaluateCase, type FenceParts, summarize } from "../../../experiments/fence-v1/evaluate.ts";
import { mutatedLoader } from "../../mutated_modules.ts";

const CASES = readCases(cases);
const ROWS = CASES.map((item) => evaluateCase(item));
const loadParts = mutatedLoader<FenceParts>("fence-v1", ["normalize.ts", "score.ts", "top_members.ts"]);

Deno.test("summarize() counts strict 3 of 11, single-fence 11 of 11, both 38 of 38, all 49 agreed", () => {
  assertEquals(summarize(ROWS), {
    strict: {
      allowedAccepted: 3,
      allowedPlanned: 11,
      prohibitedRejected: 38,
      prohibitedPlanned: 38,
      falseAccepts: 0,
    },
    singleFence: {
      allowedAccepted: 11,
      allowedPlanned: 11,
      prohibitedRejected: 38,
      prohibitedPlanned: 38,
      falseAccepts: 0,
    },
    agreement: { planned: 49, candidates: 49, labels: 49, agreed: 49 },
  });
});

Deno.test("summarize() counts false accepts, missed answers and disagreement apart", () => {
  const [allowed, prohibited] = [ROWS.find(({ id }) => id === "bare"), ROWS.find(({ id }) => id === "bom")];
  if (allowed === undefined || prohibited === undefined) throw new Error("no such rows");
  const rows = [
    { ...allowed, category: "reject-content", expectationMatched: false },
    { ...prohibited, category: "allowed", candidateUnchanged: false },
    { ...prohibited, candidateUnchanged: false, expectationMatched: false },
    allowed,
  ];
  const counts = {
    allowedAccepted: 1,
    allowedPlanned: 2,
    prohibitedRejected: 1,
    prohibitedPlanned: 2,
    falseAccepts: 1,
  };
  assertEquals(summarize(rows), {
    strict: counts,
    singleFence: counts,
    agreement: { planned: 4, candidates: 2, labels: 2, agreed: 1 },
  });
});

for (const row of ROWS) {
  Deno.test(`evaluateCase() comes as declared for ${row.id}`, () => {
    const { strict, normalized, candidateUnchanged, expectationMatched } = row;
    const seen = {
      strict: strict.accepted,
      normalized: normalized.accepted,
      candidateUnchanged,
      expectationMatched,
    };
    assertEquals(seen, {
      strict: row.expectedStrictAccepted,
      normalized: row.expectedAccepted,
      candidateUnchanged: true,
      expectationMatched: true,
    });
  });
}

Deno.test("evaluateCase() gives a row with its declared fields, in order, that is plain JSON", () => {
  for (const row of ROWS) {
    assertEquals(Object.keys(row), [
      "id",
      "category",
      "expectedAccepted",
      "expectedStrictAccepted",
      "rawEligible",
      "candidate",
      "strict",
      "normalized",
      "candidateUnchanged",
      "expectationMatched",
    ]);
    assertEquals(Object.keys(row.candidate), ["ok", "mode", "text", "reason"]);
    assertEquals(JSON.parse(JSON.stringify(row)), row);
  }
});

Deno.test("evaluateCase() runs no code of a raw answer", () => {
  const item = CASES.find(({ id }) => id === "trailing-comma-javascript");
  assertEquals([String(item?.raw).includes("globalThis.wasEvaluated = true"), "wasEvaluated" in globalThis], [
    true,
    false,
  ]);
  if (item !== undefined) evaluateCase({ ...item, raw: "`${globalThis.wasEvaluated = true}`" });
  assertEquals("wasEvaluated" in globalThis, false);
});

Deno.test("evaluateCase() reads no raw answer that is not eligible", () => {
  const ids = ROWS.filter((row) => !row.rawEligible).map(({ id }) => id);
  assertEquals(ids, ["over-limit-bare", "over-limit-fenced", "over-limit-width", "type-object", "type-list"]);
  for (const row of ROWS.filter((row) => !row.rawEligible)) {
    assertEquals([row.strict.reason, row.normalized.reason], ["No text response", "No text response"]);
  }
});

for (
  const [id, candidate, normalized] of [
    ["prose-before-and-after", "not_single_object", "No text response"],
    ["label-upper-case", "invalid_fence", "No text response"],
    ["over-limit-width", "too_large", "No text response"],
    ["type-list", "not_string", "No text response"],
    ["trailing-comma-javascript", null, "Not one JSON value"],
    ["duplicate-key", null, "Duplicate keys"],
    ["duplicate-key-escaped", null, "Duplicate keys"],
    ["extra-field", null, "Missing or extra keys"],
    ["missing-field", null, "Missing or extra keys"],
    ["wrong-type", null, "Fields must be nonempty strings or null"],
    ["impossible-date", null, "Noncanonical or impossible date"],
    ["review-string", null, "Review fields must be sorted and unique"],
    ["wrong-value", null, null],
    ["inconsistent-review", null, null],
  ] as const
) {
  Deno.test(`evaluateCase() refuses ${id} for its own reason`, () => {
    const row = ROWS.find((row) => row.id === id);
    assertEquals([row?.candidate.reason, row?.normalized.reason], [candidate, normalized]);
  });
}

Deno.test("evaluateCase() accepts by single-fence whatever strict accepts", () => {
  const item = CASES[0];
  if (item === undefined) throw new Error("no case");
  const text = JSON.stringify(item.expected);
  const part = fc.constantFrom(
    " ",
    "\n",
    "\r",
    "\t",
    "\u00a0",
    "x",
    "```",
    "```json\n",
    "\n```",
    text,
    "{",
    "}",
  );
  const near = fc.tuple(fc.array(part, { maxLength: 3 }), fc.array(part, { maxLength: 3 }), fc.boolean())
    .map(([before, after, has]) => before.join("") + (has ? text : "") + after.join(""));
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(near, fc.string(), fc.json()), (raw) => {
      const { strict, normalized } = evaluateCase({ ...item, raw });
      if (strict.accepted) accepted++;
      assertEquals(strict.accepted && !normalized.accepted, false);
    }),
    { seed: 20261130, numRuns: 5000 },
  );
  assertEquals(accepted > 20, true, `only ${accepted} accepted`);
});

/** A defect: which module, what stands there, and what stands there instead. */
type Row = readonly [name: string, module: string, from: string, to: string];

const MUTANTS: readonly Row[] = [
  [
    "it coerces what is no string",
    "normalize.ts",
    'if (typeof raw !== "string") return refused("not_string");',
    "raw = String(raw);",
  ],
  [
    "it serializes what is no string",
    "normalize.ts",
    'if (typeof raw !== "string") return refused("not_string");',
    'if (typeof raw !== "string") raw = JSON.stringify(raw);',
  ],
  ["it knows no limit", "normalize.ts", 'if (!fitsLimit(raw)) return refused("too_large");', ""],
  [
    "strict knows no limit",
    "normalize.ts",
    'return typeof raw === "string" && fitsLimit(raw);',
    'return typeof raw === "string";',
  ],
  ["the limit is exclusive", "normalize.ts", "return bytes <= MAX_RAW_BYTES", "return bytes < MAX_RAW_BYTES"],
  ["the limit is one byte too high", "normalize.ts", "MAX_RAW_BYTES = 8192", "MAX_RAW_BYTES = 8193"],
  [
    "it counts code units",
    "normalize.ts",
    "return bytes <= MAX_RAW_BYTES",
    "return raw.length <= MAX_RAW_BYTES",
  ],
  ["it counts three bytes for two", "normalize.ts", "code < 0x800 ? 1 : 2", "2"],
  [
    "it measures without the fence",
    "normalize.ts",
    "if (!fitsLimit(raw))",
    "if (!fitsLimit(raw.startsWith(FENCE) ? fenceBody(raw) ?? raw : raw))",
  ],
  [
    "it trims the raw answer",
    "normalize.ts",
    "if (!raw.startsWith(FENCE))",
    "raw = raw.trim(); if (!raw.startsWith(FENCE))",
  ],
  [
    "it trims the start",
    "normalize.ts",
    "if (!raw.startsWith(FENCE))",
    "raw = raw.trimStart(); if (!raw.startsWith(FENCE))",
  ],
  [
    "it trims the end",
    "normalize.ts",
    "if (!raw.startsWith(FENCE))",
    "raw = raw.trimEnd(); if (!raw.startsWith(FENCE))",
  ],
  [
    "it drops blank lines before",
    "normalize.ts",
    "if (!raw.startsWith(FENCE))",
    'raw = raw.replace(/^[\\r\\n]+/, ""); if (!raw.startsWith(FENCE))',
  ],
  [
    "it allows an indented opener",
    "normalize.ts",
    "if (!raw.startsWith(FENCE))",
    'raw = raw.replace(/^ {1,3}/, ""); if (!raw.startsWith(FENCE))',
  ],
  [
    "it drops a byte order mark",
    "normalize.ts",
    "if (!raw.startsWith(FENCE))",
    'raw = raw.replace(/^\\ufeff/, ""); if (!raw.startsWith(FENCE))',
  ],
  ["it returns a bare text trimmed", "normalize.ts", 'framed("bare", raw)', 'framed("bare", raw.trim())'],
  [
    "it returns a fenced text trimmed",
    "normalize.ts",
    'framed("single-fence", body)',
    'framed("single-fence", body.trim())',
  ],
  [
    "it unifies line ends",
    "normalize.ts",
    'framed("single-fence", body)',
    'framed("single-fence", body.replaceAll("\\r\\n", "\\n"))',
  ],
  [
    "it writes the JSON anew",
    "normalize.ts",
    'framed("single-fence", body)',
    'framed("single-fence", (() => { try { return JSON.stringify(JSON.parse(body)); } catch { return body; } })())',
  ],
  ["it calls a fence bare", "normalize.ts", 'framed("single-fence", body)', 'framed("bare", body)'],
  [
    "it returns the fence with the text",
    "normalize.ts",
    'framed("single-fence", body)',
    'framed("single-fence", raw)',
  ],
  ["it takes no fence off", "normalize.ts", "const body = fenceBody(raw)", "const body = null"],
  [
    "it reads tildes as a fence",
    "normalize.ts",
    "if (!raw.startsWith(FENCE))",
    'raw = raw.replaceAll("~~~", FENCE); if (!raw.startsWith(FENCE))',
  ],
  [
    "it allows four backticks",
    "normalize.ts",
    "if (!raw.startsWith(FENCE))",
    "raw = raw.replace(/^`{4}/, FENCE).replace(/`{4}$/, FENCE); if (!raw.startsWith(FENCE))",
  ],
  [
    "it reads the label in any case",
    "normalize.ts",
    'raw.startsWith("json", FENCE.length)',
    'raw.slice(3, 7).toLowerCase() === "json"',
  ],
  [
    "it allows any label",
    "normalize.ts",
    'const label = raw.startsWith("json", FENCE.length) ? FENCE.length + 4 : FENCE.length;',
    "const label = Math.max(3, raw.search(/\\r?\\n/));",
  ],
  [
    "it allows the label javascript",
    "normalize.ts",
    "if (!raw.startsWith(FENCE))",
    "raw = raw.replace(/^```javascript/, FENCE); if (!raw.startsWith(FENCE))",
  ],
  [
    "it allows a space before the label",
    "normalize.ts",
    "if (!raw.startsWith(FENCE))",
    "raw = raw.replace(/^``` /, FENCE); if (!raw.startsWith(FENCE))",
  ],
  ["it wants a label", "normalize.ts", "FENCE.length + 4 : FENCE.length", "FENCE.length + 4 : raw.length"],
  ["it wants no label", "normalize.ts", "FENCE.length + 4 : FENCE.length", "FENCE.length : FENCE.length"],
  [
    "it opens at LF only",
    "normalize.ts",
    "text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? 2 : 0",
    "0",
  ],
  ["it closes at LF only", "normalize.ts", "text.charCodeAt(end - 2) === CR ? 2 : 1", "1"],
  [
    "it wants equal line ends",
    "normalize.ts",
    "if (start === label) return null;",
    'if (start === label || raw[label] === "\\n" && /\\r\\n`{3}\\s*$/.test(raw)) return null;',
  ],
  [
    "it allows no final line end",
    "normalize.ts",
    "raw.length - finalLineEndLength(raw, raw.length) - FENCE.length",
    "raw.length - FENCE.length",
  ],
  [
    "it allows a final LF only",
    "normalize.ts",
    "raw.length - finalLineEndLength(raw, raw.length) - FENCE.length",
    'raw.replace(/\\n$/, "").length - FENCE.length',
  ],
  [
    "it allows a final CRLF only",
    "normalize.ts",
    "raw.length - finalLineEndLength(raw, raw.length) - FENCE.length",
    'raw.replace(/\\r\\n$/, "").length - FENCE.length',
  ],
  [
    "it allows many final LF",
    "normalize.ts",
    "raw.length - finalLineEndLength(raw, raw.length) - FENCE.length",
    'raw.replace(/\\r\\n$|\\n+$/, "").length - FENCE.length',
  ],
  [
    "it allows many final CRLF",
    "normalize.ts",
    "raw.length - finalLineEndLength(raw, raw.length) - FENCE.length",
    'raw.replace(/(?:\\r\\n)+$|\\n$/, "").length - FENCE.length',
  ],
  [
    "it allows a final LF and then a CRLF",
    "normalize.ts",
    "raw.length - finalLineEndLength(raw, raw.length) - FENCE.length",
    'raw.replace(/\\n\\r\\n$|\\r?\\n$/, "").length - FENCE.length',
  ],
  [
    "it allows a space after the closer",
    "normalize.ts",
    "raw.length - finalLineEndLength(raw, raw.length) - FENCE.length",
    'raw.replace(/ $|\\r?\\n$/, "").length - FENCE.length',
  ],
  [
    "it needs no closer",
    "normalize.ts",
    "if (!raw.startsWith(FENCE, close)) return null;",
    "if (!raw.startsWith(FENCE, close)) return raw.slice(start);",
  ],
  [
    "it takes the first of several fences",
    "normalize.ts",
    "const body = fenceBody(raw)",
    "const body = raw.split(/\\n```\\n(?=```)/).length === 2 ? /\\n([^]*?)\\n```/.exec(raw)[1] : fenceBody(raw)",
  ],
  [
    "it finds a fence anywhere",
    "normalize.ts",
    "if (!raw.startsWith(FENCE))",
    "raw = /(?<![^\\n])```json\\n[^]*?\\n```/.exec(raw)?.[0] ?? raw; if (!raw.startsWith(FENCE))",
  ],
  [
    "it takes off a fence in a fence",
    "normalize.ts",
    "const body = fenceBody(raw);",
    "let body = fenceBody(raw); while (body?.startsWith(FENCE)) body = fenceBody(body);",
  ],
  [
    "it allows every Unicode space",
    "normalize.ts",
    "if (code !== SPACE && code !== TAB && code !== LF && code !== CR) break;",
    "if (!/\\s/.test(text[i])) break;",
  ],
  [
    "it allows a no-break space",
    "normalize.ts",
    "if (code !== SPACE &&",
    "if (code !== 0xa0 && code !== SPACE &&",
  ],
  [
    "it allows a zero-width space",
    "normalize.ts",
    "if (code !== SPACE &&",
    "if (code !== 0x200b && code !== SPACE &&",
  ],
  ["it allows no tab", "normalize.ts", "code !== TAB && ", ""],
  [
    "it ignores what follows the object",
    "normalize.ts",
    "return skipWhitespace(text, i + 1) === text.length",
    "return true",
  ],
  [
    "it ignores what precedes the object",
    "normalize.ts",
    "const start = skipWhitespace(text, 0);",
    'const start = Math.max(0, text.indexOf("{"));',
  ],
  [
    "it allows several objects",
    "normalize.ts",
    "--depth === 0) return skipWhitespace(text, i + 1) === text.length",
    "--depth === 0 && skipWhitespace(text, i + 1) === text.length) return true",
  ],
  [
    "it counts braces in strings",
    "normalize.ts",
    "if (code === QUOTE) i = closingQuote(text, i);",
    "if (code === QUOTE) continue;",
  ],
  [
    "it ends strings at escaped quotes",
    "normalize.ts",
    "i += text.charCodeAt(i) === BACKSLASH ? 2 : 1",
    "i++",
  ],
  [
    "it frames any JSON value",
    "normalize.ts",
    "function isSingleObject(text: string): boolean {",
    "function isSingleObject(text) { try { JSON.parse(text); return true; } catch { /* read on */ }",
  ],
  [
    "it frames JSON only",
    "normalize.ts",
    "function isSingleObject(text: string): boolean {",
    "function isSingleObject(text) { try { JSON.parse(text); } catch { return false; }",
  ],
  ["it lets the last of two keys win", "top_members.ts", "if (keys.has(name)) return null;", ""],
  [
    "it compares keys as they are spelled",
    "score.ts",
    "const members = topMembers(text);",
    'const spelled = text.match(/"(?:[^"\\\\]|\\\\.)*"(?=\\s*:)/g) ?? []; const members = new Set(spelled).size < spelled.length ? null : new Map(Object.entries(root).map(([key, part]) => [key, JSON.stringify(part)]));',
  ],
  ["it ignores extra keys", "score.ts", "keys.length === known.length && ", ""],
  [
    "it reads a missing field as null",
    "score.ts",
    "if (!hasInvoiceKeys([...members.keys()]))",
    'for (const field of INVOICE_FIELDS) if (!members.has(field)) members.set(field, "null"); if (!hasInvoiceKeys([...members.keys()]))',
  ],
  [
    "it turns numbers into text",
    "score.ts",
    "[key, parse(part)]",
    '[key, typeof parse(part) === "number" ? part.trim() : parse(part)]',
  ],
  ["it allows no null", "score.ts", "part === null || (", "("],
  [
    "it reads a text as a review list",
    "score.ts",
    "if (!isFieldList(value.review_fields))",
    'if (typeof value.review_fields === "string") value.review_fields = value.review_fields.split(","); if (!isFieldList(value.review_fields))',
  ],
  ["it takes any digits for a date", "score.ts", "return day >= 1 && day <= days;", "return true;"],
  ["it takes every year for a leap year", "score.ts", "isLeap ? 29 : 28", "29"],
  ["it takes no year for a leap year", "score.ts", "isLeap ? 29 : 28", "28"],
  [
    "it compares numbers by value",
    "score.ts",
    "invoice[field] === gold[field]",
    "invoice[field] === gold[field] || Number(invoice[field]) === Number(gold[field] ?? NaN)",
  ],
  [
    "it accepts five right fields of six",
    "score.ts",
    "fieldsCorrect === INVOICE_FIELDS.length",
    "fieldsCorrect >= 5",
  ],
  [
    "it accepts whatever has the schema",
    "score.ts",
    "const accepted = fieldsCorrect",
    "const accepted = true || fieldsCorrect",
  ],
  [
    "it ignores an inconsistent review list",
    "score.ts",
    "&& reviewCorrect && reviewConsistent;",
    "&& reviewCorrect;",
  ],
  [
    "it allows a trailing comma",
    "score.ts",
    "const root = parse(text);",
    'text = text.replace(/,(\\s*})/g, "$1"); const root = parse(text);',
  ],
  [
    "it evaluates the text",
    "score.ts",
    "const root = parse(text);",
    "try { JSON.parse(text); } catch { try { text = JSON.stringify((0, eval)(`(${text})`)) ?? text; } catch { /* no code */ } } const root = parse(text);",
  ],
  [
    "it reads a text in a text",
    "score.ts",
    "const root = parse(text);",
    'let root = parse(text); if (typeof root === "string") root = parse(text = root);',
  ],
  [
    "it reads the only element of a list",
    "score.ts",
    "const root = parse(text);",
    "let root = parse(text); if (Array.isArray(root) && root.length === 1) { [root] = root; text = JSON.stringify(root); }",
  ],
];

/** The ids of the cases that do not come as declared. */
function disagreeing(parts: FenceParts): string[] {
  return CASES.filter((item) => {
    const { candidateUnchanged, expectationMatched } = evaluateCase(item, parts);
    return !candidateUnchanged || !expectationMatched;
  }).map(({ id }) => id);
}

Deno.test("evaluateCase() agrees on every case when the modules are loaded without a defect", async () => {
  assertEquals(disagreeing(await loadParts()), []);
});

for (const [name, module, from, to] of MUTANTS) {
  Deno.test(`evaluateCase() disagrees on some case when ${name}`, async () => {
    try {
      assertEquals(disagreeing(await loadParts({ name, module, from, to })).length > 0, true, "no case catches it");
    } finally {
      Reflect.deleteProperty(globalThis, "wasEvaluated"); // one mutant evaluates what it reads
    }
  });
}
