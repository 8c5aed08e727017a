import { assertEquals } from "@std/assert/equals";
import { checkText } from "../../../scripts/house/text.ts";
import { treeOf } from "../../../scripts/house/tree.ts";

/** Written in two parts, so that this file itself stays clean. */
const MACHINE_PATH = "/wo" + "rk/main/a.ts";

const BAD: Readonly<Record<string, string>> = {
  "a machine path": `see ${MACHINE_PATH}\n`,
  "a machine path in quotes": `"${MACHINE_PATH}"\n`,
  "a machine path as an address": `file://${MACHINE_PATH}\n`,
  "a home folder": "/ro" + "ot/.cache\n",
  "a registry's host": "from regi" + "stry.example.org\n",
  "undone work": "// TO" + "DO: more\n",
  "work to be fixed": "// FIX" + "ME\n",
  "a tab": "a\tb\n",
  "a carriage return": "a\r\nb\n",
  "a space at a line's end": "a \nb\n",
  "no line feed at the end": "a",
  "two line feeds at the end": "a\n\n",
};
for (const [what, text] of Object.entries(BAD)) {
  Deno.test(`checkText() finds one problem when a file holds ${what}`, () => {
    assertEquals(checkText(treeOf({ "a.md": text })).length, 1);
  });
}

const GOOD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "text is clean": { "a.md": "a\n\nb\n" },
  "a path is relative": { "a.md": "fixtures/wo" + "rk/a.txt and ../ro" + "ot/b\n" },
  "an address has such a path": { "a.md": `https://example.org${MACHINE_PATH}\n` },
  "a word only starts like one": { "a.md": "/workspace/a and /rooted/b\n" },
  "a file is empty": { "a.md": "" },
  "a file holds a NUL": { "a.bin": "\0\t \n" },
  "data have spaces of their own": {
    "fixtures/a.txt": "a\t \r\n",
    "experiments/a-v1/cases.json": "{} ",
    "experiments/a-v1/results/b.txt": "a\t",
  },
};
for (const [when, files] of Object.entries(GOOD)) {
  Deno.test(`checkText() finds nothing when ${when}`, () => {
    assertEquals(checkText(treeOf(files)), []);
  });
}

Deno.test("checkText() looks for machine paths when a file is data", () => {
  const found = checkText(treeOf({ "fixtures/a.txt": `a\n${MACHINE_PATH}\n` }));
  assertEquals(found.map(({ path, line }) => [path, line]), [["fixtures/a.txt", 2]]);
});

Deno.test("checkText() passes over a file when its bytes are not UTF-8", () => {
  assertEquals(checkText({ paths: ["a"], bytes: () => Uint8Array.of(0xff, 0x09, 0x20, 0x0a) }), []);
});
