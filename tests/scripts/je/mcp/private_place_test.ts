import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { checkPrivate, isStartedByOwnUser, makePrivateFolder } from "../../../../scripts/je/mcp/private_place.ts";
import { assertCode } from "../../../assert_code.ts";
import { inFolder } from "../../../in_folder.ts";
import { testWhere } from "../../../test_where.ts";

const testWithModes = testWhere(Deno.build.os === "windows" ? "Windows has no modes" : "");

for (const mode of [0o600, 0o400, 0o700]) {
  testWithModes(`checkPrivate() takes a file of mode ${mode.toString(8)}`, () =>
    inFolder((folder) => {
      const path = join(folder, "f");
      Deno.writeTextFileSync(path, "");
      Deno.chmodSync(path, mode);
      checkPrivate(path, { at: "f" });
    }));
}
for (const mode of [0o640, 0o604, 0o620, 0o602, 0o644, 0o610]) {
  testWithModes(`checkPrivate() refuses a file of mode ${mode.toString(8)}`, () =>
    inFolder((folder) => {
      const path = join(folder, "f");
      Deno.writeTextFileSync(path, "");
      Deno.chmodSync(path, mode);
      assertCode(() => checkPrivate(path, { at: "f" }), "usage", "f");
    }));
}

testWithModes("checkPrivate() looks at what a link leads to", () =>
  inFolder((folder) => {
    const path = join(folder, "f");
    Deno.writeTextFileSync(path, "", { mode: 0o600 });
    Deno.symlinkSync(path, join(folder, "l"));
    checkPrivate(join(folder, "l"), { at: "l" });
    Deno.chmodSync(path, 0o644);
    assertCode(() => checkPrivate(join(folder, "l"), { at: "l" }), "usage", "l");
  }));

testWithModes("checkPrivate() refuses what belongs to another user", () =>
  inFolder((folder) => {
    const path = join(folder, "f"), uid = Deno.uid()! + 1;
    Deno.writeTextFileSync(path, "", { mode: 0o600 });
    assertCode(() => checkPrivate(path, { at: "f", uid }), "usage", "f");
  }));

Deno.test("checkPrivate() refuses what is not there", () => {
  inFolder((folder) => assertCode(() => checkPrivate(join(folder, "f"), { at: "f" }), "file-missing", "f"));
});

testWithModes("makePrivateFolder() makes a folder of mode 700, and takes it the next time", () =>
  inFolder((folder) => {
    const path = join(folder, "f");
    for (const _ of [1, 2]) makePrivateFolder(path, { at: "f" });
    assertEquals(Deno.statSync(path).mode! & 0o777, 0o700);
  }));

testWithModes("makePrivateFolder() refuses a folder that others may enter", () =>
  inFolder((folder) => {
    const path = join(folder, "f");
    Deno.mkdirSync(path);
    Deno.chmodSync(path, 0o755);
    assertCode(() => makePrivateFolder(path, { at: "f" }), "usage", "f");
  }));

for (
  const [name, path, code] of [["a file", "f", "file-exists"], ["no folder above", "a/b", "file-missing"]] as const
) {
  Deno.test(`makePrivateFolder() refuses ${name} in its place`, () => {
    inFolder((folder) => {
      Deno.writeTextFileSync(join(folder, "f"), "");
      assertCode(() => makePrivateFolder(join(folder, path), { at: path }), code, path);
    });
  });
}

testWhere(Deno.build.os === "linux" ? "" : "only Linux tells whose a process is")(
  "isStartedByOwnUser() tells whether a process is of the same user",
  () => {
    assertEquals([isStartedByOwnUser(Deno.pid), isStartedByOwnUser(2 ** 30)], [true, null]);
  },
);
