import { assertEquals } from "@std/assert/equals";
import { boundTally, firstTwin, nameFault, TAR_LIMITS, tarFault } from "../../../scripts/archive/tar_limits.ts";

const file = (path: string, bytes = 1) => ({ path, bytes });

for (
  const [name, files, at] of [
    ["no files", [], null],
    ["names that are near", [file("a"), file("a.b"), file("a-/b"), file("b/a")], null],
    ["a name twice", [file("x/a"), file("b"), file("x/a")], "x/a"],
    ["names in two cases", [file("X/a"), file("x/b")], "x"],
    ["a file below a file", [file("x/y/z"), file("x/y")], "x/y/z"],
    ["a name that leaves the folder", [file("x/../../a")], "x/../../a"],
    ["a folder that is too deep", [file("d/".repeat(72) + "a")], "d/".repeat(72) + "a"],
    ["a file that is too large", [file("a", TAR_LIMITS.fileBytes), file("b", TAR_LIMITS.fileBytes + 1)], "b"],
    ["files that are too large together", [1, 2, 3].map((at) => file(`${at}`, TAR_LIMITS.fileBytes)), "3"],
  ] as const
) {
  Deno.test(`tarFault() ${at === null ? "takes" : "names"} ${name}`, () => {
    assertEquals(tarFault(files)?.at ?? null, at);
  });
}

Deno.test("tarFault() names the first file beyond the bound", () => {
  assertEquals(tarFault([file("a"), file("b"), file("c")], { files: 2, fileBytes: 9, bytes: 9 })?.at, "c");
});

Deno.test("boundTally() counts folders like files, each once, with those above them", () => {
  const tally = boundTally({ files: 3, fileBytes: 9, bytes: 9 });
  assertEquals(tally(file("a/b/x")), null);
  assertEquals(tally(file("a/b/y")), null);
  assertEquals(tally(file("a/c/d/x")), "it holds more than 3 folders");
});

Deno.test("boundTally() bounds the names together", () => {
  const tally = boundTally({ files: 50_000, fileBytes: 9, bytes: 50_000 }), name = "n".repeat(4_000);
  const at = Array.from({ length: 5_000 }, (_, at) => tally(file(`${at}${name}`))).findIndex((fault) => fault !== null);
  assertEquals([at > 4_000, at < 4_200], [true, true]);
});

Deno.test("nameFault() takes 71 folders, and says what is wrong with other names", () => {
  assertEquals([nameFault("d/".repeat(71) + "a"), nameFault("a/ü")], [null, null]);
  for (const name of ["", "/a", "a//b", "a/./b", "a\\b", "con", "a\0", "-a", "a ", "u\u0308"]) {
    assertEquals(typeof nameFault(name), "string", name);
  }
});

Deno.test("firstTwin() gives null where names only look alike in part", () => {
  assertEquals([firstTwin(["ab/c", "ab/cd", "abc"]), firstTwin(["ß", "SS"])], [null, "ß"]);
});
