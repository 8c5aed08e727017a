import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { writeExclusive } from "../../../kernel/file_write.ts";
import { freezeNameProblem } from "../../../kernel/relative_path.ts";
import { inFolder } from "../../in_folder.ts";

const isLeftoverName = (name: string): boolean => freezeNameProblem(name) !== null;
const KILLS = 240;
const BYTES = 512 * 1024;
const WINDOW_MS = 40; // a moment in the first writes of the child, drawn anew for each kill
const MODULE = new URL("../../../kernel/file_write.ts", import.meta.url).href;

// Writes one file after another: file n holds only the byte n (from 1), so a part or a mixture shows.
const WRITER = `
  import { writeExclusive } from "${MODULE}";
  const folder = Deno.args[0];
  for (let n = 1; n < 250; n++) {
    if (n === 2) console.log("writing");
    writeExclusive(folder + "/result-" + n, new Uint8Array(${BYTES}).fill(n));
  }`;

Deno.test(`writeExclusive() leaves none or a whole file when killed at ${KILLS} random moments`, () =>
  inFolder(async (base) => {
    Deno.writeTextFileSync(`${base}/writer.ts`, WRITER);
    let state = 20260921, interrupted = 0, written = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const folder = `${base}/${kill}`;
      Deno.mkdirSync(folder);
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      await killAfter(folder, state / 2 ** 32 * WINDOW_MS);

      const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
      const leftovers = names.filter(isLeftoverName), results = names.filter((name) => !isLeftoverName(name));
      assert(leftovers.length <= 1, `${leftovers.length} leftovers`);
      interrupted += leftovers.length;
      written += results.length;
      for (const name of results) {
        const n = Number(name.slice("result-".length)), bytes = Deno.readFileSync(`${folder}/${name}`);
        assert(bytes.length === BYTES && bytes.every((byte) => byte === n), `${name} is not whole`);
        const { nlink, mode } = Deno.statSync(`${folder}/${name}`);
        assertEquals([nlink === 1 || (nlink === 2 && leftovers.length === 1), (mode ?? 0) & 0o7777], [
          true,
          0o600,
        ]);
      }
      writeExclusive(`${folder}/result-${results.length + 1}`, new Uint8Array(BYTES)); // nothing hinders the next
      Deno.removeSync(folder, { recursive: true });
    }
    console.log(`${KILLS} kills: ${interrupted} amid a write, ${written} whole files`);
    assert(interrupted >= KILLS / 10, `only ${interrupted} kills hit a write`);
    assert(written >= KILLS);
  }));

async function killAfter(folder: string, delayMs: number): Promise<void> {
  const args = ["run", "-A", "--no-check", "--no-config", "--no-lock", `${folder}/../writer.ts`, folder];
  const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "null" }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  child.kill("SIGKILL");
  const { signal } = await child.status;
  await reader.cancel();
  assertEquals(signal, "SIGKILL");
}
