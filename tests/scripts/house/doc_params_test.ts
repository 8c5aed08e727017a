import { assertEquals } from "@std/assert/equals";
import { readDocs } from "../../../scripts/house/doc_json.ts";
import { checkDocs } from "../../../scripts/house/doc_params.ts";
import { treeOf } from "../../../scripts/house/tree.ts";

const HEAD = `declare class PermafrostError extends Error {
  constructor(code: string, message: string);
}
`;

/** The problems of kernel/a.ts with this text, each as its line and text, through the real `deno doc`. */
function problems(text: string): string[] {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    Deno.mkdirSync(`${root}/kernel`);
    Deno.writeTextFileSync(`${root}/deno.json`, "{}");
    Deno.writeTextFileSync(`${root}/kernel/a.ts`, HEAD + text);
    const doc = readDocs(root, ["kernel/a.ts"]);
    const found = checkDocs(treeOf({ "kernel/a.ts": HEAD + text }), doc, { root });
    return found.map((problem) => `${problem.line - 3}: ${problem.text}`);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

const GOOD: Readonly<Record<string, string>> = {
  "all is documented": `/** Reads the text within timeoutMs. */
export function read(text: string, timeoutMs: number): void { text; timeoutMs; }
/** One. */
export const ONE: number = 1;
/** A pair. */
export interface Pair {
  /** First. */
  readonly a: number;
  /** Second. */
  b(): void;
}
/** A value. */
export type Value = string | null;
function inner(unsaid: string): void { unsaid; }
inner("");
`,
  "a parameter has a @param": `/** Reads.
 * @param raw what the model wrote
 */
export function read(raw: string): void { raw; }
`,
  "a parameter has a type of its own name, or is options": `/** T. */
export type Ledger = {
  /** R. */
  rows: 1;
};
/** Sums up. */
export function sum(ledger: Ledger, options: { a?: 1 } = {}): void { ledger; options; }
`,
  "codes are listed": `/** Reads.
 * @throws {PermafrostError} \`json-empty\` for nothing, json-bom for a mark, \`canonical-*\` for the rest.
 */
export function read(): void {
  if (ok) throw new PermafrostError("json-empty", "x");
  if (ok) {
    throw new PermafrostError(
      "json-bom",
      "x",
    );
  }
  throw new PermafrostError(ok ? "canonical-hole" : "canonical-type", "x");
}
declare const ok: boolean;
function inner(): void {
  throw new PermafrostError("file-write", "x");
}
inner();
`,
};
for (const [when, text] of Object.entries(GOOD)) {
  Deno.test(`checkDocs() finds nothing when ${when}`, () => assertEquals(problems(text), []));
}

const BAD: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  "names have no comment": [
    "export const a: number = 1;\nexport type B = 1;\nexport function c(): void {}\n",
    ["1: a has no doc comment", "2: B has no doc comment", "3: c has no doc comment"],
  ],
  "members have no comment": [
    "/** I. */\nexport interface I {\n  a: 1;\n  b(): void;\n}\n/** T. */\nexport type T = { a: 1 };\n",
    ["3: I.a has no doc comment", "4: I.b has no doc comment", "7: T.a has no doc comment"],
  ],
  "a parameter goes unsaid": [
    "/** Reads. */\nexport function read(raw: string, [x]: number[], bytes = 1, ...more: string[]): void {}\n",
    ["raw", "bytes", "more"].map((name) => `2: read() says nothing of its parameter ${name}`),
  ],
  "a code goes unlisted": [
    `/** Reads.
 * @throws {TypeError} json-empty
 */
export function read(): void {
  throw new PermafrostError("json-empty", "x");
}
`,
    ["4: read() throws json-empty and does not list it under @throws {PermafrostError}"],
  ],
  "one branch of two goes unlisted": [
    `/**
 * Reads.
 * @throws {PermafrostError} json-empty
 */
export function read(ok: unknown): void {
  throw new PermafrostError(ok ? "json-empty" : "json-bom", "ok");
}
`,
    [
      "5: read() says nothing of its parameter ok",
      "5: read() throws json-bom and does not list it under @throws {PermafrostError}",
    ],
  ],
  "a listed code does not exist": [
    "/**\n * Reads.\n * @throws {PermafrostError} `json-full`, `nothing-*`\n */\nexport function read(): void {}\n",
    ["json-full", "nothing-*"].map((code) => `5: read() lists the code ${code}, which does not exist`),
  ],
};
for (const [when, [text, expected]] of Object.entries(BAD)) {
  Deno.test(`checkDocs() names the line when ${when}`, () => assertEquals(problems(text), expected));
}
