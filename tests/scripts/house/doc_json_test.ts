import { assertEquals } from "@std/assert/equals";
import { declaredSymbols, readDocs } from "../../../scripts/house/doc_json.ts";
import { assertCode } from "../../assert_code.ts";

/** Runs a test body in a fresh folder that holds the files given, and removes it. */
function withFolder(files: Readonly<Record<string, string>>, body: (root: string) => void): void {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    for (const [path, text] of Object.entries(files)) Deno.writeTextFileSync(`${root}/${path}`, text);
    body(root);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

Deno.test("declaredSymbols() lists each declaration once when two files export it", () => {
  const files = {
    "deno.json": "{}",
    "a.ts": "/** A. */\nexport const a: number = 1;\nfunction inner(): void {}\ninner();\n",
    "b.ts": `export * from "./a.ts";\n/** B. */\nexport type B = { b: 1 };\n`,
  };
  withFolder(files, (root) => {
    const found = declaredSymbols(readDocs(root, ["a.ts", "b.ts"]), { root });
    assertEquals(found.map(({ name, path, line }) => [name, path, line]), [
      ["a", "a.ts", 2],
      ["B", "b.ts", 3],
    ]);
  });
});

Deno.test("declaredSymbols() leaves a file out when it is not below root", () => {
  const location = { filename: "file:///elsewhere/a.ts", line: 1 };
  const declarations = [{ kind: "variable", declarationKind: "export", location }];
  const doc = { version: 2, nodes: { x: { symbols: [{ name: "a", declarations }] } } };
  assertEquals(declaredSymbols(doc, { root: "/else" }), []);
});

Deno.test("readDocs() refuses when a file does not parse", () => {
  withFolder({ "deno.json": "{}", "a.ts": "export const = ;\n" }, (root) => {
    assertCode(() => readDocs(root, ["a.ts"]), "unavailable");
  });
});
