import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { assertNotEquals } from "@std/assert/not-equals";
import fc from "fast-check";
import { createHash } from "node:crypto";
import type { ErrorCode } from "../../kernel/error.ts";
import { canonicalize } from "../../kernel/json_encode.ts";
import type { JsonValue } from "../../kernel/json_value.ts";
import {
  readResult,
  reproduciblePart,
  reproductionDigest,
  type Result,
  resultBytes,
  writeResult,
} from "../../kernel/result.ts";
import { aResult, volatileAt } from "../a_result.ts";
import { assertCode } from "../assert_code.ts";
import { inFolder } from "../in_folder.ts";

/** A plain canonical form (RFC 8785) for values without exotic numbers or text; not the kernel's code. */
function plainText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plainText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const object = value as Record<string, unknown>;
  return `{${Object.keys(object).sort().map((key) => `${JSON.stringify(key)}:${plainText(object[key])}`).join(",")}}`;
}

function plainDigest(part: unknown): string {
  return createHash("sha256").update(plainText(part), "utf8").digest("hex");
}

const CRITERIA = [{ id: "n", at: "/summary/n", equals: 1 }, { id: "ms", at: "/rows/0/ms", atMost: 10 }];

Deno.test("reproductionDigest() is the SHA-256 of the plain canonical form when nothing is volatile", () => {
  const { id, manifestSha256, decision, summary, rows, reproductionSha256 } = aResult({}, CRITERIA);
  assertEquals(reproductionSha256, plainDigest({ id, manifestSha256, decision, summary, rows }));
});

Deno.test("reproductionDigest() agrees with plain code when pointers are volatile", () => {
  const rows = [{ ms: 5, ok: true }, { ms: 6, ok: false }];
  const result = aResult({
    rows,
    summary: { n: 1, times: [1, 2, 3], at: { ms: 9 } },
    ...volatileAt("/rows/*/ms", "/summary/times/1", "/summary/at/ms"),
  }, CRITERIA);
  const expected = {
    id: "tiny-v1",
    manifestSha256: "a".repeat(64),
    decision: {
      met: true,
      criteria: [
        { id: "n", at: "/summary/n", expected: { equals: 1 }, observed: 1, met: true },
        { id: "ms", at: "/rows/0/ms", expected: { atMost: 10 }, met: true },
      ],
    },
    summary: { n: 1, times: [1, null, 3], at: {} },
    rows: [{ ok: true }, { ok: false }],
  };
  assertEquals(reproduciblePart(result) as unknown, expected);
  assertEquals(reproductionDigest(result), plainDigest(expected));
});

const LIST: JsonValue = [1, [2, { a: 3 }], { a: { b: 4 }, c: 5 }];
const POINTERS: readonly [pointers: readonly string[], summary: JsonValue | undefined][] = [
  [[], LIST],
  [["/summary"], undefined],
  [["/summary/0"], [null, [2, { a: 3 }], { a: { b: 4 }, c: 5 }]],
  [["/summary/*"], [null, null, null]],
  [["/summary/*/a"], [1, [2, { a: 3 }], { c: 5 }]],
  [["/summary/*/*"], [1, [null, null], {}]],
  [["/summary/1/1/a", "/summary/2/c"], [1, [2, {}], { a: { b: 4 } }]],
  [["/summary/2/a", "/summary/2/a/b"], [1, [2, { a: 3 }], { c: 5 }]],
  [["/summary/2/a/b", "/summary/2/a"], [1, [2, { a: 3 }], { c: 5 }]],
  [["/summary/3"], LIST],
  [["/summary/length"], LIST],
  [["/summary/00"], LIST],
  [["/summary/-"], LIST],
  [["/summary/0/a"], LIST],
  [["/summary/2/constructor"], LIST],
  [["/summary/2/__proto__"], LIST],
  [["/rows/0"], LIST],
];
for (const [pointers, summary] of POINTERS) {
  Deno.test(`reproduciblePart() leaves ${JSON.stringify(summary)} when ${JSON.stringify(pointers)} are volatile`, () => {
    const result = aResult({ summary: LIST, ...volatileAt(...pointers) });
    const before = canonicalize(result);
    assertEquals(reproduciblePart(result)["summary"], summary);
    assertEquals(canonicalize(result), before);
  });
}

const SPECIAL: readonly [pointer: string, summary: string, left: string][] = [
  ["/summary/a~1b", '{"a/b":1,"c":2}', '{"c":2}'],
  ["/summary/m~0n", '{"m~n":1,"c":2}', '{"c":2}'],
  ["/summary/", '{"":1,"c":2}', '{"c":2}'],
  ["/summary/__proto__", '{"__proto__":1,"c":2}', '{"c":2}'],
  ["/summary/c", '{"__proto__":{"c":1},"c":2}', '{"__proto__":{"c":1}}'],
  ["/summary/*", '{"*":1,"c":2}', "{}"],
];
for (const [pointer, summary, left] of SPECIAL) {
  Deno.test(`reproduciblePart() leaves ${left} of ${summary} when ${pointer} is volatile`, () => {
    const result = aResult({ summary: JSON.parse(summary), ...volatileAt(pointer) });
    assertEquals(canonicalize(reproduciblePart(result)["summary"]), left);
  });
}

const CRITERION_PLACES: readonly [at: string, pointer: string, isKept: boolean][] = [
  ["/rows/0/ms", "/rows/*/ms", false],
  ["/rows/0/ms", "/rows/0", false],
  ["/rows/0/ms", "/rows", false],
  ["/rows/0", "/rows/*/ms", false],
  ["/rows", "/rows/*/ms", false],
  ["/rows/0/ok", "/rows/*/ms", true],
  ["/rows/1/ms", "/rows/0/ms", true],
  ["/summary", "/rows", true],
  ["/summary/n", "/summary/nn", true],
];
for (const [at, pointer, isKept] of CRITERION_PLACES) {
  Deno.test(`reproduciblePart() ${isKept ? "keeps" : "drops"} what a criterion saw at ${at} when ${pointer} is volatile`, () => {
    const result = aResult(volatileAt(pointer), [{ id: "a", at, oneOf: [1] }]);
    const { criteria } = reproduciblePart(result)["decision"] as unknown as {
      criteria: { observed?: unknown; met: boolean }[];
    };
    assertEquals([Object.hasOwn(criteria[0]!, "observed"), criteria[0]!.met], [
      isKept,
      result.decision.criteria[0]!.met,
    ]);
  });
}

Deno.test("reproductionDigest() is the same when only volatile places, provenance and times differ", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.jsonValue(), fc.jsonValue(), fc.jsonValue())), fc.nat(), (drawn, durationMs) => {
      const rows = (side: 0 | 1) => drawn.map((row) => ({ kept: row[2] as JsonValue, gone: row[side] as JsonValue }));
      const { volatile } = volatileAt("/rows/*/gone");
      const first = aResult({ rows: rows(0), volatile });
      const second = aResult({
        rows: rows(1),
        volatile: { ...volatile, durationMs },
        publication: { origin: "x", files: [] },
      });
      assertEquals(first.reproductionSha256, second.reproductionSha256);
    }),
    { seed: 6901, numRuns: 300 },
  );
});

Deno.test("reproductionDigest() differs when anything that must repeat differs", () => {
  const base = aResult({}, CRITERIA).reproductionSha256;
  const others: Partial<Result>[] = [{ id: "x" }, { manifestSha256: null }, { summary: { n: 1, m: 0 } }, { rows: [] }];
  for (const parts of others) assertNotEquals(aResult(parts, CRITERIA).reproductionSha256, base);
  assertNotEquals(aResult({}, CRITERIA.slice(1)).reproductionSha256, base);
});

Deno.test("resultBytes() is canonical JSON and one line feed", () => {
  const result = aResult({ summary: { b: 1.0, a: "ä\u2028" } });
  assertEquals(new TextDecoder().decode(resultBytes(result)), `${plainText(result)}\n`);
});

Deno.test("writeResult() writes the bytes with mode 0600 when nothing is there", () => {
  inFolder((folder) => {
    writeResult(`${folder}/a`, aResult());
    assertEquals(Deno.readFileSync(`${folder}/a`), resultBytes(aResult()));
    assertEquals(Deno.statSync(`${folder}/a`).mode! & 0o777, 0o600);
    assertEquals([...Deno.readDirSync(folder)].length, 1);
  });
});

const TAKEN: readonly [what: string, make: (path: string) => void][] = [
  ["a file", (path) => Deno.writeTextFileSync(path, "old")],
  ["an empty file", (path) => Deno.writeTextFileSync(path, "")],
  ["a folder", (path) => Deno.mkdirSync(path)],
  ["a link", (path) => (Deno.writeTextFileSync(`${path}2`, "old"), Deno.symlinkSync(`${path}2`, path))],
  ["a dangling link", (path) => Deno.symlinkSync("nowhere", path)],
];
for (const [what, make] of TAKEN) {
  Deno.test(`writeResult() refuses and changes nothing when ${what} is there`, () => {
    inFolder((folder) => {
      make(`${folder}/a`);
      const before = [...Deno.readDirSync(folder)].length;
      assertCode(() => writeResult(`${folder}/a`, aResult()), "file-exists", "a");
      assertEquals([...Deno.readDirSync(folder)].length, before);
      if (what.endsWith("link")) assert(Deno.lstatSync(`${folder}/a`).isSymlink);
      if (what === "a file") assertEquals(Deno.readTextFileSync(`${folder}/a`), "old");
    });
  });
}

Deno.test("writeResult() refuses when its folder is missing", () => {
  inFolder((folder) => assertCode(() => writeResult(`${folder}/none/a`, aResult()), "file-missing", "a"));
});

Deno.test("readResult() gives back what writeResult() wrote", () => {
  inFolder((folder) => {
    const publication = { origin: "https://example.org/", files: [{ path: "a", bytes: 1, sha256: "d".repeat(64) }] };
    const result = aResult({ publication, ...volatileAt("/rows/*/ms") }, [...CRITERIA, {
      id: "x",
      at: "/rows/9",
      equals: null,
    }]);
    writeResult(`${folder}/a`, result);
    assertEquals(readResult(`${folder}/a`), result);
  });
});

Deno.test("readResult() gives back any rows and summary when they are JSON", () => {
  inFolder((folder) => {
    let count = 0;
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), (summary, rows) => {
        const result = aResult({ summary: summary as JsonValue, rows: rows as JsonValue[] }, CRITERIA);
        writeResult(`${folder}/${++count}`, result);
        assertEquals(canonicalize(readResult(`${folder}/${count}`)), canonicalize(result));
      }),
      { seed: 6901, numRuns: 50 },
    );
  });
});

type Edit = (result: Record<string, Record<string, unknown>>) => void;
const EDITS: readonly [what: string, edit: Edit, at: string][] = [
  ["the format is another", (result) => result["format"] = "x" as never, "/format"],
  ["it is not complete", (result) => result["complete"] = false as never, "/complete"],
  ["a field is missing", (result) => delete result["rows"], ""],
  ["a field is unknown", (result) => result["a/b"] = {}, "/a~1b"],
  ["the id is none", (result) => result["id"] = "A" as never, "/id"],
  ["rows are an object", (result) => result["rows"] = {}, "/rows"],
  ["the manifest's digest is none", (result) => result["manifestSha256"] = "" as never, "/manifestSha256"],
  ["the log is of another kind", (result) => result["provenance"]!["attemptLog"] = "none", "/provenance/attemptLog"],
  [
    "a volatile pointer leaves rows and summary",
    (result) => result["volatile"]!["pointers"] = ["/decision"],
    "/volatile/pointers/0",
  ],
  ["a start is no instant", (result) => result["volatile"]!["startedAt"] = "now", "/volatile/startedAt"],
  [
    "a comparison is unknown",
    (result) => (result["decision"]!["criteria"] as { expected: unknown }[])[0]!.expected = { is: 1 },
    "/decision/criteria/0/expected/is",
  ],
  [
    "there are two comparisons",
    (result) => (result["decision"]!["criteria"] as { expected: unknown }[])[0]!.expected = { equals: 1, atLeast: 1 },
    "/decision/criteria/0/expected",
  ],
  ["the summary changed", (result) => result["summary"]!["m"] = 2, "/reproductionSha256"],
  ["a row changed", (result) => result["rows"] = [{ ms: 5, ok: false }] as never, "/reproductionSha256"],
  ["the id changed", (result) => result["id"] = "other" as never, "/reproductionSha256"],
  ["the digest changed", (result) => result["reproductionSha256"] = "0".repeat(64) as never, "/reproductionSha256"],
  ["what a criterion saw changed", (result) => result["summary"]!["n"] = 2, "/decision"],
  ["the verdict changed", (result) => result["decision"]!["met"] = false, "/decision"],
  [
    "a criterion's verdict changed",
    (result) => (result["decision"]!["criteria"] as { met: boolean }[])[1]!.met = false,
    "/decision",
  ],
];
for (const [what, edit, at] of EDITS) {
  Deno.test(`readResult() refuses at "${at}" when ${what}`, () => {
    inFolder((folder) => {
      const result = JSON.parse(canonicalize(aResult({}, CRITERIA)));
      edit(result);
      Deno.writeTextFileSync(`${folder}/a`, JSON.stringify(result));
      assertCode(() => readResult(`${folder}/a`), "result-invalid", at);
    });
  });
}

Deno.test("readResult() refuses a verdict that does not follow when its digest was made anew", () => {
  inFolder((folder) => {
    const { reproductionSha256: _, ...body } = aResult({ summary: { n: 2 } }, CRITERIA);
    const criteria = body.decision.criteria.map((criterion) => ({ ...criterion, met: true }));
    const forged = { ...body, decision: { met: true, criteria } };
    writeResult(`${folder}/a`, { ...forged, reproductionSha256: reproductionDigest(forged) });
    assertCode(() => readResult(`${folder}/a`), "result-invalid", "/decision");
  });
});

const FILES: readonly [what: string, text: string | null, code: ErrorCode][] = [
  ["it is missing", null, "file-missing"],
  ["it is no JSON", "{", "json-syntax"],
  ["it repeats a key", '{"a":1,"a":1}', "json-duplicate-key"],
  ["it is a list", "[]", "result-invalid"],
  ["it is null", "null", "result-invalid"],
];
for (const [what, text, code] of FILES) {
  Deno.test(`readResult() refuses with ${code} when ${what}`, () => {
    inFolder((folder) => {
      if (text !== null) Deno.writeTextFileSync(`${folder}/a`, text);
      assertCode(() => readResult(`${folder}/a`), code);
    });
  });
}
