import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { runCli, runJson, wideLines } from "../../cli_io.ts";
import { rawTar } from "../archive/raw_tar.ts";

async function inTemporary(body: (cwd: string) => Promise<void>): Promise<void> {
  const cwd = Deno.makeTempDirSync();
  try {
    await body(cwd);
  } finally {
    Deno.removeSync(cwd, { recursive: true });
  }
}

Deno.test("runArchive() makes an archive that check, verify and reproduce take in the place of an experiment", () =>
  inTemporary(async (cwd) => {
    assertEquals((await runCli(["verify", "fence-v1", "--output", "r.json"], { cwd })).code, 0);
    const archived = await runCli(["archive", "fence-v1", "--output", "f.tar", "--result", "r.json"], { cwd });
    assertEquals([archived.code, /^[0-9a-f]{64}\n$/.test(archived.out), wideLines(archived.err)], [0, true, []]);
    const { value: { result } } = await runJson(["verify", "f.tar"], { cwd });
    assertEquals(result.reproductionSha256, JSON.parse(Deno.readTextFileSync(`${cwd}/r.json`)).reproductionSha256);
    for (const words of [["check", "f.tar"], ["reproduce", "f.tar"], ["reproduce", "r.json", "f.tar"]]) {
      const { code, err } = await runCli(words, { cwd });
      assertEquals(code, 0, err);
    }
    assertEquals([...Deno.readDirSync(cwd)].map(({ name }) => name).sort(), ["f.tar", "r.json"]);
  }));

Deno.test("runArchive() says where a changed byte of an archive is, and runs nothing of it", () =>
  inTemporary(async (cwd) => {
    await runCli(["archive", "repair-v1", "--output", "r.tar"], { cwd });
    const bytes = Deno.readFileSync(`${cwd}/r.tar`), text = new TextDecoder("latin1").decode(bytes);
    bytes[text.indexOf("export function", text.indexOf("repair-v1/data/experiments/repair-v1/judge.ts"))]! ^= 1;
    Deno.writeFileSync(`${cwd}/bad.tar`, bytes);
    for (const command of ["check", "verify"]) {
      const { code, value } = await runJson([command, "bad.tar"], { cwd });
      assertEquals([code, value.findings.map(({ code, at }: { code: string; at: string }) => `${code} ${at}`)], [
        1,
        ["changed data/experiments/repair-v1/judge.ts"],
      ]);
    }
  }));

Deno.test("runUnarchive() unpacks into a new folder, and never over another", () =>
  inTemporary(async (cwd) => {
    await runCli(["archive", "repair-v1"], { cwd });
    assertEquals((await runCli(["unarchive", "repair-v1.tar", "there"], { cwd })).code, 0);
    assert(Deno.statSync(`${cwd}/there/repair-v1/data/experiments/repair-v1/manifest.json`).isFile);
    const again = await runCli(["unarchive", "repair-v1.tar", "there"], { cwd });
    assertEquals([again.code, again.err.includes("file-exists")], [2, true]);
  }));

for (
  const [name, words, code] of [
    ["an archive with a link", ["check", "hostile.tar"], "archive-invalid"],
    ["an archive that is not there", ["verify", "none.tar"], "file-missing"],
    ["an archive without results to reproduce", ["reproduce", "plain.tar"], "file-missing"],
    ["a draft", ["archive", "draft"], "manifest-missing"],
    ["a place that is taken", ["archive", "repair-v1", "--output", "hostile.tar"], "file-exists"],
    ["another name than of a tar", ["archive", "repair-v1", "--output", "x.zip"], "usage"],
  ] as const
) {
  Deno.test(`main() exits 2 with ${code} for ${name}, and leaves nothing behind`, () =>
    inTemporary(async (cwd) => {
      const link = { path: "x/a", spoil: (header: Uint8Array) => void (header[156] = 0x32) };
      Deno.writeFileSync(`${cwd}/hostile.tar`, rawTar([link]));
      if (words[1] === "plain.tar") await runCli(["archive", "repair-v1", "--output", "plain.tar"], { cwd });
      if (words[1] === "draft") await runCli(["new", "draft"], { cwd });
      const before = [...Deno.readDirSync(cwd)].map((entry) => entry.name).sort();
      const { code: exit, err } = await runCli(words, { cwd });
      assertEquals([exit, err.includes(`[${code}]`)], [2, true], err);
      assertEquals([...Deno.readDirSync(cwd)].map((entry) => entry.name).sort(), before);
    }));
}
