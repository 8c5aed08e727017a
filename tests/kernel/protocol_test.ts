import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { parse as parseJsonc } from "@std/jsonc/parse";
import fc from "fast-check";
import type { ErrorCode } from "../../kernel/error.ts";
import type { JsonObject, JsonValue } from "../../kernel/json_value.ts";
import { DEFAULT_BOUNDS, isInstant, readDeclaration, readProtocol } from "../../kernel/protocol.ts";
import { assertCode, assertCodeAsync } from "../assert_code.ts";
import { protocolOf, writeDraft } from "../draft.ts";
import { inFolder } from "../in_folder.ts";

type Block = Record<string, unknown>;

function read(block: Block, rest: Block = {}) {
  return readDeclaration(protocolOf(block, rest) as JsonValue, "folder-name");
}

Deno.test("readDeclaration() fills in every default when only format and entry are given", () => {
  assertEquals(read({}).declaration, {
    entry: "run.ts",
    permissions: { read: [], write: [], net: [], run: [], env: [] },
    bounds: DEFAULT_BOUNDS,
    determinism: { seed: 1, clock: null },
    inputs: {},
    volatile: [],
    decision: [],
    publication: null,
  });
});

Deno.test("readDeclaration() keeps all that is given, and the author's own fields", () => {
  const block = {
    permissions: {
      read: [".", "a/b.txt", "$SCRATCH/x", "$INPUT.tool"],
      write: ["$SCRATCH", "$SCRATCH/out/a"],
      net: ["example.org:443", "127.0.0.1:1", "[::1]:65535"],
      run: ["/usr/bin/id", "$INPUT.tool"],
      env: ["MODEL_NAME", "_x"],
    },
    bounds: { timeoutMs: 1, outputBytes: 2, lineBytes: 3, memoryMiB: 64, checks: 0 },
    determinism: { seed: 0, clock: "2024-02-29T23:59:59.5Z" },
    inputs: { tool: { kind: "executable", sha256: "0".repeat(64) }, data: { kind: "file", optional: true } },
    volatile: ["/rows/*/ms", "/summary"],
    decision: [{ id: "a", at: "/summary/n", equals: null }, { id: "b", at: "/rows/0", oneOf: [1, {}] }],
    publication: { origin: "https://example.org/x/", beforeRun: "required" },
  };
  const { declaration, document, id } = read(block, { question: "Why?" });
  assertEquals(
    declaration,
    {
      ...block,
      entry: "run.ts",
      inputs: { tool: { ...block.inputs.tool, optional: false }, data: { ...block.inputs.data, sha256: null } },
    } as typeof declaration,
  );
  assertEquals([id, document["question"]], ["tiny-v1", "Why?"]);
});

Deno.test("readDeclaration() makes each default apply alone when its neighbours are given", () => {
  const { bounds, determinism, permissions, publication } = read({
    bounds: { checks: 5 },
    determinism: { clock: "2026-01-01T00:00:00Z" },
    permissions: { env: ["A"] },
    publication: { origin: "https://example.org/" },
  }).declaration;
  assertEquals(bounds, { ...DEFAULT_BOUNDS, checks: 5 });
  assertEquals(determinism, { seed: 1, clock: "2026-01-01T00:00:00Z" });
  assertEquals(permissions, { read: [], write: [], net: [], run: [], env: ["A"] });
  assertEquals(publication, { origin: "https://example.org/", beforeRun: "optional" });
});

const P = "/permafrost", PERMISSIONS = `${P}/permissions`;
function permission(kind: string, value: unknown): [Block, string] {
  return [{ permissions: { [kind]: ["placeholder", value].slice(1) } }, `${PERMISSIONS}/${kind}/0`];
}
function criterion(...fields: unknown[]): Block {
  return { decision: fields.map((field) => ({ id: "a", at: "/summary", equals: 1, ...field as Block })) };
}
function without(key: string, block: Block): Block {
  return {
    decision: [Object.fromEntries(Object.entries((block["decision"] as Block[])[0]!).filter(([name]) => name !== key))],
  };
}

const BAD: readonly [block: Block, at: string, rest?: Block][] = [
  // the block itself
  [{ format: "permafrost/protocol@2" }, `${P}/format`],
  [{ format: undefined }, `${P}/format`],
  [{ surplus: 1 }, `${P}/surplus`],
  [{ constructor: 1 }, `${P}/constructor`],
  [{ "per/cent%~#": 1 }, `${P}/per~1cent%~0#`],
  [{ "": 1 }, `${P}/`],
  [{ "ünï": 1 }, `${P}/ünï`],
  [{ permission: {} }, `${P}/permission`],
  // the id
  [{}, "/id", { id: "Tiny" }],
  [{}, "/id", { id: "" }],
  [{}, "/id", { id: "a_b" }],
  [{}, "/id", { id: "a--b" }],
  [{}, "/id", { id: "-a" }],
  [{}, "/id", { id: "a-" }],
  [{}, "/id", { id: "a".repeat(65) }],
  [{}, "/id", { id: 1 }],
  [{}, "/id", { id: null }],
  [{}, "/id", { id: "a\n" }],
  // the entry
  [{ entry: "" }, `${P}/entry`],
  [{ entry: "/run.ts" }, `${P}/entry`],
  [{ entry: "../run.ts" }, `${P}/entry`],
  [{ entry: "a/../run.ts" }, `${P}/entry`],
  [{ entry: "./run.ts" }, `${P}/entry`],
  [{ entry: "a//run.ts" }, `${P}/entry`],
  [{ entry: "a/" }, `${P}/entry`],
  [{ entry: "a,b.ts" }, `${P}/entry`],
  [{ entry: "a\\b.ts" }, `${P}/entry`],
  [{ entry: "a\nb.ts" }, `${P}/entry`],
  [{ entry: "$SCRATCH/run.ts" }, `${P}/entry`],
  [{ entry: 1 }, `${P}/entry`],
  // permissions
  [{ permissions: [] }, PERMISSIONS],
  [{ permissions: { ffi: [] } }, `${PERMISSIONS}/ffi`],
  [{ permissions: { read: true } }, `${PERMISSIONS}/read`],
  [{ permissions: { read: ["a", "b", "a"] } }, `${PERMISSIONS}/read/2`],
  [{ permissions: { net: ["a:1", "a:1"] } }, `${PERMISSIONS}/net/1`],
  [{ permissions: { read: Array.from({ length: 1001 }, (_, n) => `f${n}`) } }, `${PERMISSIONS}/read`],
  permission("read", ".."),
  permission("read", "a/.."),
  permission("read", "/etc"),
  permission("read", "a,b"),
  permission("read", "$HOME"),
  permission("read", "$INPUT"),
  permission("read", "$INPUT.a/b"),
  permission("read", "$INPUT.undeclared"),
  permission("read", "$INPUT.constructor"),
  permission("read", "$SCRATCH/.."),
  permission("read", "$SCRATCHED"),
  permission("read", "$SCRATCH/"),
  permission("read", 1),
  permission("write", "."),
  permission("write", "out"),
  permission("write", "$INPUT.tool"),
  permission("write", "$SCRATCH/../x"),
  permission("net", "example.org"),
  permission("net", "example.org:0"),
  permission("net", "example.org:65536"),
  permission("net", "example.org:080"),
  permission("net", "https://example.org:443"),
  permission("net", "Example.org:443"),
  permission("net", "*:443"),
  permission("net", "a:443,b:443"),
  permission("net", "[::1]:99999"),
  permission("run", "id"),
  permission("run", "/usr/../bin/id"),
  permission("run", "/usr/bin/a,b"),
  permission("run", "$SCRATCH/tool"),
  permission("run", "$INPUT.nobody"),
  [{ permissions: { run: ["$INPUT.data"] }, inputs: { data: { kind: "file" } } }, `${PERMISSIONS}/run/0`],
  permission("env", "A-B"),
  permission("env", "1A"),
  permission("env", "A="),
  permission("env", "DENO_DIR"),
  permission("env", "LD_PRELOAD"),
  permission("env", "NODE_OPTIONS"),
  permission("env", "HTTP_PROXY"),
  permission("env", "all_proxy"),
  permission("env", "SSLKEYLOGFILE"),
  permission("env", "PERMAFROST_RUN"),
  permission("env", "LANGUAGE"),
  permission("env", "OTEL_DENO"),
  permission("env", "PATH"),
  permission("env", "HOME"),
  permission("env", "TZ"),
  // bounds
  [{ bounds: { timeoutMs: 0 } }, `${P}/bounds/timeoutMs`],
  [{ bounds: { timeoutMs: 1.5 } }, `${P}/bounds/timeoutMs`],
  [{ bounds: { timeoutMs: "60000" } }, `${P}/bounds/timeoutMs`],
  [{ bounds: { timeoutMs: null } }, `${P}/bounds/timeoutMs`],
  [{ bounds: { outputBytes: 2 ** 28 + 1 } }, `${P}/bounds/outputBytes`],
  [{ bounds: { lineBytes: -1 } }, `${P}/bounds/lineBytes`],
  [{ bounds: { memoryMiB: 63 } }, `${P}/bounds/memoryMiB`],
  [{ bounds: { checks: -1 } }, `${P}/bounds/checks`],
  [{ bounds: { timeout: 1 } }, `${P}/bounds/timeout`],
  // determinism
  [{ determinism: { seed: -1 } }, `${P}/determinism/seed`],
  [{ determinism: { seed: 2 ** 31 } }, `${P}/determinism/seed`],
  [{ determinism: { clock: "2026-02-30T00:00:00Z" } }, `${P}/determinism/clock`],
  [{ determinism: { clock: "2025-02-29T00:00:00Z" } }, `${P}/determinism/clock`],
  [{ determinism: { clock: "2026-13-01T00:00:00Z" } }, `${P}/determinism/clock`],
  [{ determinism: { clock: "2026-01-01T24:00:00Z" } }, `${P}/determinism/clock`],
  [{ determinism: { clock: "2026-01-01T23:59:60Z" } }, `${P}/determinism/clock`],
  [{ determinism: { clock: "2026-01-01T00:00:00" } }, `${P}/determinism/clock`],
  [{ determinism: { clock: "2026-01-01T00:00:00+00:00" } }, `${P}/determinism/clock`],
  [{ determinism: { clock: "2026-01-01" } }, `${P}/determinism/clock`],
  [{ determinism: { clock: 0 } }, `${P}/determinism/clock`],
  // inputs
  [{ inputs: { "a-b": { kind: "file" } } }, `${P}/inputs/a-b`],
  [{ inputs: { A: { kind: "file" } } }, `${P}/inputs/A`],
  [{ inputs: { a: {} } }, `${P}/inputs/a`],
  [{ inputs: { a: { kind: "folder" } } }, `${P}/inputs/a/kind`],
  [{ inputs: { a: { kind: "file", optional: 1 } } }, `${P}/inputs/a/optional`],
  [{ inputs: { a: { kind: "file", sha256: "A".repeat(64) } } }, `${P}/inputs/a/sha256`],
  [{ inputs: { a: { kind: "file", path: "x" } } }, `${P}/inputs/a/path`],
  // volatile
  [{ volatile: "/rows" }, `${P}/volatile`],
  [{ volatile: ["/rows", "rows"] }, `${P}/volatile/1`],
  [{ volatile: [""] }, `${P}/volatile/0`],
  [{ volatile: ["/decision"] }, `${P}/volatile/0`],
  [{ volatile: ["/rowsandmore"] }, `${P}/volatile/0`],
  [{ volatile: ["/rows/~2"] }, `${P}/volatile/0`],
  // decision
  [{ decision: {} }, `${P}/decision`],
  [criterion({ id: "" }), `${P}/decision/0/id`],
  [criterion({}, { id: "b" }, {}), `${P}/decision/2/id`],
  [criterion({ at: "summary" }), `${P}/decision/0/at`],
  [criterion({ at: "" }), `${P}/decision/0/at`],
  [criterion({ at: "/provenance/runtime" }), `${P}/decision/0/at`],
  [criterion({ at: "/summary/~" }), `${P}/decision/0/at`],
  [without("id", criterion({})), `${P}/decision/0`],
  [without("at", criterion({})), `${P}/decision/0`],
  [without("equals", criterion({})), `${P}/decision/0`],
  [criterion({ atLeast: 1 }), `${P}/decision/0`],
  [without("equals", criterion({ atLeast: "1" })), `${P}/decision/0/atLeast`],
  [without("equals", criterion({ atMost: null })), `${P}/decision/0/atMost`],
  [without("equals", criterion({ oneOf: [] })), `${P}/decision/0/oneOf`],
  [without("equals", criterion({ oneOf: 1 })), `${P}/decision/0/oneOf`],
  [without("equals", criterion({ greaterThan: 1 })), `${P}/decision/0/greaterThan`],
  // publication
  [{ publication: {} }, `${P}/publication`],
  [{ publication: { origin: "http://example.org/" } }, `${P}/publication/origin`],
  [{ publication: { origin: "https://example.org" } }, `${P}/publication/origin`],
  [{ publication: { origin: "https://example.org/a" } }, `${P}/publication/origin`],
  [{ publication: { origin: "https://example.org/?a/" } }, `${P}/publication/origin`],
  [{ publication: { origin: "https://user@example.org/" } }, `${P}/publication/origin`],
  [{ publication: { origin: "https://EXAMPLE.org/" } }, `${P}/publication/origin`],
  [{ publication: { origin: "https://example.org:443/" } }, `${P}/publication/origin`],
  [{ publication: { origin: "https://example.org/a/../" } }, `${P}/publication/origin`],
  [{ publication: { origin: "https://example.org/%41/" } }, `${P}/publication/origin`],
  [{ publication: { origin: "https://:1/" } }, `${P}/publication/origin`],
  [{ publication: { origin: "https://example.org/", beforeRun: "never" } }, `${P}/publication/beforeRun`],
];
for (const [block, at, rest = {}] of BAD) {
  const document = JSON.parse(JSON.stringify(protocolOf(block, rest)));
  const isMissing = "format" in block && block["format"] === undefined;
  const what = JSON.stringify(Object.keys(rest).length > 0 ? rest : block).slice(0, 70);
  Deno.test(`readDeclaration() refuses at ${at} when it is given ${what}`, () => {
    assertCode(() => readDeclaration(document, "x"), "protocol-invalid", isMissing ? P : at);
  });
}

const DOCUMENTS: readonly [document: JsonValue, at: string][] = [
  [null, ""],
  [[], ""],
  ["permafrost", ""],
  [{}, ""],
  [{ permafrost: null }, P],
  [{ permafrost: [] }, P],
  [{ permafrost: {} }, P],
  [{ permafrost: { format: "permafrost/protocol@1" } }, P],
];
for (const [document, at] of DOCUMENTS) {
  Deno.test(`readDeclaration() refuses at "${at}" when the document is ${JSON.stringify(document)}`, () => {
    assertCode(() => readDeclaration(document, "x"), "protocol-invalid", at);
  });
}

for (const name of ["Draft", "a_b", ".", "", "a".repeat(65), "ä"]) {
  Deno.test(`readDeclaration() refuses at /id when the folder is called ${JSON.stringify(name).slice(0, 12)} and no id is given`, () => {
    const { id: _, ...document } = protocolOf() as { id: string };
    assertCode(() => readDeclaration(document, name), "protocol-invalid", "/id");
  });
}

Deno.test("readDeclaration() takes the folder's name when the document has no id", () => {
  const { id: _, ...document } = protocolOf() as { id: string };
  assertEquals(readDeclaration(document, "a".repeat(64)).id, "a".repeat(64));
});

const INSTANTS: readonly [text: string, expected: boolean][] = [
  ["2026-11-30", true],
  ["2024-02-29", true],
  ["2026-02-29", false],
  ["2026-04-31", false],
  ["2026-00-01", false],
  ["2026-01-00", false],
  ["2000-02-29T12:00:00Z", true],
  ["1900-02-29T12:00:00Z", false],
  ["2026-01-01T12:60:00Z", false],
  ["2026-01-01T23:59:59.999Z", true],
  ["yesterday", false],
];
for (const [text, expected] of INSTANTS) {
  Deno.test(`isInstant() gives ${expected} when asked of ${text}`, () => assertEquals(isInstant(text), expected));
}

Deno.test("readProtocol() reads protocol.json when it is there", async () => {
  await inFolder(async (folder) => {
    const { id, declaration } = await readProtocol(writeDraft(folder));
    assertEquals([id, declaration.entry], ["tiny-v1", "run.ts"]);
  });
});

Deno.test("readProtocol() takes the id from the folder's full path when it is given as .", async () => {
  await inFolder(async (folder) => {
    const { id: _, ...document } = protocolOf() as { id: string };
    writeDraft(`${folder}/named`, { "protocol.json": document });
    assertEquals((await readProtocol(`${folder}/named/.`)).id, "named");
  });
});

const COMMENTED = `// one
{ /* two // */ "id": "tiny-v1", "text": "/* no */ // no \\" // no",
  "list": [1, [2,], {"a": 1, },], "comma": ",]", // three
  "permafrost": {"format": "permafrost/protocol@1", "entry": "run.ts", /**/ }, /* four
*/ }`;

Deno.test("readProtocol() reads protocol.jsonc when it has comments and trailing commas", async () => {
  await inFolder(async (folder) => {
    writeDraft(folder, { "protocol.json": null, "protocol.jsonc": COMMENTED });
    const { id, document } = await readProtocol(folder);
    assertEquals([id, document["text"], document["list"], document["comma"]], [
      "tiny-v1",
      '/* no */ // no " // no',
      [1, [2], { a: 1 }],
      ",]",
    ]);
  });
});

const BLOCK = '"permafrost": {"format": "permafrost/protocol@1", "entry": "run.ts"}';
const FILES: readonly [what: string, files: Record<string, unknown>, code: ErrorCode, at: string][] = [
  ["no protocol is there", { "protocol.json": null }, "file-missing", "protocol.json"],
  ["both files are there", { "protocol.jsonc": COMMENTED }, "protocol-invalid", "protocol.jsonc"],
  ["protocol.json has a comment", { "protocol.json": `// x\n{${BLOCK}}` }, "json-syntax", "protocol.json#"],
  [
    "protocol.json repeats a key",
    { "protocol.json": `{"a":1,"a":2,${BLOCK}}` },
    "json-duplicate-key",
    "protocol.json#/a",
  ],
  ["protocol.jsonc repeats a key", jsonc(`{"a":1,/**/"a":2,${BLOCK}}`), "json-duplicate-key", "protocol.jsonc#/a"],
  [
    "protocol.jsonc has half a surrogate",
    jsonc(`{"a":"\\ud800",${BLOCK}}`),
    "json-lone-surrogate",
    "protocol.jsonc#/a",
  ],
  ["protocol.jsonc has too large a number", jsonc(`{"a":1e999,${BLOCK}}`), "json-number-range", "protocol.jsonc#/a"],
  ["protocol.jsonc has a byte order mark", jsonc(`\ufeff{${BLOCK}}`), "json-bom", "protocol.jsonc#"],
  ["protocol.jsonc has an unfinished comment", jsonc(`{${BLOCK}} /* x`), "json-trailing", "protocol.jsonc#"],
  ["protocol.jsonc has a comment that only seems to end", jsonc(`{${BLOCK}} /*/`), "json-trailing", "protocol.jsonc#"],
  ["protocol.jsonc has a comma alone", jsonc(`{"a":[,],${BLOCK}}`), "json-syntax", "protocol.jsonc#/a/0"],
  ["protocol.jsonc has two commas", jsonc(`{"a":[1,,],${BLOCK}}`), "json-syntax", "protocol.jsonc#/a/1"],
  ["protocol.jsonc has a comma before all", jsonc(`{,${BLOCK}}`), "json-syntax", "protocol.jsonc#"],
  ["protocol.jsonc breaks a string", jsonc(`{"a": "x // \n", ${BLOCK}}`), "json-syntax", "protocol.jsonc#/a"],
  ["protocol.jsonc is empty but for a comment", jsonc("// nothing"), "json-empty", "protocol.jsonc#"],
  [
    "protocol.json is beyond its bound",
    { "protocol.json": " ".repeat(2 ** 20 + 1) },
    "file-too-large",
    "protocol.json",
  ],
  ["the block has an unknown field", { "protocol.json": protocolOf({ x: 1 }) }, "protocol-invalid", `${P}/x`],
];
function jsonc(text: string): Record<string, unknown> {
  return { "protocol.json": null, "protocol.jsonc": text };
}
for (const [what, files, code, at] of FILES) {
  Deno.test(`readProtocol() refuses with ${code} at ${at} when ${what}`, async () => {
    await inFolder(async (folder) => {
      writeDraft(folder, files);
      await assertCodeAsync(() => readProtocol(folder), code, at);
    });
  });
}

const FOLDERS: readonly [what: string, make: (folder: string) => string, code: ErrorCode, at: string][] = [
  ["the folder is missing", (folder) => `${folder}/none`, "file-missing", "protocol.json"],
  ["the folder is a file", (folder) => `${writeDraft(folder)}/run.ts`, "file-missing", "protocol.json"],
  ["protocol.json is a folder", (folder) => mkdir(folder, "protocol.json"), "file-kind", "protocol.json"],
  ["protocol.json is a link", (folder) => link(folder, "protocol.json"), "file-kind", "protocol.json"],
  [
    "protocol.jsonc is a dangling link",
    (folder) => link(writeDraft(folder), "protocol.jsonc"),
    "file-kind",
    "protocol.jsonc",
  ],
];
function mkdir(folder: string, name: string): string {
  Deno.mkdirSync(`${folder}/${name}`);
  return folder;
}
function link(folder: string, name: string): string {
  Deno.symlinkSync("nowhere", `${folder}/${name}`);
  return folder;
}
for (const [what, make, code, at] of FOLDERS) {
  Deno.test(`readProtocol() refuses with ${code} at ${at} when ${what}`, async () => {
    await inFolder((folder) => assertCodeAsync(() => readProtocol(make(folder)), code, at));
  });
}

Deno.test("readProtocol() names line and column of the fault when comments stand before it", async () => {
  await inFolder(async (folder) => {
    writeDraft(folder, jsonc(`// one\n/* two\n three */ {"a": 01}`));
    const error = await readProtocol(folder).then(() => null, (thrown: Error) => thrown);
    assert(error?.message.includes("line 3, column 17"), error?.message);
  });
});

Deno.test("readProtocol() agrees with @std/jsonc when comments and commas stand anywhere", async () => {
  const gap = fc.constantFrom(
    "",
    " ",
    "\n",
    "/* a */",
    "/**/",
    "// b\n",
    '/* , ] " */',
    '// "\n',
    "/*/*/",
    " // ä\r\n",
  );
  const scalar = fc.constantFrom("1", "null", '"a"', '"//"', '"/*"', '"\\""', '"\\\\"', '",]"', '"*/"', "-0.5e1");
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      scalar,
      fc.tuple(fc.array(fc.tuple(gap, tie("value"), gap)), fc.boolean(), gap).map(([items, isTrailing, last]) =>
        `[${items.map((parts) => parts.join("")).join(",")}${isTrailing && items.length > 0 ? "," : ""}${last}]`
      ),
      fc.tuple(fc.array(fc.tuple(gap, tie("value"), gap)), fc.boolean(), gap).map(([items, isTrailing, last]) =>
        `{${items.map(([a, b, c], n) => `${a}"k${n}"${c}:${a}${b}${c}`).join(",")}${
          isTrailing && items.length > 0 ? "," : ""
        }${last}}`
      ),
    ),
  }));
  await inFolder(async (folder) => {
    writeDraft(folder, { "protocol.json": null });
    await fc.assert(
      fc.asyncProperty(value, gap, async (text, before) => {
        const whole = `${before}{"id":"x","x":${text},${before}${BLOCK},${before}}`;
        Deno.writeTextFileSync(`${folder}/protocol.jsonc`, whole);
        assertEquals((await readProtocol(folder)).document, parseJsonc(whole) as JsonObject);
      }),
      { seed: 6901, numRuns: 300 },
    );
  });
});
