import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { fileURLToPath } from "node:url";
import { EXEMPTIONS } from "../../../scripts/lint/exemptions.ts";
import plugin from "../../../scripts/lint/plugin.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

function findings(path: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, ROOT + path, source).map((found) => found.id.replace("permafrost/", ""));
}

interface Case {
  /** The rules that must speak, once for each time; none where the source is fine. */
  readonly rules: readonly string[];
  readonly path: string;
  readonly source: string;
}

/** Cases `[path, source]` of one rule: first those that it refuses once, then those that it lets pass. */
function cases(rule: string, refused: [string, string][], passed: [string, string][]): Case[] {
  return [
    ...refused.map(([path, source]) => ({ rules: [rule], path, source })),
    ...passed.map(([path, source]) => ({ rules: [], path, source })),
  ];
}

const TABLE: Readonly<Record<string, readonly Case[]>> = {
  importDirection: cases("import-direction", [
    ["kernel/a.ts", `import "../scripts/b.ts";`],
    ["kernel/a.ts", `import type { B } from "../experiments/x-v1/b.ts";`],
    ["kernel/a.ts", `export * from "../mod.ts";`],
    ["kernel/a.ts", `export { b } from "../tests/b.ts";`],
    ["kernel/a.ts", `await import("../scripts/b.ts");`],
    ["kernel/a.ts", `export type B = import("../scripts/b.ts").B;`],
    ["kernel/a.ts", `import "../../outside.ts";`],
    ["kernel/a.ts", `import "https://example.org/b.ts";`],
    ["kernel/a.ts", `import "file:///b.ts";`],
    ["kernel/a.ts", `import "/b.ts";`],
    ["kernel/a.ts", `import "npm:pkg@^1.0.0";`],
    ["kernel/a.ts", `import "@permafrost/permafrost";`],
    ["kernel/a.ts", `import "./../scripts/%62.ts";`],
    ["experiments/x-v1/a.ts", `import "../y-v1/b.ts";`],
    ["experiments/x-v1/a.ts", `import "../../kernel/manifest.ts";`],
    ["experiments/x-v1/a.ts", `import "../../mod.ts";`],
    ["experiments/x-v1/a.ts", `import "../../scripts/b.ts";`],
    ["experiments/x-v1/a.ts", `import "@std/assert/equals";`],
    ["experiments/x-v1/a.ts", `import "npm:pkg";`],
    ["experiments/x-v1/a.ts", `import "jsr:@std/assert@1.0.0";`],
    ["experiments/x-v1/a.ts", `const name = "./b.ts"; await import(name);`],
    ["scripts/a.ts", `import "../tests/b.ts";`],
    ["scripts/a.ts", `import "../fixtures/b.json" with { type: "json" };`],
    ["mod.ts", `export * from "./scripts/b.ts";`],
  ], [
    [
      "kernel/a.ts",
      `import "./b.ts"; import "./std/x/c.ts"; import "node:fs"; import "@std/cli/parse-args";`,
    ],
    ["kernel/schema/a.ts", `import "../b.ts"; import "npm:@scope/pkg@1.2.3/sub";`],
    [
      "experiments/x-v1/a.ts",
      `import "./b.ts"; import "./sub/c.ts"; import "npm:pkg@1.2.3"; import "node:fs";`,
    ],
    ["experiments/x-v1/a.ts", `import "../../kernel/experiment.ts"; import "../../kernel/mod.ts";`],
    ["experiments/x-v1/sub/a.ts", `import "../b.ts";`],
    ["scripts/a.ts", `import "../kernel/b.ts"; import "../experiments/x-v1/c.ts"; import "../mod.ts";`],
    ["mod.ts", `export * from "./kernel/mod.ts"; export * from "./experiments/x-v1/b.ts";`],
    ["tests/a_test.ts", `import "../fixtures/b.ts"; import "../scripts/c.ts"; import "npm:pkg";`],
  ]),
  fileLength: cases("file-length", [
    ["kernel/a.ts", "// line\n".repeat(251)],
    ["experiments/x-v1/a.ts", "// line\n".repeat(250) + "// line"],
    ["scripts/a.ts", "// line\n".repeat(251)],
  ], [
    ["kernel/a.ts", "// line\n".repeat(250)],
    ["tests/a_test.ts", "// line\n".repeat(251)],
  ]),
  noAmbient: cases("no-ambient", [
    ["kernel/a.ts", `Date.now();`],
    ["kernel/a.ts", `const now = Date["now"];`],
    ["kernel/a.ts", `globalThis.Date?.now();`],
    ["kernel/a.ts", `new Date();`],
    ["kernel/a.ts", `new globalThis.Date();`],
    ["kernel/a.ts", `Date();`],
    ["kernel/a.ts", `performance.now();`],
    ["kernel/a.ts", `Temporal.Now.instant();`],
    ["kernel/a.ts", `Math.random();`],
    ["kernel/a.ts", `const { random } = Math;`],
    ["kernel/a.ts", `crypto.getRandomValues(new Uint8Array(1));`],
    ["kernel/a.ts", `globalThis.crypto.randomUUID();`],
    ["kernel/a.ts", `import { randomBytes } from "node:crypto";`],
    ["kernel/a.ts", `import { performance } from "node:perf_hooks";`],
    ["experiments/x-v1/a.ts", `Math.random();`],
    ["kernel/run.ts", `Math.random();`],
    ["kernel/file_write.ts", `Date.now();`],
  ], [
    [
      "kernel/a.ts",
      `new Date(0); Date.UTC(2000, 1); Date.parse("x"); Math.max(1); crypto.subtle.digest("a", b);`,
    ],
    ["kernel/a.ts", `import { createHash } from "node:crypto"; clock.now(); seed.random();`],
    ["kernel/run.ts", `Date.now(); performance.now(); new Date();`],
    ["kernel/file_write.ts", `crypto.randomUUID();`],
    ["scripts/a.ts", `Date.now(); Math.random();`],
    ["tests/a_test.ts", `Math.random();`],
  ]),
  codedErrors: cases("coded-errors", [
    ["kernel/a.ts", `throw new Error("x");`],
    ["kernel/a.ts", `throw new TypeError("x");`],
    ["kernel/a.ts", `throw Error("x");`],
    ["kernel/a.ts", `throw new DOMException("x");`],
    ["kernel/a.ts", `throw new Deno.errors.NotFound("x");`],
    ["kernel/a.ts", `throw "x";`],
    ["kernel/a.ts", "throw `x`;"],
    ["kernel/a.ts", `throw { code: "x" };`],
    ["kernel/a.ts", `throw new Thing();`],
    ["kernel/a.ts", `Promise.reject(new RangeError("x"));`],
    ["scripts/a.ts", `const error = new Error("x"); throw error;`],
    ["mod.ts", `throw new Error("x");`],
  ], [
    ["kernel/a.ts", `throw new PermafrostError("usage", "x");`],
    ["kernel/a.ts", `try { f(); } catch (error) { if (!(error instanceof Error)) throw error; }`],
    ["kernel/a.ts", `throw refusal("x");`],
    ["kernel/experiment.ts", `throw new Error("x");`],
    ["kernel/std/x/a.ts", `throw new TypeError("x");`],
    ["experiments/x-v1/a.ts", `throw new Error("x");`],
    ["tests/a_test.ts", `throw new Error("x");`],
  ]),
  noDefaultExport: cases("no-default-export", [
    ["kernel/a.ts", `export default 1;`],
    ["kernel/a.ts", `const a = 1; export { a as default };`],
    ["kernel/a.ts", `export { default } from "./b.ts";`],
    ["tests/a_test.ts", `export default function a() {}`],
  ], [
    ["kernel/a.ts", `export { default as b } from "./b.ts";`],
    ["scripts/lint/plugin.ts", `export default 1;`],
  ]),
  noClass: cases("no-class", [
    ["kernel/a.ts", `class A {}`],
    ["experiments/x-v1/a.ts", `const A = class {};`],
    ["scripts/a.ts", `export class A extends B {}`],
  ], [
    ["kernel/a.ts", `interface A { a: string } const b = "class";`],
    ["kernel/error.ts", `class A {}`],
    ["kernel/std/x/a.ts", `class A {}`],
    ["tests/a_test.ts", `class A {}`],
  ]),
  snakeCaseFile: cases("snake-case-file", [
    ["kernel/fileRead.ts", ``],
    ["kernel/file-read.ts", ``],
    ["kernel/File.ts", ``],
    ["scripts/a.js", ``],
    ["kernel/a__b.ts", ``],
  ], [
    ["kernel/file_read.ts", ``],
    ["kernel/std/x/_equal.ts", ``],
    ["tests/kernel/file_read_2_test.ts", ``],
    ["kernel/types.d.ts", ``],
  ]),
  testName: cases("test-name", [
    ["tests/a_test.ts", `Deno.test("refuses", () => {});`],
    ["tests/a_test.ts", `Deno.test("the parser() refuses x", () => {});`],
    ["tests/a_test.ts", `Deno.test("a-b() refuses x", () => {});`],
    ["tests/a_test.ts", `Deno.test({ name: "should work", fn() {} });`],
    ["tests/a_test.ts", `Deno.test(name, () => {});`],
    ["tests/a_test.ts", "Deno.test(`${name}() does x`, () => {});"],
    ["tests/a_test.ts", `Deno.test(() => {});`],
    ["tests/a_test.ts", `Deno.test.ignore("works", () => {});`],
  ], [
    ["tests/a_test.ts", `Deno.test("parse() refuses x when y", () => {});`],
    ["tests/a_test.ts", `Deno.test("Thing.parse() refuses x", () => {});`],
    ["tests/a_test.ts", `Deno.test("ERROR_CODES lists x", () => {});`],
    ["tests/a_test.ts", "Deno.test(`parse() refuses ${name}`, () => {});"],
    ["tests/a_test.ts", `Deno.test("parse() refuses " + name, () => {});`],
    ["tests/a_test.ts", `Deno.test({ name: "parse() refuses x", fn() {} });`],
    ["scripts/a.ts", `Deno.test("works", () => {});`],
  ]),
  maxPositional: cases("max-positional", [
    ["kernel/a.ts", `export function f(a: string, b: string, c: string): void {}`],
    ["kernel/a.ts", `export function f(a: string, b: string, options: O, d: string): void {}`],
    ["kernel/a.ts", `export function f(a: string, b: boolean): void {}`],
    ["kernel/a.ts", `export function f(a: boolean | undefined): void {}`],
    ["kernel/a.ts", `export function f(a = true): void {}`],
    ["kernel/a.ts", `export const f = (a: string, b = false): void => {};`],
    ["kernel/a.ts", `function f(a: boolean): void {} export { f as g };`],
    ["experiments/x-v1/a.ts", `export async function f(a: string, ...rest: boolean): Promise<void> {}`],
  ], [
    ["kernel/a.ts", `export function f(a: string, b: string, options: O = {}): void {}`],
    ["kernel/a.ts", `export function f(a: string, b: string, { c }: O): void {}`],
    ["kernel/a.ts", `export function f(a: string, b: string, runOptions: O): void {}`],
    ["kernel/a.ts", `function f(a: boolean, b: string, c: string, d: string): void {}`],
    ["kernel/a.ts", `export function f(a: { readonly b: boolean }): boolean { return a.b; }`],
    ["kernel/std/x/a.ts", `export function f(a: string, b: string, c: string): void {}`],
    ["tests/a.ts", `export function f(a: string, b: string, c: string): void {}`],
  ]),
  noExit: cases("no-exit", [
    ["scripts/cli/a.ts", `Deno.exit(1);`],
    ["scripts/cli/a.ts", `globalThis.Deno.exit(1);`],
    ["kernel/a.ts", `process.exit(1);`],
    ["kernel/a.ts", `const { exit } = Deno;`],
    ["kernel/a.ts", `import { exit } from "node:process";`],
  ], [
    ["scripts/permafrost.ts", `Deno.exit(1);`],
    ["scripts/check_house.ts", `Deno.exit(1);`],
    ["kernel/a.ts", `Deno.exitCode = 1; shell.exit();`],
    ["tests/a_test.ts", `Deno.exit(1);`],
  ]),
};

for (const [rule, rows] of Object.entries(TABLE)) {
  for (const { rules, path, source } of rows) {
    const shown = source.length > 60 ? `${source.length} characters` : source.trim() || "an empty file";
    Deno.test(`plugin() ${rules.length > 0 ? "refuses" : "lets pass"} ${shown} when in ${path} (${rule})`, () => {
      assertEquals(findings(path, source), rules);
    });
  }
}

Deno.test("plugin.importDirection() says nothing when a file is outside of the repository", () => {
  assertEquals(Deno.lint.runPlugin(plugin, "/elsewhere/kernel/a.ts", `import "../scripts/b.ts";`), []);
});

Deno.test("plugin.noAmbient() reports each place once when a file has several", () => {
  assertEquals(
    findings("kernel/a.ts", "Date.now();\nMath.random();\nDate.now();"),
    Array(3).fill("no-ambient"),
  );
});

Deno.test("plugin.fileLength() points at the last line when a file is too long", () => {
  const source = "// line\n".repeat(255) + "// last\n";
  const [found] = Deno.lint.runPlugin(plugin, `${ROOT}kernel/a.ts`, source);
  assertEquals(source.slice(...found!.range), "// last");
});

Deno.test("plugin.rules covers every rule when the table above is run", () => {
  const tested = Object.keys(TABLE).map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  assertEquals(tested.sort(), Object.keys(plugin.rules).sort());
});

Deno.test("EXEMPTIONS names only rules that exist when compared with the plugin", () => {
  for (const rule of Object.keys(EXEMPTIONS)) assert(Object.hasOwn(plugin.rules, rule.split("/")[0]!), rule);
});
