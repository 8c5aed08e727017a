import { assertEquals } from "@std/assert/equals";
import { damaged, fillFrom, openStored, readStored } from "../../../../experiments/recovery-v1/vault/stored_file.ts";
import { assertCode } from "../../../assert_code.ts";
import { inChild } from "../../../in_child.ts";
import { inVault, put, utf8 } from "./a_vault.ts";

const MAX = { maxBytes: 5 };

Deno.test("readStored() reads a plain file of the most bytes, also one with several hard names", () =>
  inVault((vault) => {
    put(vault, "chunks/a", "12345");
    Deno.linkSync(`${vault}/chunks/a`, `${vault}/chunks/b`);
    for (const at of ["chunks/a", "chunks/b"]) assertEquals(readStored(vault, at, MAX), utf8("12345"));
  }));

Deno.test("readStored() returns null where nothing stands", () =>
  inVault((vault) => {
    put(vault, "objects", "");
    for (const at of ["chunks/a", "a", "objects/a"]) assertEquals(readStored(vault, at, MAX), null);
  }));

/** What may stand in the place of a file. */
const IMPOSTORS: readonly [string, (path: string) => void][] = [
  ["a link", (path) => Deno.symlinkSync("other", path)],
  ["a dangling link", (path) => Deno.symlinkSync("none", path)],
  ["a folder", (path) => Deno.mkdirSync(path)],
  ["a pipe", (path) => void new Deno.Command("mkfifo", { args: [path] }).outputSync()],
  ["a byte too many", (path) => Deno.writeTextFileSync(path, "123456")],
];

for (const [what, make] of IMPOSTORS) {
  Deno.test(`openStored() refuses ${what}`, () =>
    inVault((vault) => {
      put(vault, "other", "1");
      make(`${vault}/a`);
      assertCode(() => openStored(vault, "a", MAX), "vault-damaged", "a");
    }));
}

/** Reads a file in a process where another is renamed over it before it is opened, as often as said. */
async function readWhileReplaced(vault: string, times: number): Promise<string> {
  const { stdout, stderr } = await inChild(`
    import { readStored } from "./experiments/recovery-v1/vault/stored_file.ts";
    const lstat = Deno.lstatSync;
    let left = ${times};
    Deno.lstatSync = (path) => {
      const info = lstat(path);
      if (left-- > 0) {
        Deno.writeTextFileSync("${vault}/b", "new");
        Deno.renameSync("${vault}/b", path);
      }
      return info;
    };
    try {
      console.log(new TextDecoder().decode(readStored("${vault}", "a", { maxBytes: 5 })));
    } catch (error) {
      console.log(error.code, error.at);
    }`);
  assertEquals(stderr, "");
  return stdout.trim();
}

Deno.test("openStored() tries again when another file is renamed over, and opens that", () =>
  inVault(async (vault) => {
    put(vault, "a", "old");
    assertEquals(await readWhileReplaced(vault, 2), "new");
  }));

Deno.test("openStored() refuses a file that is replaced again and again", () =>
  inVault(async (vault) => {
    put(vault, "a", "old");
    assertEquals(await readWhileReplaced(vault, 1000), "vault-damaged a");
  }));

Deno.test("openStored() refuses a link that takes the place of the file meanwhile", () =>
  inVault(async (vault) => {
    put(vault, "a", "old");
    put(vault, "secret", "secret");
    const { stdout } = await inChild(`
      import { openStored } from "./experiments/recovery-v1/vault/stored_file.ts";
      const lstat = Deno.lstatSync;
      Deno.lstatSync = (path) => {
        const info = lstat(path);
        Deno.removeSync(path);
        Deno.symlinkSync("secret", path);
        return info;
      };
      try { openStored("${vault}", "a", { maxBytes: 9 }); } catch (error) { console.log(error.code, error.at); }`);
    assertEquals(stdout, "vault-damaged a\n");
  }));

Deno.test("readStored() says file-unreadable where the system refuses", () =>
  inVault(async (vault) => {
    put(vault, "a", "1");
    const { stdout } = await inChild(`
      import { readStored } from "./experiments/recovery-v1/vault/stored_file.ts";
      const attempt = () => { try { readStored("${vault}", "a", { maxBytes: 5 }); } catch (e) { console.log(e.code, e.at); } };
      Deno.FsFile.prototype.readSync = () => { throw Object.assign(new Error(), { code: "EIO" }); };
      attempt();
      Deno.permissions.revokeSync({ name: "read" });
      attempt();`);
    assertEquals(stdout, "file-unreadable a\nfile-unreadable a\n");
  }));

Deno.test("fillFrom() fills as far as the file goes", () =>
  inVault((vault) => {
    put(vault, "a", "123");
    const { file, bytes } = openStored(vault, "a", MAX) ?? {};
    const buffer = new Uint8Array(5);
    assertEquals([bytes, file && fillFrom(file, buffer, { at: "a" })], [3, 3]);
    file?.close();
    assertEquals(buffer, Uint8Array.of(49, 50, 51, 0, 0));
  }));

Deno.test("damaged() makes an error with the place in the vault", () => {
  const { code, at } = damaged("chunks/a", "it is short");
  assertEquals([code, at], ["vault-damaged", "chunks/a"]);
});
