// Code can use of @std only what kernel/std holds, by the subpath that the package itself has.
import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const SKIPPED = new Set([".git", "node_modules", "fixtures", "results", "coverage"]);

interface Layer {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
}

interface Config {
  readonly links: readonly string[];
  readonly imports: Readonly<Record<string, string>>;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(`${ROOT}${path}`, "utf8"));
}

const config = readJson("deno.json") as Config;
const layers = new Map(config.links.map((folder) => {
  const path = folder.replace(/^\.\//, "");
  const layer = readJson(`${path}/deno.json`) as Layer;
  return [layer.name, { ...layer, path }];
}));

function listSources(folder: string): string[] {
  return readdirSync(`${ROOT}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : listSources(`${path}/`);
    return entry.isFile() && entry.name.endsWith(".ts") ? [path] : [];
  });
}

/** The @std specifiers of static imports and exports (which start a line) and of dynamic imports. */
function findImports(text: string): string[] {
  const statics = text.matchAll(/^(?:import|export|\})[^"'\n]*["'](@std\/[^"']*|jsr:[^"']*)["']/gm);
  const dynamics = text.matchAll(/\bimport\(\s*["'](@std\/[^"']*|jsr:[^"']*)["']/g);
  return [...statics, ...dynamics].map((match) => match[1] ?? "");
}

/** What is wrong with an import, or null. */
function judge(specifier: string): string | null {
  const [, name = "", subpath] = /^(@std\/[^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  const layer = layers.get(name);
  if (layer === undefined) return "is of no package in kernel/std";
  if (subpath === undefined) return "names no subpath";
  return Object.hasOwn(layer.exports, `./${subpath}`) ? null : "names a subpath that kernel/std lacks";
}

Deno.test("links of deno.json are the folders of kernel/std, each imported under its name", () => {
  const folders = readdirSync(`${ROOT}kernel/std`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assertEquals(
    [...layers.values()].map(({ path }) => path).sort(),
    folders.map(({ name }) => `kernel/std/${name}`).sort(),
  );
  const imported = Object.keys(config.imports).filter((name) => name.startsWith("@std/"));
  assertEquals([...layers.keys()].sort(), imported.sort());
});

for (const { name, version, exports, path } of layers.values()) {
  Deno.test(`links of deno.json give ${name} the version of its pin`, () => {
    assertEquals(config.imports[name], `jsr:${name}@${version}`);
  });

  Deno.test(`links of deno.json export from ${name} nothing but files that exist, and never the whole`, () => {
    assert(!Object.hasOwn(exports, "."));
    for (const file of Object.values(exports)) assert(statSync(`${ROOT}${path}/${file}`).isFile(), file);
  });
}

Deno.test("links of deno.json cover every import of @std in the repository", () => {
  const found = listSources("").flatMap((path) =>
    findImports(readFileSync(`${ROOT}${path}`, "utf8")).map((specifier) => ({ path, specifier }))
  );
  assert(found.length > 10, "the search must find the imports of this folder");
  assertEquals(
    found.flatMap(({ path, specifier }) => {
      const wrong = judge(specifier);
      return wrong === null ? [] : [`${path}: ${specifier} ${wrong}`];
    }),
    [],
  );
});

const JUDGED: ReadonlyArray<[line: string, wrong: string | null]> = [
  ['import { x } from "@std/assert/equals";', null],
  ['} from "@std/cli/parse-args";', null],
  ['export * from "@std/assert";', "names no subpath"],
  ['import "@std/assert/unstable";', "names a subpath that kernel/std lacks"],
  ['import { x } from "@std/path/join";', "is of no package in kernel/std"],
  ['import { x } from "jsr:@std/assert@1.0.13/equals";', "is of no package in kernel/std"],
  [`  await ${"import"}("@std/streams");`, "names no subpath"],
];

for (const [line, wrong] of JUDGED) {
  Deno.test(`links of deno.json ${wrong === null ? "allow" : "forbid"} the line ${line}`, () => {
    assertEquals(findImports(line).map(judge), [wrong]);
  });
}
