import { assertEquals } from "@std/assert/equals";
import { KEPT_BYTES } from "../../../../experiments/recovery-v1/vault/digest.ts";
import { openSource, readSourceHead } from "../../../../experiments/recovery-v1/vault/source_open.ts";
import { assertCode } from "../../../assert_code.ts";
import { inFolder } from "../../../in_folder.ts";

Deno.test("openSource() opens a plain file, also through a link", () =>
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/a`, "12345");
    Deno.symlinkSync("a", `${folder}/b`);
    for (const name of ["a", "b"]) {
      const { file, bytes } = openSource(`${folder}/${name}`);
      file.close();
      assertEquals(bytes, 5);
    }
  }));

Deno.test("openSource() refuses what is not there", () =>
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/a`, "");
    for (const name of ["none", "a/b"]) assertCode(() => openSource(`${folder}/${name}`), "file-missing");
  }));

Deno.test("openSource() refuses a folder, and a pipe without waiting for its writer", () =>
  inFolder((folder) => {
    new Deno.Command("mkfifo", { args: [`${folder}/pipe`] }).outputSync();
    for (const name of ["", "pipe"]) assertCode(() => openSource(`${folder}/${name}`), "file-kind");
  }));

Deno.test("openSource() refuses a loop of links", () =>
  inFolder((folder) => {
    Deno.symlinkSync("loop", `${folder}/loop`);
    assertCode(() => openSource(`${folder}/loop`), "file-unreadable");
  }));

Deno.test("readSourceHead() reads a short source whole and a long one up to 8 MiB", () =>
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/a`, "12345");
    assertEquals(readSourceHead(`${folder}/a`).length, 5);
    Deno.truncateSync(`${folder}/a`, KEPT_BYTES + 5);
    assertEquals(readSourceHead(`${folder}/a`).length, KEPT_BYTES);
  }));
