import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { canonicalize } from "../../kernel/json_encode.ts";
import { type JsonValue, valueAt } from "../../kernel/json_value.ts";
import { freeze } from "../../kernel/manifest.ts";
import { compareResults, findDifferences, reproduce, verify } from "../../kernel/reproduce.ts";
import { readResult, reproductionDigest, type Result, writeResult } from "../../kernel/result.ts";
import { aResult, volatileAt } from "../a_result.ts";
import { protocolOf, writeDraft } from "../draft.ts";
import { inFolder } from "../in_folder.ts";

const ON = { frozenOn: "2026-11-30" };
const DECISION = [{ id: "enough", at: "/summary/n", atLeast: 2 }];
const STEADY = 'console.log(\'{"row":{"x":1}}\\n{"row":{"x":2}}\\n{"summary":{"n":2}}\');\n';
const TIMED =
  'console.log(JSON.stringify({ row: { ms: performance.now() + Date.now(), x: Math.random() } }) + \'\\n{"summary":{"n":2}}\');\n';

function tiny(folder: string, run = STEADY, block: Record<string, unknown> = {}): string {
  return writeDraft(folder, {
    "protocol.json": protocolOf({ decision: DECISION, ...block }),
    "run.ts": run,
    "data.txt": "x",
  });
}

Deno.test("verify() holds and gives a whole result when a frozen experiment meets its decision", async () => {
  await inFolder(async (folder) => {
    const { sha256 } = await freeze(tiny(`${folder}/it`), ON);
    const { holds, findings, result } = await verify(`${folder}/it`);
    assertEquals([holds, findings], [true, []]);
    assertEquals([result?.id, result?.manifestSha256, result?.complete], ["tiny-v1", sha256 as string, true]);
    assertEquals([result?.summary, result?.rows], [{ n: 2 }, [{ x: 1 }, { x: 2 }]]);
    assertEquals(result?.decision.criteria, [
      { id: "enough", at: "/summary/n", expected: { atLeast: 2 }, observed: 2, met: true },
    ]);
    writeResult(`${folder}/result.json`, result!);
    assertEquals(readResult(`${folder}/result.json`), JSON.parse(canonicalize(result)));
  });
});

Deno.test("verify() does not hold but gives the result when a criterion is not met", async () => {
  await inFolder(async (folder) => {
    const decision = [...DECISION, { id: "more", at: "/summary/n", equals: 3 }, {
      id: "other",
      at: "/summary/m",
      atMost: 0,
    }];
    const { holds, findings, result } = await verify(tiny(folder, STEADY, { decision }));
    assertEquals([holds, result?.decision.met], [false, false]);
    assertEquals(findings, [
      { code: "criterion", at: "more", expected: { equals: 3 }, observed: 2 },
      { code: "criterion", at: "other", expected: { atMost: 0 }, observed: null },
    ]);
  });
});

Deno.test("verify() does not run and does not hold when a frozen file changed", async () => {
  await inFolder(async (folder) => {
    await freeze(tiny(folder), ON);
    Deno.writeTextFileSync(`${folder}/data.txt`, "y");
    const { holds, result, findings } = await verify(folder, { twice: true });
    assertEquals([holds, result, findings.map(({ code, at }) => [code, at])], [false, null, [["changed", "data.txt"]]]);
  });
});

Deno.test("verify() finds what is not deterministic when it runs twice", async () => {
  await inFolder(async (folder) => {
    tiny(folder, TIMED);
    assertEquals((await verify(folder)).holds, true);
    const { holds, findings, result } = await verify(folder, { twice: true });
    assertEquals([holds, findings.map(({ code, at }) => [code, at])], [false, [["difference", "/rows/0/ms"]]]);
    assertEquals(findings[0]?.expected, valueAt(result!.rows as JsonValue, "/0/ms"));
  });
});

Deno.test("verify() holds when what differs between two runs is declared volatile", async () => {
  await inFolder(async (folder) => {
    const { holds, result } = await verify(tiny(folder, TIMED, { volatile: ["/rows/*/ms"] }), { twice: true });
    assertEquals([holds, result?.volatile.pointers], [true, ["/rows/*/ms"]]);
  });
});

Deno.test("verify() holds twice when the protocol makes time stand still", async () => {
  await inFolder(async (folder) => {
    const determinism = { clock: "2026-01-01T00:00:00Z" };
    assertEquals((await verify(tiny(folder, TIMED, { determinism }), { twice: true })).holds, true);
  });
});

Deno.test("reproduce() finds the same digest when nothing changed", async () => {
  await inFolder(async (folder) => {
    await freeze(tiny(folder), ON);
    const first = (await verify(folder)).result!;
    const { reproduced, comparison, findings, result } = await reproduce(folder, { result: first });
    assertEquals([reproduced, findings, comparison], [true, [], { same: true, differences: [], provenance: [] }]);
    assertEquals(result?.reproductionSha256, first.reproductionSha256);
  });
});

Deno.test("reproduce() shows provenance apart when only that differs", async () => {
  await inFolder(async (folder) => {
    await freeze(tiny(folder), ON);
    const first = (await verify(folder)).result!;
    const runtime = { ...first.provenance.runtime, deno: "1.0.0" };
    const other: Result = { ...first, provenance: { ...first.provenance, runtime } };
    const { reproduced, comparison } = await reproduce(folder, { result: other });
    assertEquals([reproduced, comparison?.differences, comparison?.provenance], [true, [], [
      { code: "difference", at: "/provenance/runtime/deno", expected: "1.0.0", observed: Deno.version.deno },
    ]]);
  });
});

Deno.test("reproduce() lists differences by pointer when the rows are other ones", async () => {
  await inFolder(async (folder) => {
    await freeze(tiny(folder), ON);
    const first = (await verify(folder)).result!;
    const other: Result = { ...first, rows: [{ x: 1 }, { x: 3 }, "more"] };
    const { reproduced, findings, comparison } = await reproduce(folder, { result: other });
    assertEquals([reproduced, comparison?.same], [false, false]);
    assertEquals(findings, [
      { code: "difference", at: "/rows/1/x", expected: 3, observed: 2 },
      { code: "difference", at: "/rows/2", expected: "more", observed: null },
    ]);
  });
});

const DRIFT: readonly [what: string, change: (folder: string) => void, code: string, at: string][] = [
  ["a case was edited", (folder) => Deno.writeTextFileSync(`${folder}/data.txt`, "y"), "changed", "data.txt"],
  ["the entry was edited", (folder) => Deno.writeTextFileSync(`${folder}/run.ts`, STEADY + "\n"), "changed", "run.ts"],
  [
    "the protocol was edited",
    (folder) => Deno.writeTextFileSync(`${folder}/protocol.json`, "{}"),
    "changed",
    "protocol.json",
  ],
  ["a file was added", (folder) => Deno.writeTextFileSync(`${folder}/new`, ""), "extra", "new"],
  ["a file was removed", (folder) => Deno.removeSync(`${folder}/data.txt`), "missing", "data.txt"],
];
for (const [what, change, code, at] of DRIFT) {
  Deno.test(`reproduce() says what drifted and does not run when ${what}`, async () => {
    await inFolder(async (folder) => {
      const { sha256 } = await freeze(tiny(folder), ON);
      change(folder);
      const report = await reproduce(folder, { result: aResult({ manifestSha256: sha256 }) });
      assertEquals([report.reproduced, report.result, report.comparison], [false, null, null]);
      assertEquals(report.findings.map((finding) => [finding.code, finding.at]), [[code, at]]);
    });
  });
}

const FOREIGN: readonly [what: string, parts: Partial<Result>, isFrozen: boolean][] = [
  ["the result is of another id", { id: "other-v1" }, true],
  ["the result is of another manifest", { manifestSha256: "0".repeat(64) }, true],
  ["the result is of a draft and the folder is frozen", { manifestSha256: null }, true],
  ["the result is frozen and the folder is a draft", {}, false],
];
for (const [what, parts, isFrozen] of FOREIGN) {
  Deno.test(`reproduce() finds identity and does not run when ${what}`, async () => {
    await inFolder(async (folder) => {
      tiny(folder, "Deno.exit(1);\n");
      const sha256 = isFrozen ? (await freeze(folder, ON)).sha256 : null;
      const result = aResult({ ...(sha256 && { manifestSha256: sha256 }), ...parts });
      const { findings, reproduced, comparison } = await reproduce(folder, { result });
      const expected = { id: result.id, manifestSha256: result.manifestSha256 };
      const observed = { id: "tiny-v1", manifestSha256: sha256 };
      assertEquals(findings, [{ code: "identity", at: "manifest.json", expected, observed }]);
      assertEquals([reproduced, comparison], [false, null]);
    });
  });
}

Deno.test("reproduce() finds identity and the drift when the folder of a foreign result has a broken protocol", async () => {
  await inFolder(async (folder) => {
    await freeze(tiny(folder), ON);
    Deno.writeTextFileSync(`${folder}/protocol.json`, "{");
    const { findings } = await reproduce(folder, { result: aResult() });
    assertEquals(findings.map(({ code }) => code), ["identity", "changed"]);
  });
});

Deno.test("reproduce() runs a draft again and shows what its changes changed", async () => {
  await inFolder(async (folder) => {
    const first = (await verify(tiny(folder))).result!;
    assertEquals([first.manifestSha256, (await reproduce(folder, { result: first })).reproduced], [null, true]);
    tiny(folder, STEADY.replace('"n":2', '"n":3'));
    const { reproduced, findings } = await reproduce(folder, { result: first });
    assertEquals([reproduced, findings.map(({ at }) => at)], [false, ["/decision/criteria/0/observed", "/summary/n"]]);
  });
});

Deno.test("compareResults() is the same exactly when the digests are", () => {
  const rows = fc.array(fc.record({ ms: fc.nat(2), x: fc.nat(1) }), { maxLength: 2 });
  fc.assert(
    fc.property(rows, rows, fc.constantFrom([], ["/rows/*/ms"], ["/rows/0"]), (left, right, pointers) => {
      const [first, second] = [left, right].map((rows) => aResult({ rows, ...volatileAt(...pointers) }, DECISION));
      const { same, differences } = compareResults(first!, second!);
      assertEquals(same, first!.reproductionSha256 === second!.reproductionSha256);
      assertEquals(same, differences.length === 0);
    }),
    { seed: 6901, numRuns: 500 },
  );
});

Deno.test("compareResults() leaves out times, host and publication", () => {
  const other = { ...volatileAt().volatile, durationMs: 1, host: "elsewhere" };
  const { same, provenance } = compareResults(
    aResult(),
    aResult({ volatile: other, publication: { origin: "x", files: [] } }),
  );
  assertEquals([same, provenance], [true, []]);
});

Deno.test("compareResults() finds the place when one result hides more as volatile than the other", () => {
  const { differences } = compareResults(aResult(), aResult(volatileAt("/rows/*/ms")));
  assertEquals(differences.map(({ at }) => at), ["/rows/0/ms"]);
});

const PAIRS: readonly [first: JsonValue, second: JsonValue, differences: readonly [string, JsonValue, JsonValue][]][] =
  [
    [1, 1, []],
    [0, -0, []],
    [1, "1", [["", 1, "1"]]],
    [null, false, [["", null, false]]],
    [[], {}, [["", [], {}]]],
    [[], [], []],
    [{}, null, [["", {}, null]]],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, []],
    [{ b: 1, a: 1 }, { b: 2, a: 2, c: 3 }, [["/b", 1, 2], ["/a", 1, 2], ["/c", null, 3]]],
    [[1, 2, 3], [1, 3], [["/1", 2, 3], ["/2", 3, null]]],
    [{ a: null }, {}, [["/a", null, null]]],
    [{ "a/b": { "m~n": [0] } }, { "a/b": { "m~n": [1] } }, [["/a~1b/m~0n/0", 0, 1]]],
    [{ a: [1] }, { a: { 0: 1 } }, [["/a", [1], { 0: 1 }]]],
    [{ constructor: 1 }, {}, [["/constructor", 1, null]]],
    [{}, JSON.parse('{"__proto__":{}}'), [["/__proto__", null, {}]]],
  ];
for (const [first, second, differences] of PAIRS) {
  Deno.test(`findDifferences() lists ${differences.map(([at]) => `"${at}"`).join(", ") || "nothing"} when given ${JSON.stringify([first, second])}`, () => {
    const expected = differences.map(([at, expected, observed]) => ({
      code: "difference" as const,
      at,
      expected,
      observed,
    }));
    assertEquals(findDifferences(first, second), expected);
  });
}

Deno.test("findDifferences() stops at 1,000 when everything differs", () => {
  const found = findDifferences(Array.from({ length: 5000 }, () => 0), Array.from({ length: 5000 }, () => 1));
  assertEquals([found.length, found.at(-1)?.at], [1000, "/999"]);
});

Deno.test("findDifferences() is empty exactly when the canonical forms are equal, and names true places", () => {
  const leaf = fc.constantFrom<JsonValue>(0, -0, 1, null, "", "a", true);
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b", "/", "~"), tie("value"), { maxKeys: 3 }),
    ),
  }));
  let equal = 0;
  fc.assert(
    fc.property(value, value, (first, second) => {
      const found = findDifferences(first, second);
      if (found.length === 0) equal++;
      assertEquals(found.length === 0, canonicalize(first) === canonicalize(second));
      for (const { at, expected, observed } of found) {
        const [a, b] = [valueAt(first, at), valueAt(second, at)];
        assertEquals([a ?? null, b ?? null], [expected, observed]);
        assert(a === undefined || b === undefined || canonicalize(a) !== canonicalize(b));
      }
      assertEquals(new Set(found.map(({ at }) => at)).size, found.length);
      assertEquals(findDifferences(second, first).map(({ at }) => at).sort(), found.map(({ at }) => at).sort());
      assertEquals(findDifferences(first, structuredClone(first)), []);
    }),
    { seed: 6901, numRuns: 2000 },
  );
  assert(equal > 20);
});

Deno.test("reproductionDigest() of a real run is the one in its result", async () => {
  await inFolder(async (folder) => {
    const { result } = await verify(tiny(folder));
    assertEquals(result?.reproductionSha256, reproductionDigest(result!));
  });
});
