import { assertEquals } from "@std/assert/equals";
import { restoreSnapshot } from "../../../../experiments/recovery-v1/vault/restore.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { inChild } from "../../../in_child.ts";
import { hex, inVault, MIB, noise, putObject, putSnapshot, treeOf } from "./a_vault.ts";

for (const [what, length] of [["an empty", 0], ["a small", 1000], ["a large", 9 * MIB + 1]] as const) {
  Deno.test(`restoreSnapshot() writes ${what} source back, of mode 0600, and nothing else`, () =>
    inVault(async (vault, base) => {
      const source = noise(length), { digest } = putSnapshot(vault, source), legacy = putObject(vault, source);
      Deno.mkdirSync(`${base}/to`);
      for (const [name, snapshot] of [["a", digest], ["b", legacy]] as const) {
        assertEquals(await restoreSnapshot(vault, snapshot, { target: `${base}/to/${name}` }), {
          snapshot_sha256: snapshot,
          source_sha256: hex(source),
          bytes: length,
        });
        const { mode, nlink } = Deno.statSync(`${base}/to/${name}`);
        assertEquals([(mode ?? 0) & 0o7777, nlink], [0o600, 1]);
      }
      assertEquals(treeOf(`${base}/to`), { a: hex(source), b: hex(source) });
    }));
}

/** What may stand at the target. */
const TAKEN: readonly [string, (path: string) => void][] = [
  ["a file", (path) => Deno.writeTextFileSync(path, "mine")],
  ["a folder", (path) => Deno.mkdirSync(path)],
  ["a dangling link", (path) => Deno.symlinkSync("none", path)],
];

for (const [what, make] of TAKEN) {
  Deno.test(`restoreSnapshot() leaves ${what} at the target alone`, () =>
    inVault(async (vault, base) => {
      const { digest } = putSnapshot(vault, "text");
      Deno.mkdirSync(`${base}/to`);
      make(`${base}/to/a`);
      const before = Deno.lstatSync(`${base}/to/a`);
      await assertCodeAsync(() => restoreSnapshot(vault, digest, { target: `${base}/to/a` }), "file-exists");
      assertEquals(Deno.lstatSync(`${base}/to/a`), before);
      assertEquals([...Deno.readDirSync(`${base}/to`)].map(({ name }) => name), ["a"]);
    }));
}

Deno.test("restoreSnapshot() refuses a folder that is not there", () =>
  inVault(async (vault, base) => {
    const { digest } = putSnapshot(vault, "text");
    await assertCodeAsync(() => restoreSnapshot(vault, digest, { target: `${base}/none/a` }), "file-missing");
  }));

for (const [size, length] of [["small", 3 * MIB], ["large", 9 * MIB]] as const) {
  Deno.test(`restoreSnapshot() leaves nothing of a ${size} source that is damaged`, () =>
    inVault(async (vault, base) => {
      const { digest, chunks } = putSnapshot(vault, noise(length));
      Deno.truncateSync(`${vault}/chunks/${chunks.at(-1)}`, 10);
      Deno.mkdirSync(`${base}/to`);
      await assertCodeAsync(() => restoreSnapshot(vault, digest, { target: `${base}/to/a` }), "vault-damaged");
      assertEquals([...Deno.readDirSync(`${base}/to`)], []);
    }));
}

/** Runs restoreSnapshot() in a process with changed calls of the system, and returns the code of its error. */
async function restoreWith(base: string, snapshot: string, changes: string): Promise<string> {
  const { stdout, stderr } = await inChild(`
    import { restoreSnapshot } from "./experiments/recovery-v1/vault/restore.ts";
    const target = "${base}/to/a";
    const fail = (code) => { throw Object.assign(new Error(code), { code }); };
    ${changes}
    try {
      console.log((await restoreSnapshot("${base}/vault", "${snapshot}", { target })).bytes);
    } catch (error) {
      console.log(error.code);
    }`);
  assertEquals(stderr, "");
  return stdout.trim();
}

const FAULTS: readonly [string, string, string, string[]][] = [
  ["nothing when the disk is full", `Deno.FsFile.prototype.writeSync = () => fail("ENOSPC");`, "file-write", []],
  ["nothing when syncing fails", `Deno.FsFile.prototype.syncSync = () => fail("EIO");`, "file-write", []],
  ["the whole file without hard links", `Deno.linkSync = () => fail("EPERM");`, "4", ["a"]],
  [
    "another's file that came meanwhile",
    `const sync = Deno.FsFile.prototype.syncSync;
    Deno.FsFile.prototype.syncSync = function () { sync.call(this); Deno.writeTextFileSync(target, "mine"); };`,
    "file-exists",
    ["a"],
  ],
  [
    "another's file that came meanwhile, without hard links",
    `Deno.linkSync = () => { Deno.writeTextFileSync(target, "mine"); fail("EPERM"); };`,
    "file-exists",
    ["a"],
  ],
];

for (const [what, changes, code, names] of FAULTS) {
  Deno.test(`restoreSnapshot() leaves ${what}`, () =>
    inVault(async (vault, base) => {
      const { digest } = putSnapshot(vault, "text");
      Deno.mkdirSync(`${base}/to`);
      assertEquals(await restoreWith(base, digest, changes), code);
      assertEquals([...Deno.readDirSync(`${base}/to`)].map(({ name }) => name), names);
      if (names.length > 0) {
        assertEquals(Deno.readTextFileSync(`${base}/to/a`), code === "file-exists" ? "mine" : "text");
      }
    }));
}
