import { assertEquals } from "@std/assert/equals";
import { openRunDirectory } from "../../../../experiments/recovery-v1/study/run_directory.ts";
import { assertCode } from "../../../assert_code.ts";
import { inFolder } from "../../../in_folder.ts";

const readJson = (path: string) => JSON.parse(Deno.readTextFileSync(path));

Deno.test("openRunDirectory() makes a folder whose checkpoint says at once that it is in use", () =>
  inFolder((folder) => {
    openRunDirectory(`${folder}/run`);
    assertEquals(readJson(`${folder}/run/checkpoint.json`), {
      ...{ schema: "recovery-study-checkpoint-v1", state: "running", phase: "preparing", commands: 0 },
      ...{ cases_done: 0, cases_total: 0, last_case: null, reason: null },
    });
  }));

for (
  const [name, use] of [
    ["a file", (folder: string) => Deno.writeTextFileSync(`${folder}/x`, "")],
    ["an empty folder", (folder: string) => Deno.mkdirSync(`${folder}/x`)],
    ["another study", (folder: string) => void openRunDirectory(folder)],
  ] as const
) {
  Deno.test(`openRunDirectory() refuses a folder that holds ${name}, and leaves it as it is`, () =>
    inFolder((folder) => {
      use(folder);
      const before = [...Deno.readDirSync(folder)].map(({ name }) => name);
      assertCode(() => openRunDirectory(folder), "file-exists", ".");
      assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), before);
    }));
}

Deno.test("mark() changes what it is given and keeps the rest, in a file that is replaced whole", () =>
  inFolder((folder) => {
    const { mark } = openRunDirectory(folder);
    using old = Deno.openSync(`${folder}/checkpoint.json`);
    mark({ commands: 3, last_case: "x/y" });
    mark({ phase: "done", state: "finished" });
    const { schema: _, ...rest } = readJson(`${folder}/checkpoint.json`);
    assertEquals(rest, {
      ...{
        state: "finished",
        phase: "done",
        commands: 3,
        cases_done: 0,
        cases_total: 0,
        last_case: "x/y",
        reason: null,
      },
    });
    const seen = new Uint8Array(1_000), text = new TextDecoder().decode(seen.subarray(0, old.readSync(seen) ?? 0));
    assertEquals([JSON.parse(text).commands, [...Deno.readDirSync(folder)].length], [0, 1]);
  }));

Deno.test("write() writes a new file, and none that is there", () =>
  inFolder((folder) => {
    const { write } = openRunDirectory(folder);
    write("record.json", { a: 1 });
    assertEquals(readJson(`${folder}/record.json`), { a: 1 });
    let name = "";
    try {
      write("record.json", {});
    } catch (error) {
      name = (error as Error).name;
    }
    assertEquals(name, "AlreadyExists");
  }));
