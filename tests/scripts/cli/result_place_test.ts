import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import type { Result } from "../../../kernel/result.ts";
import { checkResultsFolder, defaultPlace, outputPlace } from "../../../scripts/cli/result_place.ts";
import { assertCode } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";
import { listTree, makeSmall } from "../../small_experiment.ts";

function withPlaces(use: (cwd: string) => void): void {
  inFolder((cwd) => {
    makeSmall(join(cwd, "small"), { files: { "sub/data": "" } });
    Deno.mkdirSync(join(cwd, "small/results"));
    Deno.mkdirSync(join(cwd, "small-2"));
    Deno.mkdirSync(join(cwd, "folder"));
    Deno.writeTextFileSync(join(cwd, "file"), "");
    Deno.symlinkSync("file", join(cwd, "link"));
    Deno.symlinkSync("nowhere", join(cwd, "dangling"));
    Deno.symlinkSync("loop", join(cwd, "loop"));
    Deno.symlinkSync("small", join(cwd, "other-name"));
    use(cwd);
  });
}

for (
  const given of ["new.json", "folder/new.json", "../x.json", "small/results/new.json", "small-2/r.json", "ü 漢.json"]
) {
  Deno.test(`outputPlace() takes ${given}`, () => {
    withPlaces((cwd) => {
      const before = listTree(cwd);
      assertEquals(outputPlace(given, { cwd, folder: join(cwd, "small") }), join(cwd, given));
      assertEquals(listTree(cwd), before);
    });
  });
}

for (
  const [given, code] of [
    ["file", "file-exists"],
    ["folder", "file-exists"],
    ["folder/", "file-exists"],
    [".", "file-exists"],
    ["link", "file-exists"],
    ["dangling", "file-exists"],
    ["loop", "file-exists"],
    ["new/", "file-kind"],
    ["file/new.json", "file-missing"],
    ["missing/new.json", "file-missing"],
    ["dangling/new.json", "file-missing"],
    ["loop/new.json", "file-kind"],
    ["small/new.json", "path-invalid"],
    ["small/sub/new.json", "path-invalid"],
    ["other-name/new.json", "path-invalid"],
    ["small/results/../new.json", "path-invalid"],
    ["x".repeat(300), "file-write"],
    ["/proc/new.json", "file-write"],
  ] as const
) {
  Deno.test(`outputPlace() throws ${code} when it is given ${given.slice(0, 30)}`, () => {
    withPlaces((cwd) => assertCode(() => outputPlace(given, { cwd, folder: join(cwd, "small") }), code, given));
  });
}

Deno.test("checkResultsFolder() takes a folder, and none", () => {
  withPlaces((cwd) => {
    checkResultsFolder(join(cwd, "small"));
    checkResultsFolder(join(cwd, "small-2"));
    assertEquals(listTree(join(cwd, "small-2")), []);
  });
});

for (const kind of ["file", "dangling", "link"] as const) {
  Deno.test(`checkResultsFolder() throws file-kind when a ${kind} has its name`, () => {
    withPlaces((cwd) => {
      const folder = join(cwd, "small-2");
      if (kind === "file") Deno.writeTextFileSync(join(folder, "results"), "");
      else Deno.symlinkSync(kind === "link" ? ".." : "nowhere", join(folder, "results"));
      assertCode(() => checkResultsFolder(folder), "file-kind", "results");
    });
  });
}

Deno.test("defaultPlace() names a file by time and digest, and makes the folder", () => {
  inFolder((folder) => {
    const volatile = { startedAt: "2026-11-30T22:45:01.234Z" };
    const place = defaultPlace(folder, { volatile, reproductionSha256: "ab".repeat(32) } as unknown as Result);
    assertEquals([place, listTree(folder)], [join(folder, "results/20261130T224501234Z-abababab.json"), ["results"]]);
  });
});
