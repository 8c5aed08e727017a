import { assertEquals } from "@std/assert/equals";
import { countLines, formatProblem, lineAt, readTree, textOf, treeOf } from "../../../scripts/house/tree.ts";

/** Runs a test body in a fresh folder that holds the files given, and removes it. */
function withFolder(files: Readonly<Record<string, string>>, body: (root: string) => void): void {
  const root = Deno.makeTempDirSync();
  try {
    for (const [path, text] of Object.entries(files)) {
      Deno.mkdirSync(`${root}/${path.split("/").slice(0, -1).join("/")}`, { recursive: true });
      Deno.writeTextFileSync(`${root}/${path}`, text);
    }
    body(root);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

function hasGit(): boolean {
  try {
    return new Deno.Command("git", { args: ["--version"], stdout: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

function git(root: string, ...args: string[]): void {
  const { success } = new Deno.Command("git", { args: ["-C", root, ...args], stdout: "null", stderr: "null" })
    .outputSync();
  assertEquals(success, true);
}

Deno.test({
  name: "readTree() lists what is tracked or would be when the folder is a repository",
  ignore: !hasGit(),
  fn() {
    const files = { "b.ts": "", "a/c.ts": "", "gone.ts": "", "out/d.ts": "", ".gitignore": "out/\n" };
    withFolder(files, (root) => {
      git(root, "init", "--quiet");
      git(root, "add", "b.ts", "gone.ts");
      Deno.removeSync(`${root}/gone.ts`);
      assertEquals(readTree(root).paths, [".gitignore", "a/c.ts", "b.ts"]);
    });
  },
});

Deno.test("readTree() lists all files but what is installed and made when the folder is no repository", () => {
  const files = {
    "b.ts": "",
    "a/c.ts": "",
    "a/dist/e.ts": "",
    "node_modules/x/d.ts": "",
    "dist/x/d": "",
    "coverage/d": "",
  };
  withFolder(files, (root) => {
    assertEquals(readTree(root).paths, ["a/c.ts", "a/dist/e.ts", "b.ts"]);
  });
});

Deno.test("readTree() reads the bytes when a path is asked for", () => {
  withFolder({ "a.ts": "é\n" }, (root) => assertEquals(textOf(readTree(root), "a.ts"), "é\n"));
});

Deno.test("textOf() keeps a byte order mark when there is one", () => {
  assertEquals(textOf(treeOf({ "a.ts": "\ufeffx" }), "a.ts"), "\ufeffx");
});

Deno.test("formatProblem() writes file, line and text when given a problem", () => {
  assertEquals(formatProblem({ path: "a/b.ts", line: 7, text: "is wrong" }), "a/b.ts:7: is wrong");
});

for (const [text, lines] of [["", 0], ["a", 1], ["a\n", 1], ["a\nb", 2], ["a\n\n", 2]] as const) {
  Deno.test(`countLines() counts ${lines} when the text is ${JSON.stringify(text)}`, () => {
    assertEquals(countLines(text), lines);
  });
}

for (const [index, line] of [[0, 1], [1, 1], [2, 2], [3, 3]] as const) {
  Deno.test(`lineAt() says ${line} when the index is ${index}`, () => {
    assertEquals(lineAt("a\n\nb", index), line);
  });
}
