import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { assertCode, assertCodeAsync } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";
import { ROOT } from "../../made_archive.ts";
import { archiveConfig, CARRIED_PACKAGES, packageClosure, vendoredFiles } from "../../../scripts/archive/vendor.ts";

const lockOf = (
  npm: Readonly<Record<string, readonly string[]>>,
  specifiers: Readonly<Record<string, string>> = {},
) => ({
  specifiers,
  npm: Object.fromEntries(Object.entries(npm).map(([key, dependencies]) => [key, { dependencies }])),
});

Deno.test("packageClosure() gives what packages depend on, each once, by name", () => {
  const lock = lockOf({ "c@1.0.0": [], "@s/a@2.1.0": ["b", "c"], "b@3.0.0": ["c", "@s/a"], "d@1.0.0": [] });
  assertEquals([...packageClosure(["@s/a"], lock)], [["@s/a", "2.1.0"], ["b", "3.0.0"], ["c", "1.0.0"]]);
});

Deno.test("packageClosure() takes the version that was asked for, not another one's", () => {
  const lock = lockOf({ "a@1.0.0": ["b@2.0.0"], "a@2.0.0": [], "b@1.0.0": [], "b@2.0.0": [] }, { "npm:a@^1": "1.0.0" });
  assertEquals([...packageClosure(["a"], lock)], [["a", "1.0.0"], ["b", "2.0.0"]]);
});

Deno.test("packageClosure() does not take a package for another whose name goes on", () => {
  assertEquals([...packageClosure(["ab"], lockOf({ "ab-c@1.0.0": [], "ab@2.0.0": [] }))], [["ab", "2.0.0"]]);
});

Deno.test("packageClosure() refuses what the lock lacks, and two versions of one name", () => {
  assertCode(() => packageClosure(["a"], lockOf({ "b@1.0.0": [] })), "unavailable", "a");
  const two = lockOf({ "a@1.0.0": ["b@1.0.0", "c"], "c@1.0.0": ["b@2.0.0"], "b@1.0.0": [], "b@2.0.0": [] });
  assertCode(() => packageClosure(["a"], two), "unavailable", "b");
});

/** Names of packages that the graph of a module imports, by Deno itself. */
function importedBy(path: string): string[] {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json", "--frozen", path], cwd: ROOT })
    .outputSync();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as { modules: { npmPackage?: string }[] };
  return modules.flatMap(({ npmPackage }) => npmPackage?.replace(/(?<=.)@.*$/, "") ?? []).sort();
}

for (const command of ["check", "verify", "reproduce"]) {
  Deno.test(`CARRIED_PACKAGES holds what ${command} can import`, () => {
    const imported = importedBy(`scripts/cli/${command}.ts`);
    assert(imported.length > 1);
    assertEquals(imported.filter((name) => !CARRIED_PACKAGES.includes(name)), []);
  });
}

Deno.test("CARRIED_PACKAGES holds nothing that check, verify and reproduce do not import", () => {
  const imported = new Set(["check", "verify", "reproduce"].flatMap((name) => importedBy(`scripts/cli/${name}.ts`)));
  assertEquals(CARRIED_PACKAGES.filter((name) => !imported.has(name)), []);
});

Deno.test("vendoredFiles() gives whole packages below node_modules/, without Deno's own files, in three megabytes", async () => {
  const files = await vendoredFiles(), paths = new Set(files.map(({ path }) => path));
  for (const name of CARRIED_PACKAGES) assert(paths.has(`node_modules/${name}/package.json`), name);
  assertEquals(files.filter(({ path }) => !path.startsWith("node_modules/") || /\/\./.test(path)), []);
  assert(files.reduce((sum, { bytes }) => sum + bytes, 0) < 3_000_000);
});

Deno.test("archiveConfig() changes nothing but where packages come from", () => {
  const { nodeModulesDir, ...rest } = JSON.parse(archiveConfig());
  assertEquals([nodeModulesDir, rest], ["manual", JSON.parse(Deno.readTextFileSync(`${ROOT}deno.json`))]);
});

/** A project's folder with our lock and, in node_modules, one package of ours under a version. */
function withPackage(version: string, use: (root: string, folder: string) => Promise<void>): Promise<void> {
  return inFolder(async (root) => {
    const folder = `${root}/node_modules/asn1js`;
    Deno.copyFileSync(`${ROOT}deno.lock`, `${root}/deno.lock`);
    Deno.mkdirSync(folder, { recursive: true });
    Deno.writeTextFileSync(`${folder}/package.json`, JSON.stringify({ version }));
    await use(root, folder);
  });
}

const VERSION = packageClosure(["asn1js"], JSON.parse(Deno.readTextFileSync(`${ROOT}deno.lock`))).get("asn1js")!;
const ofOne = async (root: string): Promise<string[]> =>
  (await vendoredFiles({ root })).map(({ path }) => path).filter((path) => path.startsWith("node_modules/asn1js/"));

Deno.test("vendoredFiles() takes a package from node_modules, also files with several names, and nothing that a package manager added", () =>
  withPackage(VERSION, async (root, folder) => {
    Deno.linkSync(`${folder}/package.json`, `${folder}/second.json`);
    Deno.mkdirSync(`${folder}/node_modules/tslib`, { recursive: true });
    for (const name of [".initialized", "node_modules/tslib/x.js"]) Deno.writeTextFileSync(`${folder}/${name}`, "");
    const names = ["package.json", "second.json"].map((name) => `node_modules/asn1js/${name}`);
    assertEquals(await ofOne(root), names);
  }));

Deno.test("vendoredFiles() leaves a package of another version in node_modules alone", () =>
  withPackage("0.0.1", async (root) => assert((await ofOne(root)).length > 5)));

Deno.test("vendoredFiles() refuses a link in a package", () =>
  withPackage(VERSION, async (root, folder) => {
    Deno.symlinkSync("/etc/passwd", `${folder}/link`);
    await assertCodeAsync(() => vendoredFiles({ root }), "file-kind", "node_modules/asn1js/link");
  }));
