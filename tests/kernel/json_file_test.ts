import { assertEquals } from "@std/assert/equals";
import type { ErrorCode } from "../../kernel/error.ts";
import { readJsonFile, readOptionalJsonFile } from "../../kernel/json_file.ts";
import { assertCode } from "../assert_code.ts";
import { inFolder } from "../in_folder.ts";

const OPTIONS = { maxBytes: 100, at: "the.json" };

Deno.test("readJsonFile() gives bytes and value when the file is sound", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/a`, ' {"ä": [1]}\n');
    const { bytes, value } = readJsonFile(`${folder}/a`, OPTIONS);
    assertEquals([new TextDecoder().decode(bytes), value], [' {"ä": [1]}\n', { ä: [1] }]);
  });
});

const BAD: readonly [text: string, code: ErrorCode, at: string][] = [
  ["", "json-empty", "the.json#"],
  ['{"a":[1,}', "json-syntax", "the.json#/a/1"],
  ['{"a":1,"\\u0061":2}', "json-duplicate-key", "the.json#/a"],
  ["\ufeff{}", "json-bom", "the.json#"],
  ["{} {}", "json-trailing", "the.json#"],
  [`"${"a".repeat(100)}"`, "file-too-large", "the.json"],
];
for (const [text, code, at] of BAD) {
  Deno.test(`readJsonFile() refuses with ${code} at ${at} when the text is ${JSON.stringify(text).slice(0, 30)}`, () => {
    inFolder((folder) => {
      Deno.writeTextFileSync(`${folder}/a`, text);
      assertCode(() => readJsonFile(`${folder}/a`, OPTIONS), code, at);
      assertCode(() => readOptionalJsonFile(`${folder}/a`, OPTIONS), code, at);
    });
  });
}

Deno.test("readJsonFile() refuses when the bytes are not UTF-8", () => {
  inFolder((folder) => {
    Deno.writeFileSync(`${folder}/a`, new Uint8Array([0x22, 0xff, 0x22]));
    assertCode(() => readJsonFile(`${folder}/a`, OPTIONS), "json-not-utf8", "the.json#");
  });
});

Deno.test("readJsonFile() takes comments and trailing commas only when the name in errors ends in .jsonc", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/a`, "/* ä */ [1, // x\n]");
    const { bytes, value } = readJsonFile(`${folder}/a`, { ...OPTIONS, at: "the.jsonc" });
    assertEquals([bytes, value], [Deno.readFileSync(`${folder}/a`), [1]]);
    assertCode(() => readJsonFile(`${folder}/a`, OPTIONS), "json-syntax", "the.json#");
  });
});

Deno.test("readJsonFile() is quick when comments, strings and blanks never end", () => {
  inFolder((folder) => {
    const parts: [part: string, code: ErrorCode][] = [
      ["/*", "json-syntax"],
      ['\\"', "json-syntax"],
      ['"\\"', "json-trailing"],
      [" ", "json-empty"],
      [", ", "json-syntax"],
      ["//", "json-empty"],
    ];
    for (const [part, code] of parts) {
      Deno.writeTextFileSync(`${folder}/a`, part.repeat(500_000));
      assertCode(() => readJsonFile(`${folder}/a`, { maxBytes: 2 ** 22, at: "a.jsonc" }), code);
    }
  });
});

const KINDS: readonly [string, ErrorCode, (folder: string) => string][] = [
  ["is missing", "file-missing", (folder) => `${folder}/none`],
  ["lies below a file", "file-missing", (folder) => `${folder}/a/b`],
  ["is a folder", "file-kind", (folder) => folder],
  ["is a dangling link", "file-kind", (folder) => `${folder}/link`],
];
for (const [name, code, pick] of KINDS) {
  Deno.test(`readOptionalJsonFile() ${code === "file-missing" ? "gives null" : `refuses with ${code}`} when the file ${name}`, () => {
    inFolder((folder) => {
      Deno.writeTextFileSync(`${folder}/a`, "1");
      Deno.symlinkSync("nowhere", `${folder}/link`);
      assertCode(() => readJsonFile(pick(folder), OPTIONS), code, "the.json");
      if (code === "file-missing") assertEquals(readOptionalJsonFile(pick(folder), OPTIONS), null);
      else assertCode(() => readOptionalJsonFile(pick(folder), OPTIONS), code, "the.json");
    });
  });
}
