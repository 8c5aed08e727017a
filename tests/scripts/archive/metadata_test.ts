import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { crateProblems } from "../../crate_problems.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import { type Archived, citationText, readmeText, roCrateText } from "../../../scripts/archive/metadata.ts";

const GOLDEN = new URL("../../../fixtures/ro_crate/", import.meta.url);
const file = (path: string, bytes: number, digit: string) => ({
  ...{ path, bytes, sha256: digit.repeat(64), from: "", isExecutable: false },
});
const volatile = { durationMs: 1_000, host: "linux x86_64", pointers: [] };
const RESULTS: Archived["results"] = new Map([
  ["experiments/small/results/first.json", {
    volatile: { ...volatile, startedAt: "2026-01-02T10:00:00.000Z", finishedAt: "2026-01-02T10:00:01.000Z" },
  }],
  ["experiments/small/results/the second #2.json", {
    volatile: { ...volatile, startedAt: "2026-01-03T23:59:59.999Z", finishedAt: "2026-01-04T00:00:00.500Z" },
  }],
]);
const ARCHIVED: Archived = {
  id: "small",
  manifestSha256: "ab".repeat(32),
  frozenOn: "2026-01-02",
  question: 'Does it count to "two"?\nÜber alles: #1 – 100 %',
  authors: [],
  version: "0.1.0",
  results: new Map(),
  files: [file("LICENSE", 1_000, "0"), file("experiments/small/manifest.json", 300, "a")],
};
const WITH: Archived = {
  ...ARCHIVED,
  results: RESULTS,
  files: [...ARCHIVED.files, ...[...RESULTS.keys()].map((path, at) => file(path, 500 + at, `${at + 1}`))],
};

for (const [name, archived] of [["without_results.json", ARCHIVED], ["with_results.json", WITH]] as const) {
  Deno.test(`roCrateText() gives the golden ${name}, byte for byte, and it is as the schema says`, () => {
    const text = roCrateText(archived);
    assertEquals(text, Deno.readTextFileSync(new URL(name, GOLDEN)));
    assertEquals(crateProblems(text), []);
  });
}

const SPOILS: Readonly<Record<string, (text: string) => string>> = {
  "a time with Z": (text) => text.replace("+00:00", "Z"),
  "another version of RO-Crate": (text) => text.replaceAll("ro/crate/1.1", "ro/crate/1.2"),
  "no profile": (text) => text.replace('"conformsTo":{"@id":"https://w3id.org/ro/wfrun/process/0.5"},', ""),
  "an action of something else": (text) => text.replace('"instrument":{"@id":"#permafrost"}', '"instrument":"x"'),
  "a file without a digest": (text) => text.replace(/,"sha256":"0{64}"/, ""),
  "a result that is not there": (text) => text.replace("results/first.json", "results/third.json"),
  "a file twice": (text) => text.replaceAll("first.json", "the%20second%20%232.json"),
  "an id that is a fragment": (text) => text.replaceAll("%232", "#2"),
};
for (const [name, spoil] of Object.entries(SPOILS)) {
  Deno.test(`crateProblems() sees ${name}`, () => {
    const text = spoil(roCrateText(WITH));
    assert(text !== roCrateText(WITH) && crateProblems(text).length > 0);
  });
}

Deno.test("roCrateText() says no day that the manifest does not name", () => {
  assertEquals(roCrateText({ ...ARCHIVED, frozenOn: null }).includes("datePublished"), false);
});

Deno.test("citationText() is what CFF 1.2.0 wants, and makes nobody an author", () => {
  assertEquals(citationText(ARCHIVED).split("\n"), [
    "cff-version: 1.2.0",
    'message: "Cite the experiment by its id and the digest of its manifest."',
    'title: "small"',
    'abstract: "Does it count to \\"two\\"?\\nÜber alles: #1 – 100 %"',
    'version: "abababababababab"',
    "date-released: 2026-01-02",
    "type: dataset",
    "license: MIT",
    "identifiers:",
    "  - type: other",
    `    value: "sha256:${"ab".repeat(32)}"`,
    "authors:",
    '  - name: "The authors of small"',
    "",
  ]);
});

Deno.test("citationText() names the authors of the protocol, and escapes what YAML does not let stand", () => {
  const text = citationText({ ...ARCHIVED, frozenOn: null, authors: ["Ada: L.", "\x85\u2028\x7f#"] });
  assertEquals(text.includes("date-released"), false);
  assert(text.endsWith('authors:\n  - name: "Ada: L."\n  - name: "\\u0085\\u2028\\u007f#"\n'));
});

Deno.test("readmeText() gives a command for each result, quoted where a shell wants it", () => {
  const lines = readmeText(WITH).split("\n").filter((line) => line.includes(" reproduce "));
  assertEquals(lines.map((line) => line.replace(/.* reproduce /, "")), [
    "experiments/small/results/first.json",
    "'experiments/small/results/the second #2.json'",
  ]);
});

Deno.test("roCrateText() is canonical JSON", () => {
  const text = roCrateText(WITH);
  assertEquals(text, `${canonicalize(JSON.parse(text))}\n`);
});
