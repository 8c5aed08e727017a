import { assertEquals } from "@std/assert/equals";
import {
  differingPaths,
  digestFile,
  listDigest,
  listTree,
} from "../../../../experiments/recovery-v1/study/file_tree.ts";
import { inFolder } from "../../../in_folder.ts";

const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** A folder with two files, one of them in a folder of its own. */
function withTree<T>(use: (folder: string) => T): T {
  return inFolder((folder) => {
    Deno.mkdirSync(`${folder}/b`);
    Deno.writeTextFileSync(`${folder}/b/x`, "");
    Deno.writeTextFileSync(`${folder}/a`, "");
    return use(folder);
  });
}

Deno.test("listTree() lists files with sizes and digests in the order of paths", () =>
  withTree((folder) => {
    assertEquals(listTree(folder), [{ path: "a", bytes: 0, sha256: EMPTY }, { path: "b/x", bytes: 0, sha256: EMPTY }]);
  }));

Deno.test("listTree() finds nothing in a folder that is not there", () =>
  assertEquals(listTree("/nowhere/at/all"), []));

for (
  const [name, change, expected] of [
    ["a changed file", (folder: string) => Deno.writeTextFileSync(`${folder}/a`, "x"), ["a"]],
    ["a new file", (folder: string) => Deno.writeTextFileSync(`${folder}/b/y`, ""), ["b/y"]],
    ["a file that is gone", (folder: string) => Deno.removeSync(`${folder}/a`), ["a"]],
    ["a folder that becomes empty", (folder: string) => Deno.removeSync(`${folder}/b/x`), ["b", "b/x"]],
    ["a new empty folder", (folder: string) => Deno.mkdirSync(`${folder}/c`), ["c"]],
    ["a link instead of a file", (folder: string) => {
      Deno.removeSync(`${folder}/a`);
      Deno.symlinkSync(`${folder}/b/x`, `${folder}/a`);
    }, ["a"]],
    ["a second name", (folder: string) => Deno.linkSync(`${folder}/a`, `${folder}/z`), ["a", "z"]],
    ["nothing but a time", (folder: string) => Deno.utimeSync(`${folder}/a`, 1, 1), []],
  ] as const
) {
  Deno.test(`differingPaths() sees ${name}`, () =>
    withTree((folder) => {
      const before = listTree(folder);
      change(folder);
      assertEquals(differingPaths(before, listTree(folder)), [...expected]);
      assertEquals(listDigest(before) === listDigest(listTree(folder)), expected.length === 0);
    }));
}

Deno.test("digestFile() says `other` of what is no plain file", () => {
  assertEquals([digestFile("/nowhere"), digestFile("/dev/null")], [
    { bytes: 0, sha256: "other" },
    { bytes: 0, sha256: "other" },
  ]);
});
