import { rmSync } from "node:fs";
import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { assertThrows } from "@std/assert/throws";
import { assertCode } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";
import { flipByte, madeArchive } from "../../made_archive.ts";
import { listTree } from "../../small_experiment.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { BLOCK } from "../../../scripts/archive/tar_header.ts";
import { unpackArchive, type Unpacked } from "../../../scripts/archive/unpack.ts";
import { bagEntries, listOf, PAYLOAD } from "./raw_bag.ts";
import { put, type RawEntry, rawTar } from "./raw_tar.ts";

type Texts = Readonly<Record<string, string | null>>;

/** Unpacks bytes beside a file that must stay; a failure must leave that and the archive alone. */
function unpack(bytes: Uint8Array, limits?: { files: number; fileBytes: number; bytes: number }): Unpacked {
  return inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/mine`, "mine");
    Deno.writeFileSync(`${folder}/x.tar`, bytes);
    try {
      return unpackArchive(`${folder}/x.tar`, `${folder}/out`, limits === undefined ? {} : { limits });
    } catch (error) {
      assertEquals(listTree(folder), ["mine", "x.tar"]);
      throw error;
    } finally {
      assertEquals(Deno.readTextFileSync(`${folder}/mine`), "mine");
    }
  });
}

Deno.test("unpackArchive() gives the bag, its experiment, and no findings", () => {
  inFolder((folder) => {
    Deno.writeFileSync(`${folder}/x.tar`, rawTar(bagEntries()));
    const { bag, id, experiment, findings, files } = unpackArchive(`${folder}/x.tar`, `${folder}/out`);
    assertEquals([bag, id, experiment], [
      `${folder}/out/small`,
      "small",
      `${folder}/out/small/data/experiments/small`,
    ]);
    assertEquals([findings, files, Deno.readTextFileSync(`${bag}/data/a.txt`)], [[], 5, "a"]);
    if (Deno.build.os !== "windows") assertEquals(Deno.statSync(bag).mode! & 0o777, 0o700);
  });
});

const FOUND: Readonly<Record<string, readonly [Texts, string]>> = {
  "a changed file": [{ "data/a.txt": "b" }, "changed data/a.txt"],
  "a missing file": [{ "data/a.txt": null }, "missing data/a.txt"],
  "a file too many": [{ "data/b.txt": "b" }, "extra data/b.txt"],
  "a missing tag manifest": [{ "tagmanifest-sha256.txt": null }, "missing tagmanifest-sha256.txt"],
};
for (const [name, [changes, finding]] of Object.entries(FOUND)) {
  Deno.test(`unpackArchive() finds ${name}`, () => {
    assertEquals(unpack(rawTar(bagEntries(changes))).findings.map(({ code, at }) => `${code} ${at}`), [finding]);
  });
}

const typed = (type: string, linkname = ""): RawEntry => ({
  path: "small/data/link",
  spoil: (header) => (put(header, 156, type), put(header, 157, linkname)),
});
const named = (name: string): RawEntry => ({
  path: "small/x",
  text: "evil",
  spoil: (header) => (header.fill(0, 0, 100), put(header, 0, name)),
});
const pax = (text: string): RawEntry => ({ path: "small/pax", text, spoil: (header) => put(header, 156, "x") });
const sized = (bytes: (header: Uint8Array) => void): RawEntry => ({ path: "small/data/big", spoil: bytes });
const MORE: Readonly<Record<string, readonly RawEntry[]>> = {
  "a name that leaves the folder": [named("small/../../mine")],
  "a name above the folder": [named("../mine")],
  "an absolute name": [named("/tmp/mine")],
  "a hard link to what is outside": [typed("1", "../../mine")],
  "a link to what is outside, and a file through it": [typed("2", "../.."), { path: "small/data/link/mine" }],
  "a character device": [typed("3")],
  "a block device": [typed("4")],
  "a folder": [typed("5")],
  "a fifo": [typed("6")],
  "a contiguous file": [typed("7")],
  "a sparse file of GNU": [typed("S")],
  "a volume of GNU": [typed("V")],
  "a long name of GNU": [typed("L"), { path: "small/y" }],
  "a long link of GNU": [typed("K"), { path: "small/y" }],
  "a global pax header": [{ ...pax("19 path=../../mine\n"), spoil: (header) => put(header, 156, "g") }],
  "a pax path that leaves the folder": [pax("19 path=../../mine\n"), { path: "small/y" }],
  "a pax link": [pax("22 linkpath=../../mi\n"), { path: "small/y" }],
  "a pax size": [pax("20 size=99999999999\n"), { path: "small/y" }],
  "a pax name of a sparse file": [pax("29 GNU.sparse.name=small/z\n\n"), { path: "small/y" }],
  "two records in one pax header": [pax("16 path=small/z\n11 size=01\n"), { path: "small/y" }],
  "a pax record of another length": [pax("17 path=small/z\n"), { path: "small/y" }],
  "a pax record without a length": [pax("path=small/z\n"), { path: "small/y" }],
  "two pax headers in a row": [pax("16 path=small/z\n"), pax("16 path=small/w\n"), { path: "small/y" }],
  "one name twice": [{ path: "small/data/a.txt", text: "a" }],
  "a name in another case": [{ path: "small/data/A.TXT", text: "a" }],
  "a folder in another case": [{ path: "Small/data/b.txt" }],
  "a name in another normal form": [named("small/data/u\u0308")],
  "a file below a file": [{ path: "small/data/a.txt/b" }],
  "a file above a file": [{ path: "small/data" }],
  "a second top folder": [{ path: "other/data/b.txt" }],
  "a file beside the bag": [{ path: "b.txt" }],
  "a folder of a hundred levels": [{ path: `small/data/${"d/".repeat(100)}x` }],
  "a second experiment": [{ path: "small/data/experiments/other/manifest.json" }],
  "a size in binary": [sized((header) => header.set([0x80, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0], 124))],
  "a negative size": [sized((header) => header.fill(0xff, 124, 136))],
  "a size of eight gigabytes": [sized((header) => put(header, 124, "77777777777"))],
  "a size of twelve digits": [sized((header) => put(header, 124, "777777777777"))],
  "a wrong sum": [{ path: "small/x", spoil: (header) => put(header, 100, "7"), keepsSum: true }],
  "a sum in another form": [{ path: "small/x", spoil: (header) => put(header, 155, "\0"), keepsSum: true }],
  "fetch.txt": [{ path: "small/fetch.txt", text: "http://example.org/x 1 data/x\n" }],
};
for (const [name, entries] of Object.entries(MORE)) {
  Deno.test(`unpackArchive() refuses ${name}, and writes nothing`, () => {
    assertCode(() => unpack(rawTar([...bagEntries(), ...entries])), "archive-invalid");
  });
}

const outside = (path: string): Texts => ({ "manifest-sha256.txt": `${listOf(PAYLOAD)}${"0".repeat(64)}  ${path}\n` });
const BAGS: Readonly<Record<string, Texts>> = {
  "a manifest that names a file outside": outside("data/../../../mine"),
  "a manifest that names an absolute path": outside("/etc/passwd"),
  "a wrong Oxum": { "bag-info.txt": "Payload-Oxum: 1.1\n" },
  "no declaration": { "bagit.txt": null },
  "no manifest": { "manifest-sha256.txt": null },
  "no experiment": { "data/experiments/small/manifest.json": null },
};
for (const [name, changes] of Object.entries(BAGS)) {
  Deno.test(`unpackArchive() refuses ${name}, and leaves nothing`, () => {
    assertCode(() => unpack(rawTar(bagEntries(changes))), "archive-invalid");
  });
}

Deno.test("unpackArchive() refuses an archive that is cut at any block, or within one", () => {
  const bytes = rawTar(bagEntries());
  for (let length = 0; length < bytes.length; length += BLOCK) {
    assertCode(() => unpack(bytes.slice(0, length)), "archive-invalid");
    assertCode(() => unpack(bytes.slice(0, length + 100)), "archive-invalid");
  }
});

Deno.test("unpackArchive() refuses anything after the end, however far behind it", () => {
  const bytes = rawTar(bagEntries());
  for (const after of [new Uint8Array(1), rawTar([{ path: "small/x" }]), Uint8Array.of(...new Uint8Array(70_000), 1)]) {
    assertCode(() => unpack(Uint8Array.from([...bytes, ...after])), "archive-invalid");
  }
  assertEquals(unpack(Uint8Array.from([...bytes, ...new Uint8Array(16 * BLOCK)])).findings, []);
});

Deno.test("unpackArchive() refuses beyond its bounds before it writes a file", () => {
  const bytes = rawTar(bagEntries()), wide = { files: 9, fileBytes: 999, bytes: 9_999 };
  assertEquals(unpack(bytes, wide).files, 5);
  for (const limits of [{ ...wide, files: 4 }, { ...wide, fileBytes: 50 }, { ...wide, bytes: 200 }]) {
    assertCode(() => unpack(bytes, limits), "archive-invalid");
  }
});

Deno.test("unpackArchive() refuses 100,000 entries, and writes none of them", () => {
  const header = rawTar([{ path: "small/data/x" }], new Uint8Array(0)), bytes = new Uint8Array(100_002 * BLOCK);
  for (let at = 0; at < 100_000; at++) bytes.set(header, at * BLOCK);
  const { message } = assertThrows(() => unpack(bytes), PermafrostError);
  assert(message.includes("more than 50000 files"), message);
});

Deno.test("unpackArchive() never unpacks over what is there", () => {
  inFolder((folder) => {
    Deno.writeFileSync(`${folder}/x.tar`, rawTar(bagEntries()));
    Deno.mkdirSync(`${folder}/out`);
    Deno.writeTextFileSync(`${folder}/out/mine`, "mine");
    assertCode(() => unpackArchive(`${folder}/x.tar`, `${folder}/out`), "file-exists", "out");
    assertEquals(listTree(folder), ["out", "out/mine", "x.tar"]);
  });
});

Deno.test("unpackArchive() names each file of a real archive in which a byte is another, wherever it is in the file", async () => {
  const { bytes, places } = await madeArchive(), payload = places.filter(({ path }) => path.includes("/data/"));
  assert(payload.length > 500);
  for (const where of [0, 0.5, 1]) {
    const copy = Uint8Array.from(bytes), changed = payload.filter((place) => place.bytes > 0);
    for (const place of changed) copy[place.at + Math.floor(where * (place.bytes - 1))]! ^= 0x20;
    const { findings } = unpack(copy);
    assertEquals(
      findings.map(({ code, at }) => `${code} ${at}`),
      changed.map(({ path }) => `changed ${path.slice("fence-v1/".length)}`),
    );
  }
});

Deno.test("unpackArchive() tells a changed byte anywhere in an archive: headers, files, padding and end", () => {
  const bytes = rawTar(bagEntries());
  inFolder((folder) => {
    Deno.writeFileSync(`${folder}/x.tar`, bytes);
    for (let at = 0; at < bytes.length; at += 11) {
      flipByte(`${folder}/x.tar`, at, 2);
      assert(isSeen(folder), `byte ${at}`);
      flipByte(`${folder}/x.tar`, at, 2);
    }
    assert(!isSeen(folder));
  });
});

function isSeen(folder: string): boolean {
  try {
    return unpackArchive(`${folder}/x.tar`, `${folder}/out`).findings.length > 0;
  } catch {
    return true;
  } finally {
    rmSync(`${folder}/out`, { recursive: true, force: true });
  }
}
