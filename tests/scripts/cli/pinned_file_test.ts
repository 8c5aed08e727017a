import { assertEquals } from "@std/assert/equals";
import { sha256Hex } from "../../../kernel/digest.ts";
import { pinFiles } from "../../../scripts/cli/pinned_file.ts";
import { assertCode } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";

const DECLARED = { data: { kind: "file", optional: false, sha256: null } } as const;

Deno.test("pinFiles() measures what was given", () => {
  inFolder((folder) => {
    const path = `${folder}/a`;
    Deno.writeTextFileSync(path, "abc");
    assertEquals(pinFiles(DECLARED, { data: path }), { data: { path, bytes: 3, sha256: sha256Hex("abc") } });
  });
});

for (const kind of ["nothing", "a folder", "a loop of links"]) {
  Deno.test(`pinFiles() throws input-missing when ${kind} is there`, () => {
    inFolder((folder) => {
      const path = `${folder}/a`;
      if (kind === "a folder") Deno.mkdirSync(path);
      if (kind === "a loop of links") Deno.symlinkSync("a", path);
      assertCode(() => pinFiles(DECLARED, { data: path }), "input-missing", "data");
    });
  });
}

for (const name of ["other", "toString", "__proto__"]) {
  Deno.test(`pinFiles() throws input-unknown when ${name} is given`, () => {
    assertCode(() => pinFiles(DECLARED, Object.fromEntries([[name, "/"]])), "input-unknown", name);
  });
}
