import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { dirname } from "node:path";
import { childPaths, type Containment, findContainment, pathsUnder } from "../../kernel/containment.ts";
import { checkModuleGraph, type GraphReport, judgeGraph, OPEN_KERNEL_MODULES } from "../../kernel/module_graph.ts";
import { childEnvironment } from "../../kernel/sandbox.ts";
import { assertCodeAsync } from "../assert_code.ts";
import { inFolder } from "../in_folder.ts";

const RULES = { frozen: "/f", isOpen: (path: string) => ["e/run.ts", "e/a.ts", "kernel/experiment.ts"].includes(path) };
const RUN = { specifier: "file:///f/e/run.ts", kind: "esm" };
const dependency = (specifier: string, code: unknown, rest = {}): unknown => ({
  ...{ modules: [{ ...RUN, dependencies: [{ specifier, code, ...rest }] }] },
});

const TABLE: readonly [string, unknown, string[], string[]][] = [
  ["the entry is alone", { modules: [RUN] }, ["e/run.ts"], []],
  ["there is nothing", {}, [], [""]],
  ["it is null inside", { modules: null }, [], [""]],
  ["a frozen file is imported", dependency("./a.ts", { specifier: "file:///f/e/a.ts" }), ["e/a.ts", "e/run.ts"], []],
  ["a query is added", dependency("./a.ts?x", { specifier: "file:///f/e/a.ts?x#y" }), ["e/a.ts", "e/run.ts"], []],
  ["letters are escaped", dependency("./%61.ts", { specifier: "file:///f/e/%61.ts" }), ["e/a.ts", "e/run.ts"], []],
  ["the open helper is imported", dependency("k", { specifier: "file:///f/kernel/experiment.ts" }), [
    "e/run.ts",
    "kernel/experiment.ts",
  ], []],
  ["another kernel file is imported", dependency("k", { specifier: "file:///f/kernel/mod.ts" }), ["e/run.ts"], [
    "kernel/mod.ts",
  ]],
  ["an outside file is imported", dependency("/x", { specifier: "file:///x" }), ["e/run.ts"], ["/x"]],
  ["a sibling of the root is imported", dependency("/x", { specifier: "file:///f2/e/a.ts" }), ["e/run.ts"], [
    "/f2/e/a.ts",
  ]],
  ["a file of another host is imported", dependency("x", { specifier: "file://host/f/e/a.ts" }), ["e/run.ts"], [
    "file://host/f/e/a.ts",
  ]],
  ["a slash is escaped", dependency("x", { specifier: "file:///f/e%2fa.ts" }), ["e/run.ts"], ["file:///f/e%2fa.ts"]],
  ["a file that was not frozen is imported", dependency("./b.ts", { specifier: "file:///f/e/b.ts" }), ["e/run.ts"], [
    "e/b.ts",
  ]],
  [
    "a type comes from outside",
    dependency("./a.ts", { specifier: "file:///f/e/a.ts" }, {
      type: { specifier: "file:///t.d.ts" },
    }),
    ["e/a.ts", "e/run.ts"],
    ["/t.d.ts"],
  ],
  ["only a type is imported", dependency("/t.ts", undefined, { type: { specifier: "file:///t.ts" } }), ["e/run.ts"], [
    "/t.ts",
  ]],
  ["a specifier does not resolve", dependency("@std/x", { error: "not a dependency" }), ["e/run.ts"], ["@std/x"]],
  ["a specifier has no resolution", { modules: [{ ...RUN, dependencies: [{ specifier: "./a.ts" }] }] }, ["e/run.ts"], [
    "./a.ts",
  ]],
  ["a module has an error", { modules: [{ specifier: "file:///f/e/a.ts", error: "no" }] }, [], ["e/a.ts"]],
  ["types stand beside", {
    modules: [{ ...RUN, typesDependency: { specifier: "x", dependency: { specifier: "file:///x" } } }],
  }, [
    "e/run.ts",
  ], ["/x"]],
  [
    "a source map stands beside",
    {
      modules: [{ ...RUN, maybeSourceMapDependency: { specifier: "../m", dependency: { specifier: "file:///m" } } }],
    },
    ["e/run.ts"],
    ["/m"],
  ],
  ["a module is redirected", { modules: [RUN], redirects: { "file:///f/e/b.ts": "file:///f/e/a.ts" } }, ["e/run.ts"], [
    "e/b.ts",
  ]],
  ["data is imported", dependency("data:,", { specifier: "data:text/javascript,1" }), ["e/run.ts"], []],
  ["data has an error", dependency("data:,", { specifier: "data:x", error: "no" }), ["e/run.ts"], ["data:x"]],
  ["data imports a file", {
    modules: [RUN, { specifier: "data:x", dependencies: [{ code: { specifier: "file:///x" } }] }],
  }, [
    "e/run.ts",
  ], ["/x"]],
  ["an unknown field names a file", { modules: [RUN], future: [{ deep: { specifier: "file:///x" } }] }, ["e/run.ts"], [
    "/x",
  ]],
  ...[
    "http://a.test/x",
    "https://a.test/x",
    "npm:left-pad@1.0.0",
    "jsr:@std/assert",
    "ext:core/mod.js",
    "blob:x",
    "x",
    "",
  ]
    .map((
      name,
    ): [string, unknown, string[], string[]] => [
      `${name || "nothing"} is named`,
      dependency(name, { specifier: name }),
      ["e/run.ts"],
      [name],
    ]),
  ...["fs", "fs/promises", "crypto", "child_process", "path/posix"].map((
    name,
  ): [string, unknown, string[], string[]] => [
    `node:${name} is named`,
    dependency(`node:${name}`, { specifier: `node:${name}` }),
    ["e/run.ts"],
    [],
  ]),
  ...[
    "sqlite",
    "module",
    "vm",
    "worker_threads",
    "inspector",
    "inspector/promises",
    "wasi",
    "cluster",
    "test",
    "FS",
    "",
  ]
    .map((
      name,
    ): [string, unknown, string[], string[]] => [
      `node:${name} is named`,
      dependency("x", { specifier: `node:${name}` }),
      ["e/run.ts"],
      [`node:${name}`],
    ]),
];
for (const [name, info, modules, refused] of TABLE) {
  Deno.test(`judgeGraph() ${refused.length === 0 ? "passes" : "refuses"} when ${name}`, () => {
    const report = judgeGraph(info, RULES);
    assertEquals([report.modules, report.findings.map(({ at }) => at)], [modules, refused]);
    for (const { code, observed } of report.findings) assertEquals([code, typeof observed], ["module", "string"]);
  });
}

Deno.test("judgeGraph() says what a run can load when the whole kernel is imported", () => {
  const [finding] = judgeGraph(dependency("k", { specifier: "file:///f/kernel/mod.ts" }), RULES).findings;
  assert(String(finding?.observed).includes("kernel/experiment.ts"));
});

Deno.test("judgeGraph() shows no frozen root and at most 512 characters when an error is long", () => {
  const error = `Cannot load file:///f/e/a.ts: ${"x".repeat(9_999)}`;
  const [finding] = judgeGraph({ modules: [{ specifier: "file:///f/e/a.ts", error }] }, RULES).findings;
  assertEquals([finding?.at, String(finding?.observed).length], ["e/a.ts", 512]);
  assert(String(finding?.observed).startsWith("Cannot load e/a.ts: x"));
});

const CONTAINMENTS: readonly Containment[] = [{ kind: "none" }, findContainment()];

/** Lays out files below a root (`f/…` are frozen, the rest lies outside) and asks for the graph of f/e/run.ts. */
function ask(
  files: Record<string, string>,
  options: { containment: Containment; entry?: string },
): Promise<GraphReport> {
  const { containment, entry = "run.ts" } = options;
  return inFolder(async (base) => {
    const host = pathsUnder(base, Deno.execPath());
    const { frozen, scratch, inputs, storage, home } = host;
    for (const path of [`${frozen}/e`, scratch, inputs, storage, home]) Deno.mkdirSync(path, { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      const target = path.startsWith("f/") ? `${frozen}/${path.slice(2)}` : `${base}/${path}`;
      Deno.mkdirSync(dirname(target), { recursive: true });
      Deno.writeTextFileSync(target, text);
    }
    const child = childPaths(containment, host);
    const cwd = `${child.frozen}/e`;
    const isOpen = (path: string): boolean => Object.hasOwn(files, `f/${path}`);
    const report = await checkModuleGraph(entry, { containment, host, cwd, isOpen, env: childEnvironment(child) });
    assert(!JSON.stringify(report).includes(frozen));
    return report!;
  });
}

const REAL: readonly [string, Record<string, string>, string[], number][] = [
  [
    "all is frozen",
    {
      "f/e/run.ts":
        `import "./a.js"; import j from "./j.json" with { type: "json" }; await import("./lit.ts"); import "node:fs";`,
      "f/e/a.js": "export {};",
      "f/e/j.json": "{}",
      "f/e/lit.ts": `import type { T } from "./t.ts"; export type { T };`,
      "f/e/t.ts": "export type T = 1;",
    },
    ["e/a.js", "e/j.json", "e/lit.ts", "e/run.ts", "e/t.ts"],
    0,
  ],
  ["text comes from outside", { "f/e/run.ts": `import t from "../../o.txt" with { type: "text" };`, "o.txt": "x" }, [
    "e/run.ts",
  ], 1],
  ["text comes from an absolute path", { "f/e/run.ts": `import t from "/etc/hostname" with { type: "text" };` }, [
    "e/run.ts",
  ], 1],
  ["JSON comes from outside", { "f/e/run.ts": `import t from "../../o.json" with { type: "json" };`, "o.json": "{}" }, [
    "e/run.ts",
  ], 1],
  ["an import with a literal leaves", { "f/e/run.ts": `await import("../../o.ts");`, "o.ts": "" }, ["e/run.ts"], 1],
  [
    "an import with a plain template leaves",
    { "f/e/run.ts": "await import(`../../o.ts`);", "o.ts": "" },
    ["e/run.ts"],
    1,
  ],
  [
    "an import is computed",
    { "f/e/run.ts": `await import(["../../o", "ts"].join("."));`, "o.ts": "" },
    ["e/run.ts"],
    0,
  ],
  ["data imports an outside file", { "f/e/run.ts": `import "data:text/javascript,import%20'file:///etc/hostname'";` }, [
    "e/run.ts",
  ], 1],
  [
    "a source map lies outside",
    { "f/e/run.ts": `import "./m.js";`, "f/e/m.js": "1;\n//# sourceMappingURL=../../m.map\n", "m.map": "{}" },
    ["e/m.js", "e/run.ts"],
    1,
  ],
  [
    "a type lies outside",
    { "f/e/run.ts": `import type { T } from "../../o.ts"; export type U = T;`, "o.ts": "export type T = 1;" },
    ["e/run.ts"],
    1,
  ],
  ["a reference path leaves", { "f/e/run.ts": `/// <reference path="../../o.d.ts" />\nexport {};`, "o.d.ts": "" }, [
    "e/run.ts",
  ], 1],
  [
    "the runtime of JSX lies outside",
    { "f/e/run.ts": `import "./j.tsx";`, "f/e/j.tsx": "/** @jsxImportSource ../../o */\nexport default <a />;" },
    ["e/j.tsx", "e/run.ts"],
    1,
  ],
  ["a module is not there", { "f/e/run.ts": `import "./gone.ts";` }, ["e/run.ts"], 1],
  ["the syntax is wrong", { "f/e/run.ts": "import {" }, [], 1],
  ["the entry is not there", { "f/e/other.ts": "" }, [], 1],
  [
    "packages are named",
    { "f/e/run.ts": `import "npm:x@1.0.0"; import "jsr:@a/b"; import "http://127.0.0.1:1/x.ts"; import "bare";` },
    ["e/run.ts"],
    4,
  ],
  [
    "a configuration lies beside",
    {
      "f/e/run.ts": `import "mapped";`,
      "f/e/deno.json": `{"imports":{"mapped":"./run.ts"}}`,
      "f/e/package.json": `{"dependencies":{"mapped":"1"}}`,
    },
    ["e/run.ts"],
    1,
  ],
  ["the code would print", { "f/e/run.ts": `console.log("}{"); Deno.exit(3);` }, ["e/run.ts"], 0],
];
for (const [name, files, modules, count] of REAL) {
  for (const containment of CONTAINMENTS) {
    Deno.test(`checkModuleGraph() ${count === 0 ? "passes" : "refuses"} when ${name}, in ${containment.kind}`, async () => {
      const report = await ask(files, { containment });
      assertEquals([report.modules, report.findings.length], [modules, count], JSON.stringify(report.findings));
    });
  }
}

Deno.test("checkModuleGraph() gives null when bubblewrap itself fails", async () => {
  await inFolder(async (folder) => {
    Deno.writeTextFileSync(
      `${folder}/bwrap`,
      "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n",
      {
        mode: 0o755,
      },
    );
    const report = await ask({ "f/e/run.ts": "" }, { containment: { kind: "bwrap", program: `${folder}/bwrap` } })
      .catch(() => "nothing");
    assertEquals(report, null);
  });
});

Deno.test("checkModuleGraph() throws module-graph when deno info says nothing", async () => {
  await inFolder(async (folder) => {
    Deno.writeTextFileSync(`${folder}/bwrap`, "#!/bin/sh\nexit 7\n", { mode: 0o755 });
    const containment = { kind: "bwrap", program: `${folder}/bwrap` } as const;
    await assertCodeAsync(() => ask({ "f/e/run.ts": "" }, { containment }), "module-graph", "run.ts");
  });
});

Deno.test("OPEN_KERNEL_MODULES holds all that its modules import", async () => {
  const files = OPEN_KERNEL_MODULES.map((
    path,
  ) => [`f/${path}`, Deno.readTextFileSync(new URL(`../../${path}`, import.meta.url))]);
  const imports = OPEN_KERNEL_MODULES.map((path) => `import "../${path}";`).join("\n");
  const report = await ask({ ...Object.fromEntries(files), "f/e/run.ts": imports }, { containment: { kind: "none" } });
  assertEquals(report, { modules: ["e/run.ts", ...OPEN_KERNEL_MODULES], findings: [] });
});
