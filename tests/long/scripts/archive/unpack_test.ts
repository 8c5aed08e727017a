import { createHash } from "node:crypto";
import fc from "fast-check";
import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { assertCode } from "../../../assert_code.ts";
import { inFolder } from "../../../in_folder.ts";
import { flipByte, madeArchive, placesIn } from "../../../made_archive.ts";
import { PermafrostError } from "../../../../kernel/error.ts";
import { listTree } from "../../../small_experiment.ts";
import { bagEntries } from "../../../scripts/archive/raw_bag.ts";
import { mendSum, rawTar } from "../../../scripts/archive/raw_tar.ts";
import type { BagFile } from "../../../../scripts/archive/bag.ts";
import { checkBag } from "../../../../scripts/archive/bag_check.ts";
import { readTar } from "../../../../scripts/archive/tar_read.ts";
import { unpackArchive } from "../../../../scripts/archive/unpack.ts";

Deno.test("checkBag() names the one file of an archive in which the one byte is another, for every file", async () => {
  const { bytes, places } = await madeArchive();
  inFolder((folder) => {
    const path = `${folder}/x.tar`;
    Deno.writeFileSync(path, bytes);
    for (const place of places.filter((each) => each.bytes > 0)) {
      const inside = place.path.slice("fence-v1/".length), at = place.at + (place.at * 7 % place.bytes);
      flipByte(path, at);
      const found = findings(path);
      flipByte(path, at);
      const isTag = !inside.startsWith("data/"); // a tag file that is malformed is refused at its own place
      assert(isTag ? found !== "" : found === `changed ${inside}`, `${inside}: ${found}`);
    }
    assertEquals(findings(path), "");
  });
});

Deno.test("readTar() refuses an archive in which one byte of any header, padding or end is another", async () => {
  const { bytes, places } = await madeArchive();
  inFolder((folder) => {
    const path = `${folder}/x.tar`, read = () => readTar(path, () => ({ chunk() {}, end() {} }));
    Deno.writeFileSync(path, bytes);
    const [{ header } = { header: 0 }] = places, last = places.at(-1)!;
    const ofOne = Array.from({ length: 512 }, (_, at) => header + at);
    const ofEach = places.map((place, at) => place.header + at * 37 % 512);
    const paddings = places.filter((place) => place.bytes % 512 > 0).map((place) => place.at + place.bytes);
    const end = Array.from({ length: 64 }, (_, at) => bytes.length - 1 - at * 16);
    assert(end.every((at) => at >= last.at + last.bytes));
    for (const at of [...ofOne, ...ofEach, ...paddings, ...end]) {
      flipByte(path, at);
      assertCode(read, "archive-invalid");
      flipByte(path, at);
    }
    read();
  });
});

Deno.test("unpackArchive() writes nothing outside its folder, and fails with its own code alone, however headers are spoilt", () => {
  const original = rawTar(bagEntries()), headers = headersOf(original);
  const change = fc.record({ header: fc.nat(headers.length - 1), at: fc.nat(511), to: fc.constantFrom(...BYTES) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
      const bytes = original.slice();
      for (const { header, at, to } of changes) bytes[headers[header]! + at] = to;
      for (const header of headers) mendSum(bytes.subarray(header, header + 512));
      inFolder((folder) => {
        Deno.mkdirSync(`${folder}/deep/er`, { recursive: true });
        Deno.writeFileSync(`${folder}/deep/er/x.tar`, bytes);
        try {
          unpackArchive(`${folder}/deep/er/x.tar`, `${folder}/deep/er/out`);
        } catch (error) {
          assert(error instanceof PermafrostError && error.code === "archive-invalid", String(error));
          assertEquals(listTree(folder), ["deep", "deep/er", "deep/er/x.tar"]);
        }
        assertEquals(listTree(folder).filter((path) => !path.startsWith("deep")), []);
        assertEquals([...Deno.readDirSync(`${folder}/deep`)].length, 1);
      });
    }),
    { seed: 6, numRuns: 1_000 },
  );
});

const BYTES = [0, 1, 0x2e, 0x2f, 0x30, 0x31, 0x35, 0x37, 0x4c, 0x5c, 0x67, 0x78, 0x80, 0xc3, 0xff];

/** Where the headers of an archive without long names start. */
function headersOf(bytes: Uint8Array): number[] {
  return inFolder((folder) => {
    Deno.writeFileSync(`${folder}/x.tar`, bytes);
    return placesIn(`${folder}/x.tar`).map(({ header }) => header);
  });
}

/** What is found in an archive of a bag, without a disk; or the place of the error. */
function findings(path: string): string {
  const files: BagFile[] = [], tags = new Map<string, string>(), decoder = new TextDecoder();
  readTar(path, (file) => {
    const hash = createHash("sha256"), inside = file.path.slice("fence-v1/".length);
    let text = "";
    return {
      chunk(bytes) {
        hash.update(bytes);
        if (!inside.includes("/")) text += decoder.decode(bytes, { stream: true });
      },
      end() {
        files.push({ path: inside, bytes: file.bytes, sha256: hash.digest("hex") });
        if (!inside.includes("/")) tags.set(inside, text + decoder.decode());
      },
    };
  });
  try {
    return checkBag(files, tags, { digest: () => "" }).map(({ code, at }) => `${code} ${at}`).join();
  } catch (error) {
    assert(error instanceof PermafrostError && error.code === "archive-invalid", String(error));
    return `refused ${error.at}`;
  }
}
