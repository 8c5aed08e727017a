import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { experimentsFolders, isFolder, listFolders, locateExperiment } from "../../../scripts/cli/locate.ts";
import { assertCode } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";

const OWN = join(import.meta.dirname!, "../../../experiments");

function withPlaces(use: (cwd: string) => void): void {
  inFolder((folder) => {
    const cwd = Deno.realPathSync(folder);
    for (
      const path of ["experiments/both", "experiments/only-in", "both", "plain", "Not An Id", "experiments/_template"]
    ) {
      Deno.mkdirSync(join(cwd, path), { recursive: true });
    }
    Deno.writeTextFileSync(join(cwd, "file"), "");
    Deno.symlinkSync("plain", join(cwd, "link"));
    Deno.symlinkSync("nowhere", join(cwd, "dangling"));
    Deno.symlinkSync("loop", join(cwd, "loop"));
    use(cwd);
  });
}

const found: [operand: string, place: string][] = [
  ["only-in", "experiments/only-in"],
  ["both", "experiments/both"],
  ["./both", "both"],
  ["plain", "plain"],
  ["plain/", "plain"],
  ["Not An Id", "Not An Id"],
  ["experiments/only-in", "experiments/only-in"],
  ["experiments/only-in/", "experiments/only-in"],
  ["experiments//only-in/../only-in", "experiments/only-in"],
  ["experiments/_template", "experiments/_template"],
  [".", ""],
  ["link", "link"],
];
for (const [operand, place] of found) {
  Deno.test(`locateExperiment() finds ${place || "the present folder"} when it is given ${operand}`, () => {
    withPlaces((cwd) => {
      assertEquals(locateExperiment(operand, cwd), join(cwd, place));
      assertEquals(locateExperiment(join(cwd, place), "/"), join(cwd, place));
    });
  });
}

Deno.test("locateExperiment() finds an id beside this program when the present folder has none of it", () => {
  withPlaces((cwd) => assertEquals(locateExperiment("fence-v1", cwd), join(OWN, "fence-v1")));
});

Deno.test("locateExperiment() prefers an experiment of the present folder to this program's own", () => {
  withPlaces((cwd) => {
    Deno.mkdirSync(join(cwd, "fence-v1"));
    assertEquals(locateExperiment("fence-v1", cwd), join(OWN, "fence-v1"));
    Deno.writeTextFileSync(join(cwd, "fence-v1/protocol.json"), "{}");
    assertEquals(locateExperiment("fence-v1", cwd), join(cwd, "fence-v1"));
  });
});

for (
  const [operand, code] of [
    ["file", "file-kind"],
    ["dangling", "file-missing"],
    ["loop", "file-kind"],
    ["nothing", "file-missing"],
    ["nothing/", "file-missing"],
    ["file/below", "file-kind"],
    ["x".repeat(5000), "file-kind"],
    ["_template", "file-missing"],
  ] as const
) {
  Deno.test(`locateExperiment() throws ${code} when it is given ${operand.slice(0, 20)}`, () => {
    withPlaces((cwd) => assertCode(() => locateExperiment(operand, cwd), code, operand));
  });
}

Deno.test("experimentsFolders() is the present folder's, then this program's", () => {
  withPlaces((cwd) => assertEquals(experimentsFolders(cwd), [join(cwd, "experiments"), OWN]));
  assertEquals(experimentsFolders(join(OWN, "..")), [OWN]);
});

Deno.test("listFolders() leaves out files, dangling links and names that start with _ or .", () => {
  withPlaces((cwd) => {
    Deno.mkdirSync(join(cwd, ".hidden"));
    assertEquals(listFolders(cwd), ["Not An Id", "both", "experiments", "link", "plain"]);
    assertEquals(listFolders(join(cwd, "experiments")), ["both", "only-in"]);
  });
});

Deno.test("isFolder() is false for what cannot be looked at", () => {
  withPlaces((cwd) => {
    assertEquals(["plain", "link", "file", "loop", "dangling"].map((name) => isFolder(join(cwd, name))), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
