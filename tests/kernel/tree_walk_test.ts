import { assertEquals } from "@std/assert/equals";
import type { ErrorCode } from "../../kernel/error.ts";
import { walkTree } from "../../kernel/tree_walk.ts";
import { assertCode } from "../assert_code.ts";
import { inFolder } from "../in_folder.ts";

Deno.test("walkTree() lists every file in byte order when folders are nested", () => {
  inFolder((root) => {
    const files = ["b", "a/z", "a.b", "a/b/c", "B", "ä", "z/\u{10000}", "z/\uffff", ".hidden/.x"];
    for (const path of files) fill(root, path, path.length);
    const expected = [".hidden/.x", "B", "a.b", "a/b/c", "a/z", "b", "z/\uffff", "z/\u{10000}", "ä"];
    assertEquals(
      walkTree(root) as unknown,
      expected.map((path) => ({ path, kind: "file", bytes: path.length })),
    );
  });
});

const KINDS: readonly [kind: string, make: (path: string) => void, bytes: number][] = [
  ["file", (path) => Deno.writeTextFileSync(path, "123"), 3],
  ["link", (path) => Deno.symlinkSync("/etc/hostname", path), 0],
  ["link", (path) => Deno.symlinkSync("nowhere", path), 0],
  ["link", (path) => Deno.symlinkSync(".", path), 0],
  ["link", (path) => Deno.symlinkSync("/etc", path), 0],
  ["fifo", (path) => run("mkfifo", path), 0],
];
for (const [kind, make, bytes] of KINDS) {
  Deno.test(`walkTree() reports one ${kind} when made by ${make.toString().replace(/^.*?=> /, "")}`, () => {
    inFolder((root) => {
      make(`${root}/it`);
      assertEquals(walkTree(root) as unknown, [{ path: "it", kind, bytes }]);
    });
  });
}

Deno.test("walkTree() reports hard-link when a file has a name elsewhere", () => {
  inFolder((root) => {
    fill(root, "in/a", 4);
    Deno.linkSync(`${root}/in/a`, `${root}/outside`);
    assertEquals(walkTree(`${root}/in`) as unknown, [{ path: "a", kind: "hard-link", bytes: 4 }]);
  });
});

Deno.test("walkTree() reports socket when a server listens in the folder", () => {
  inFolder((root) => {
    const server = Deno.listen({ transport: "unix", path: `${root}/s` });
    assertEquals(walkTree(root) as unknown, [{ path: "s", kind: "socket", bytes: 0 }]);
    server.close();
  });
});

const NODE_PROBLEM = inFolder((root) => {
  const { success } = new Deno.Command("mknod", { args: [`${root}/n`, "c", "1", "3"], stderr: "null" })
    .outputSync();
  return success ? "" : " (left out: device nodes cannot be made here)";
});
for (const type of ["c", "b"]) {
  Deno.test({
    name: `walkTree() reports device when mknod made one of type ${type}${NODE_PROBLEM}`,
    ignore: NODE_PROBLEM !== "",
    fn: () =>
      inFolder((root) => {
        run("mknod", `${root}/n`, type, "7", "200");
        assertEquals(walkTree(root) as unknown, [{ path: "n", kind: "device", bytes: 0 }]);
      }),
  });
}

Deno.test("walkTree() gives nothing when there are only empty folders", () => {
  inFolder((root) => {
    Deno.mkdirSync(`${root}/a/b/c`, { recursive: true });
    assertEquals(walkTree(root), []);
  });
});

Deno.test("walkTree() follows a link when it is the root", () => {
  inFolder((root) => {
    fill(root, "real/a", 1);
    Deno.symlinkSync("real", `${root}/link`);
    assertEquals(walkTree(`${root}/link`).map(({ path }) => path as string), ["a"]);
  });
});

Deno.test("walkTree() leaves out files and folders when skip says so", () => {
  inFolder((root) => {
    for (const path of ["manifest.json", "results/1", "sub/results/2", "a"]) fill(root, path, 1);
    run("mkfifo", `${root}/results/pipe`);
    const asked: string[] = [];
    const skip = (path: string) => asked.push(path) > 0 && (path === "results" || path === "manifest.json");
    assertEquals(walkTree(root, { skip, maxFiles: 4 }).map(({ path }) => path as string), [
      "a",
      "sub/results/2",
    ]);
    assertEquals(asked.sort(), ["a", "manifest.json", "results", "sub", "sub/results", "sub/results/2"]);
  });
});

const BOUNDS: readonly [string, Parameters<typeof walkTree>[1], ErrorCode | null][] = [
  ["the entries fit maxFiles", { maxFiles: 5 }, null], // a, d, d/b, d/e, d/e/c
  ["there is one entry more than maxFiles", { maxFiles: 4 }, "tree-too-large"],
  ["the levels fit maxDepth", { maxDepth: 2 }, null],
  ["there is one level more than maxDepth", { maxDepth: 1 }, "tree-too-large"],
  ["the sizes fit maxBytes", { maxBytes: 60 }, null],
  ["there is one byte more than maxBytes", { maxBytes: 59 }, "tree-too-large"],
  ["nothing may be there", { maxFiles: 0 }, "tree-too-large"],
];
for (const [name, options, code] of BOUNDS) {
  Deno.test(`walkTree() ${code === null ? "lists" : "refuses"} when ${name}`, () => {
    inFolder((root) => {
      for (const [path, size] of [["a", 10], ["d/b", 20], ["d/e/c", 30]] as const) fill(root, path, size);
      if (code === null) assertEquals(walkTree(root, options).length, 3);
      else assertCode(() => walkTree(root, options), code);
    });
  });
}

Deno.test("walkTree() refuses when folders are nested beyond what paths can hold", () => {
  inFolder((root) => {
    const script = 'import os,sys\nos.chdir(sys.argv[1])\nfor _ in range(300):\n os.mkdir("d"*40)\n os.chdir("d"*40)';
    const made = pythonRuns(script, root);
    if (!made) Deno.mkdirSync(`${root}/${"d/".repeat(40)}`, { recursive: true });
    assertCode(() => walkTree(root), "tree-too-large");
    assertCode(() => walkTree(root, { maxDepth: 1000 }), made ? "file-unreadable" : "tree-too-large");
  });
});

const ROOTS: readonly [string, (root: string) => string, ErrorCode][] = [
  ["is missing", (root) => `${root}/none`, "file-missing"],
  ["is a file", (root) => `${root}/a`, "file-kind"],
  ["is a dangling link", (root) => `${root}/dangling`, "file-missing"],
  ["lies below a file", (root) => `${root}/a/b`, "file-missing"],
];
for (const [name, pick, code] of ROOTS) {
  Deno.test(`walkTree() refuses with ${code} when the root ${name}`, () => {
    inFolder((root) => {
      fill(root, "a", 1);
      Deno.symlinkSync("nowhere", `${root}/dangling`);
      assertCode(() => walkTree(pick(root)), code, ".");
    });
  });
}

Deno.test("walkTree() refuses when a name holds U+FFFD", () => {
  inFolder((root) => {
    fill(root, "d/a\ufffd", 1);
    assertCode(() => walkTree(root), "name-refused", "d/a\ufffd");
  });
});

const PYTHON_PROBLEM = inFolder((root) => pythonRuns("pass", root)) ? "" : " (left out: no python3 to make it)";
Deno.test({
  name: `walkTree() refuses when a name is not UTF-8${PYTHON_PROBLEM}`,
  ignore: PYTHON_PROBLEM !== "",
  fn: () =>
    inFolder((root) => {
      pythonRuns('import os,sys\nopen(os.fsencode(sys.argv[1])+b"/a\\xff","w").close()', root);
      assertCode(() => walkTree(root), "name-refused", "a\ufffd");
    }),
});

for (const [name, put] of [["another folder", "mkdir"], ["a link", "symlink"]] as const) {
  Deno.test(`walkTree() refuses when ${name} takes a folder's place while it is read`, () => {
    inFolder((root) => {
      fill(root, "d/a", 1);
      fill(root, "other/b", 1);
      const original = Deno.readDirSync;
      Deno.readDirSync = (path) => {
        if (String(path).endsWith("/d")) {
          Deno.renameSync(`${root}/d`, `${root}/gone`);
          if (put === "mkdir") Deno.mkdirSync(`${root}/d`);
          else Deno.symlinkSync("other", `${root}/d`);
        }
        return original(path);
      };
      try {
        assertCode(() => walkTree(root, { skip: (path) => path === "other" }), "file-changed", "d");
      } finally {
        Deno.readDirSync = original;
      }
    });
  });
}

function fill(root: string, path: string, bytes: number): void {
  Deno.mkdirSync(`${root}/${path}`.replace(/[^/]*$/, ""), { recursive: true });
  Deno.writeFileSync(`${root}/${path}`, new Uint8Array(bytes));
}

function run(command: string, ...args: string[]): void {
  if (!new Deno.Command(command, { args }).outputSync().success) throw new Error(`${command} failed`);
}

function pythonRuns(script: string, root: string): boolean {
  try {
    return new Deno.Command("python3", { args: ["-c", script, root], stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}
