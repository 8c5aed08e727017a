import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { GNU_SHA256SUM, GNU_TAR, NO_NETWORK } from "../../archive_tools.ts";
import { runCli, runJson, wideLines } from "../../cli_io.ts";
import { flipByte } from "../../made_archive.ts";
import { makeAuthority, makeSshKey, publicHalf, testWith } from "../../signing_tools.ts";
import { testWhere } from "../../test_where.ts";
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

/** Runs a line of shell: its exit code and both outputs. */
type Shell = (script: string) => readonly [code: number, words: string];

/** Makes an archive of fence-v1 with a result, extracts it with tar into an empty folder, and gives a shell there that
 * has nothing but Deno and the stock tools: an empty home, an empty cache and, where that can be had, no network. */
function inExtracted(body: (sh: Shell, cwd: string) => Promise<void> | void): Promise<void> {
  return inTemporary(async (cwd) => {
    assertEquals((await runCli(["verify", "fence-v1", "--output", "r.json"], { cwd })).code, 0);
    await runCli(["archive", "fence-v1", "--output", "x.tar", "--result", "r.json"], { cwd });
    const bin = `${cwd}/bin`, alone = NO_NETWORK === "" ? ["unshare", "-n"] : [];
    Deno.mkdirSync(bin);
    Deno.symlinkSync(Deno.execPath(), `${bin}/deno`);
    const sh: Shell = (script) => {
      const [command = "", ...args] = [...alone, "sh", "-c", script];
      const { code, stdout, stderr } = new Deno.Command(command, {
        args,
        cwd,
        env: { HOME: `${cwd}/home`, DENO_DIR: `${cwd}/cache`, PATH: `${bin}:/usr/bin:/bin`, NO_COLOR: "1" },
        clearEnv: true,
      }).outputSync();
      return [code, new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr)];
    };
    assertEquals(sh("tar -xf x.tar"), [0, ""]);
    await body(sh, cwd);
  });
}

const STOCK = GNU_TAR || GNU_SHA256SUM, ABOVE = "cd fence-v1 && ", INSIDE = "cd fence-v1/data && ";
const OFFLINE = "deno run --no-prompt --frozen --cached-only -A scripts/permafrost.ts";

testWhere(STOCK)(
  "runArchive() gives a README whose commands all pass, with nothing but the archive",
  () =>
    inExtracted((sh, cwd) => {
      const text = Deno.readTextFileSync(`${cwd}/fence-v1/data/README.md`);
      const commands = text.split("\n").filter((line) => line.startsWith("    ")).map((line) => line.trim());
      assertEquals(commands.map((line) => line.match(/sha256sum|check|verify|reproduce/g)?.at(-1)), [
        ...["sha256sum", "sha256sum", "check", "verify", "reproduce", "verify"],
      ]);
      for (const line of commands.slice(0, -1)) {
        const [code, words] = sh((line.includes("-c --strict") ? ABOVE : INSIDE) + line);
        assertEquals(code, 0, `${line}: ${words}`);
      }
      const manifest = JSON.parse(Deno.readTextFileSync(`${cwd}/r.json`)).manifestSha256;
      assert(sh(INSIDE + commands[1])[1].startsWith(`${manifest} `));
      assertEquals(commands.at(-1), "permafrost verify ARCHIVE.tar");
    }),
);

testWhere(STOCK)("runArchive() gives an archive that alone says which byte is another", () =>
  inExtracted((sh, cwd) => {
    for (
      const [path, command, words] of [
        ["data/experiments/fence-v1/cases.json", "check fence-v1", "cases.json"],
        ["data/experiments/fence-v1/manifest.json", "verify fence-v1", "manifest"],
        ["data/experiments/fence-v1/score.ts", "verify fence-v1", "score.ts"],
        ["data/experiments/fence-v1/results/r.json", "reproduce experiments/fence-v1/results/r.json", "result"],
        ["data/kernel/run.ts", null, "data/kernel/run.ts: FAILED"],
        ["data/node_modules/asn1js/package.json", null, "data/node_modules/asn1js/package.json: FAILED"],
        ["bagit.txt", null, "bagit.txt: FAILED"],
        ["manifest-sha256.txt", null, "manifest-sha256.txt: FAILED"],
      ] as const
    ) {
      const place = `${cwd}/fence-v1/${path}`, at = Deno.statSync(place).size >> 1;
      flipByte(place, at);
      const stock = sh(
        `${ABOVE}sha256sum -c --strict manifest-sha256.txt; sha256sum -c --strict tagmanifest-sha256.txt`,
      );
      assert(stock[1].includes("FAILED"), path);
      const [code, said] = command === null ? [1, stock[1]] : sh(INSIDE + `${OFFLINE} ${command}`);
      assertEquals([code > 0, said.includes(words)], [true, true], `${path}: ${said}`);
      flipByte(place, at);
    }
    assertEquals(sh(`${INSIDE}${OFFLINE} check fence-v1`)[0], 0);
  }));

testWith("runArchive() gives an archive whose own launcher checks signatures of each kind, offline", [
  "ssh-keygen",
  "openssl",
], () =>
  inExtracted(async (sh, cwd) => {
    const key = await makeSshKey(cwd, "ed25519"), results = `${cwd}/fence-v1/data/experiments/fence-v1/results`;
    Deno.writeTextFileSync(`${cwd}/allowed`, `alice ${publicHalf(key)}\n`);
    const { reply } = await makeAuthority(`${cwd}/authority`, { kind: "ec" });
    const must = (words: string): void => assertEquals(sh(`${INSIDE}${OFFLINE} ${words}`)[0], 0, words);
    must("sign fence-v1 --key ../../ed25519");
    must("timestamp fence-v1 --request-only --output ../../q.tsq");
    Deno.writeFileSync(`${results}/manifest.json.tsr`, await reply(Deno.readFileSync(`${cwd}/q.tsq`)));
    const [, words] = sh(
      `${INSIDE}${OFFLINE} check fence-v1 --signatures --allowed-signers ../../allowed --authority ../../authority/root.pem`,
    );
    for (const name of ["manifest.json.sig", "manifest.json.tsr"]) {
      assert(words.includes(`✓ results/${name} verified`), words);
    }
  }));
