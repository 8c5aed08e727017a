import { assertEquals } from "@std/assert/equals";
import { createFile } from "../../../scripts/remote/fetched_file.ts";
import { assertCode } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("createFile() writes pieces in order below new folders, with no right to execute", () => {
  inFolder((folder) => {
    {
      using file = createFile(folder, "a/b/c.txt");
      for (const piece of ["one ", "", "two"]) file.write(bytes(piece));
    }
    assertEquals(Deno.readTextFileSync(`${folder}/a/b/c.txt`), "one two");
    assertEquals(Deno.statSync(`${folder}/a/b/c.txt`).mode! & 0o111, 0);
  });
});

for (
  const [what, put] of [
    ["a file", (path: string) => Deno.writeTextFileSync(path, "kept")],
    ["a folder", (path: string) => Deno.mkdirSync(path)],
    ["a dangling link", (path: string) => Deno.symlinkSync("/nowhere/at/all", path)],
  ] as const
) {
  Deno.test(`createFile() throws file-exists when ${what} has the name`, () => {
    inFolder((folder) => {
      put(`${folder}/x`);
      assertCode(() => createFile(folder, "x"), "file-exists", "x");
    });
  });
}

Deno.test("createFile() throws file-exists when a file stands where a folder must be", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/a`, "kept");
    assertCode(() => createFile(folder, "a/b"), "file-exists", "a/b");
    assertEquals(Deno.readTextFileSync(`${folder}/a`), "kept");
  });
});

Deno.test("createFile() throws file-write when a segment is longer than the system takes", () => {
  inFolder((folder) => assertCode(() => createFile(folder, "x".repeat(300)), "file-write"));
});
