import { assertEquals } from "@std/assert/equals";
import {
  createTemporary,
  isTemporaryName,
  makeFolder,
  syncFolder,
  unlessRefused,
  writeWhole,
  writing,
} from "../../../../experiments/recovery-v1/vault/private_file.ts";
import { assertCode, assertCodeAsync } from "../../../assert_code.ts";
import { inChild } from "../../../in_child.ts";
import { inFolder } from "../../../in_folder.ts";
import { noise, treeOf, utf8 } from "./a_vault.ts";

Deno.test("createTemporary() takes a name that no other has and that isTemporaryName() knows", () =>
  inFolder((folder) => {
    const made = [createTemporary(folder), createTemporary(folder)];
    for (const { file } of made) file.close();
    const names = Object.keys(treeOf(folder));
    assertEquals([names.length, names.every(isTemporaryName)], [2, true]);
  }));

Deno.test("isTemporaryName() knows no digest and no other name", () =>
  assertEquals(["a".repeat(64), ".vault-write-1.tmp", "x.vault-write-1-0.tmp", ""].map(isTemporaryName), [
    ...[false, false, false, false],
  ]));

Deno.test("writeWhole() writes all bytes with mode 0600 and leaves no temporary", () =>
  inFolder(async (folder) => {
    await writeWhole(`${folder}/a`, noise(3_000_000), { at: "a" });
    assertEquals(Deno.readFileSync(`${folder}/a`), noise(3_000_000));
    assertEquals((Deno.statSync(`${folder}/a`).mode ?? 0) & 0o7777, 0o600);
    assertEquals(Object.keys(treeOf(folder)), ["a"]);
  }));

Deno.test("writeWhole() makes files of mode 0600, and makeFolder() of 0700, under other masks", () =>
  inFolder(async (folder) => {
    const { stdout, stderr } = await inChild(`
      import { makeFolder, writeWhole } from "./experiments/recovery-v1/vault/private_file.ts";
      for (const mask of [0o000, 0o022, 0o177]) {
        Deno.umask(mask);
        await writeWhole("${folder}/f" + mask, new Uint8Array(1), { at: "f" });
        console.log(Deno.statSync("${folder}/f" + mask).mode & 0o777);
      }
      Deno.umask(0);
      makeFolder("${folder}/d/e", { at: "d" });
      for (const name of ["d", "d/e"]) console.log(Deno.statSync("${folder}/" + name).mode & 0o777);
    `);
    assertEquals([stdout, stderr], [[0o600, 0o600, 0o600, 0o700, 0o700].join("\n") + "\n", ""]);
  }));

Deno.test("writeWhole() refuses a folder that is not there", () =>
  inFolder((folder) =>
    assertCodeAsync(() => writeWhole(`${folder}/b/a`, utf8("a"), { at: "b/a" }), "file-write", "b/a")
  ));

Deno.test("writeWhole() leaves no temporary where a folder stands in the place", () =>
  inFolder(async (folder) => {
    Deno.mkdirSync(`${folder}/a/b`, { recursive: true });
    await assertCodeAsync(() => writeWhole(`${folder}/a`, utf8("a"), { at: "a" }), "file-write", "a");
    assertEquals(Array.from(Deno.readDirSync(folder), ({ name }) => name), ["a"]);
  }));

Deno.test("makeFolder() refuses where a file stands", () =>
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/a`, "");
    assertCode(() => makeFolder(`${folder}/a/b`, { at: "a/b" }), "file-write", "a/b");
  }));

Deno.test("syncFolder() does nothing, and asks nothing, without the right to read", () =>
  inFolder(async (folder) => {
    const code = `import { syncFolder } from "./experiments/recovery-v1/vault/private_file.ts";
      Deno.permissions.requestSync = () => { throw new Error("asked"); };
      Deno.permissions.revokeSync({ name: "read" });
      syncFolder("${folder}");
      console.log("done");`;
    assertEquals((await inChild(code)).stdout, "done\n");
    syncFolder(folder);
    syncFolder(`${folder}/none`);
  }));

Deno.test("writing() says file-exists for what is there, and file-write for the rest", () => {
  const throws = (error: Error) => () =>
    writing(() => {
      throw error;
    }, { at: "x" });
  assertCode(throws(new Deno.errors.AlreadyExists()), "file-exists", "x");
  assertCode(throws(Object.assign(new Error(), { code: "ENOSPC" })), "file-write", "x");
  assertEquals(writing(() => 5, { at: "x" }), 5);
});

Deno.test("unlessRefused() tells whether the call went through", () =>
  assertEquals([unlessRefused(() => {}), unlessRefused(() => Deno.readFileSync("\0"))], [true, false]));
