import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { ERROR_CODES, PermafrostError } from "../../kernel/error.ts";
import { FINDING_CODES } from "../../kernel/finding.ts";

const ROOT = new URL("../../", import.meta.url);

function sources(folder: string): [path: string, text: string][] {
  return [...Deno.readDirSync(new URL(folder, ROOT))].flatMap(({ name, isDirectory }): [string, string][] => {
    const path = `${folder}${name}`;
    if (isDirectory) return sources(`${path}/`);
    return path.endsWith(".ts") ? [[path, Deno.readTextFileSync(new URL(path, ROOT))]] : [];
  });
}

const LISTS = ["kernel/error.ts", "kernel/finding.ts", "tests/kernel/error_test.ts"];
const USES = ["kernel/", "scripts/", "experiments/"].flatMap(sources).filter(([path]) => !LISTS.includes(path));
const TESTS = sources("tests/").filter(([path]) => !LISTS.includes(path));

function assertInUse(code: string, says: string): void {
  assert(/^[a-z]+(-[a-z0-9]+)*$/.test(code), "its form");
  assert(says.length > 15 && !/[.\n]/.test(says.replace(/\.(ts|jsonc?)\b/g, "")), "one phrase without a full stop");
  assert(USES.some(([, text]) => text.includes(`"${code}"`)), "no source uses it");
  assert(TESTS.some(([, text]) => text.includes(`"${code}"`)), "no test names it");
}
for (const [code, says] of Object.entries(ERROR_CODES)) {
  Deno.test(`ERROR_CODES says what ${code} means, a source uses it and a test names it`, () => assertInUse(code, says));
}
for (const [code, says] of Object.entries(FINDING_CODES)) {
  Deno.test(`FINDING_CODES says what ${code} means, a source uses it and a test names it`, () =>
    assertInUse(code, says));
}

Deno.test("ERROR_CODES has every code that a source or a test gives to an error", () => {
  const made = [...USES, ...TESTS].flatMap(([path, text]) =>
    [...text.matchAll(/\b(?:new PermafrostError|assertCode(?:Async)?)\(\s*"([^"]+)"/g)].map((
      [, code = ""],
    ) => [path, code])
  );
  assert(made.length > 20);
  assertEquals(made.filter(([, code = ""]) => !Object.hasOwn(ERROR_CODES, code)), []);
});

Deno.test("PermafrostError() carries code, place and cause when they are given", () => {
  const cause = new TypeError("beneath");
  const error = new PermafrostError("file-kind", "Cannot read a: it is a folder", { at: "a", cause });
  assert(error instanceof Error);
  assertEquals([error.name, error.code, error.at, error.cause], ["PermafrostError", "file-kind", "a", cause]);
  assertEquals(String(error), "PermafrostError: Cannot read a: it is a folder");
});

Deno.test("PermafrostError() has a place of null and no cause when none are given", () => {
  const error = new PermafrostError("usage", "Cannot start: no command");
  assertEquals([error.at, "cause" in error], [null, false]);
});
