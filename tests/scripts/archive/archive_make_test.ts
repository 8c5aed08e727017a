import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { fileURLToPath } from "node:url";
import { PermafrostError } from "../../../kernel/error.ts";
import { sha256Hex } from "../../../kernel/digest.ts";
import { makeArchive } from "../../../scripts/archive/archive_make.ts";
import { readTar } from "../../../scripts/archive/tar_read.ts";
import { unpackArchive } from "../../../scripts/archive/unpack.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url)), FENCE = `${ROOT}experiments/fence-v1`;

/** One archive of fence-v1 for all tests of this file. */
const made = await (async () => {
  const folder = Deno.makeTempDirSync(), path = `${folder}/x.tar`;
  const report = await makeArchive(FENCE, { output: path, results: [] });
  const bytes = Deno.readFileSync(path);
  Deno.removeSync(folder, { recursive: true });
  return { report, bytes };
})();

/** Unpacks bytes and tells what came of it: places of findings, or the place of the error. */
function unpacked(bytes: Uint8Array): string {
  const folder = Deno.makeTempDirSync();
  try {
    Deno.writeFileSync(`${folder}/x.tar`, bytes);
    const { findings } = unpackArchive(`${folder}/x.tar`, `${folder}/out`);
    return findings.map(({ code, at }) => `${code} ${at}`).join();
  } catch (error) {
    assert(error instanceof PermafrostError && error.code === "archive-invalid", String(error));
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["x.tar"]);
    return `refused ${error.at}`;
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** Where each file's bytes lie in an archive. */
function placesOf(bytes: Uint8Array): { path: string; at: number; bytes: number }[] {
  const places: { path: string; at: number; bytes: number }[] = [], folder = Deno.makeTempDirSync();
  Deno.writeFileSync(`${folder}/x.tar`, bytes);
  let at = 0;
  readTar(`${folder}/x.tar`, (file) => {
    places.push({ path: file.path, at: at + 512, bytes: file.bytes });
    at += 512 + 512 * Math.ceil(file.bytes / 512);
    return { chunk() {}, end() {} };
  });
  Deno.removeSync(folder, { recursive: true });
  return places;
}

Deno.test("makeArchive() gives a bag without findings, with its digest and size", () => {
  const { report, bytes } = made;
  assertEquals(report.written?.sha256, sha256Hex(bytes));
  assertEquals([report.written?.bytes, unpacked(bytes)], [bytes.length, ""]);
});

Deno.test("makeArchive() gives a bag in which a changed byte is named, whichever file it is in", () => {
  const { bytes } = made, copy = Uint8Array.from(bytes);
  const places = placesOf(bytes).filter((place) => place.bytes > 0);
  assert(places.length > 200);
  const chosen = places.filter(({ path }, at) =>
    at % 9 === 0 || !path.includes("/data/") || path.includes("/experiments/")
  );
  for (const { path, at, bytes: size } of chosen) {
    const place = at + (size >> 1), inside = path.slice("fence-v1/".length);
    copy[place]! ^= 1;
    const found = unpacked(copy);
    copy[place]! ^= 1;
    assert(found.includes(inside) || (!inside.includes("/") && found !== ""), `${path}: ${found}`);
  }
});

Deno.test("makeArchive() gives an archive whose headers cannot be changed unseen", () => {
  const { bytes } = made, copy = Uint8Array.from(bytes), places = placesOf(bytes);
  for (let at = 0; at < 512; at += 7) {
    const place = places[at % places.length]!.at - 512 + at;
    copy[place]! ^= 1;
    assert(unpacked(copy).startsWith("refused "), `byte ${at} of a header`);
    copy[place]! ^= 1;
  }
});

Deno.test("makeArchive() writes nothing when a frozen byte has changed", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    new Deno.Command("cp", { args: ["-r", FENCE, `${folder}/fence-v1`] }).outputSync();
    Deno.writeTextFileSync(`${folder}/fence-v1/run.ts`, "// changed\n", { append: true });
    const { findings, written } = await makeArchive(`${folder}/fence-v1`, { output: `${folder}/x.tar`, results: [] });
    assertEquals([findings.map(({ code, at }) => `${code} ${at}`), written], [["changed run.ts"], null]);
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["fence-v1"]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("makeArchive() gives the same bytes from another clone, zone, locale and umask", () => {
  const { report } = made, folder = Deno.makeTempDirSync();
  try {
    for (const part of ["kernel", "scripts", "experiments", "deno.json", "deno.lock", "LICENSE", "mod.ts"]) {
      new Deno.Command("sh", { args: ["-c", `umask 077; cp -r "$1" "$2"`, "sh", ROOT + part, folder] }).outputSync();
    }
    const words =
      `umask 077; cd "$1"; exec "$2" run -A scripts/permafrost.ts archive fence-v1 --output "$1/x.tar" --json`;
    const { code, stdout, stderr } = new Deno.Command("sh", {
      args: ["-c", words, "sh", folder, Deno.execPath()],
      env: { TZ: "Asia/Tokyo", LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8" },
    }).outputSync();
    assertEquals(code, 0, new TextDecoder().decode(stderr));
    assertEquals(JSON.parse(new TextDecoder().decode(stdout)).written.sha256, report.written?.sha256);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("makeArchive() gives what stock tools check and what runs by itself, offline and with an empty home", () => {
  const { bytes } = made, folder = Deno.makeTempDirSync();
  try {
    Deno.writeFileSync(`${folder}/x.tar`, bytes);
    const sh = (script: string) => {
      const { code, stderr } = new Deno.Command("sh", {
        args: ["-c", script, "sh", Deno.execPath()],
        cwd: folder,
        env: { HOME: `${folder}/home`, PATH: "/usr/bin:/bin", DENO_DIR: `${folder}/cache`, NO_COLOR: "1" },
        clearEnv: true,
      }).outputSync();
      return [code, new TextDecoder().decode(stderr)] as const;
    };
    assertEquals(sh("tar -xf x.tar && cd fence-v1 && sha256sum -c --strict --quiet manifest-sha256.txt"), [0, ""]);
    assertEquals(sh("cd fence-v1 && sha256sum -c --strict --quiet tagmanifest-sha256.txt"), [0, ""]);
    for (const command of ["check", "verify"]) {
      const offline = `"$1" run --no-prompt --frozen --cached-only -A scripts/permafrost.ts ${command} fence-v1`;
      const [code, words] = sh(`cd fence-v1/data && ${offline}`);
      assertEquals(code, 0, words);
    }
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
