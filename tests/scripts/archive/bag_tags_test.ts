import fc from "fast-check";
import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { assertCode } from "../../assert_code.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { bagVersion, readBagInfo, readManifests } from "../../../scripts/archive/bag_tags.ts";

for (const version of ["0.93", "0.94", "0.95", "0.96", "0.97", "1.0"]) {
  Deno.test(`bagVersion() reads ${version}`, () => {
    const text = `BagIt-Version: ${version}\nTag-File-Character-Encoding: UTF-8\n`;
    assertEquals(bagVersion(new Map([["bagit.txt", text]])), version);
  });
}

for (const version of ["0.93", "0.94", "0.95", "0.96", "0.97", "1.0"]) {
  const file = version < "0.95" ? "package-info.txt" : "bag-info.txt";
  Deno.test(`readBagInfo() reads ${file} in version ${version}`, () => {
    const tags = new Map([["package-info.txt", "A: package\n"], ["bag-info.txt", "A: bag\n"]]);
    assertEquals(readBagInfo(tags, version), { name: file, entries: [["A", file.replace(/-.*/, "")]] });
  });
}

Deno.test("readBagInfo() joins folded lines, keeps repeated labels and their order, and colons in values", () => {
  const text = "B: one\n  two\n\tthree: 3\nA :x:y\n\nB:\n four\n";
  assertEquals(readBagInfo(new Map([["bag-info.txt", text]]), "1.0").entries, [
    ["B", "one two three: 3"],
    ["A", "x:y"],
    ["B", "four"],
  ]);
});

Deno.test("readManifests() gives digests in lower case, with what each manifest covers", () => {
  const manifests = readManifests(
    new Map([
      ["tagmanifest-md5.txt", `${"AB".repeat(16)} *bagit.txt\n`],
      ["notes.txt", "no manifest"],
      ["manifest-sha512.txt", `${"0".repeat(128)} \t ./data/a b\r\n`],
    ]),
  );
  assertEquals(manifests.map(({ listed, ...rest }) => ({ ...rest, listed: [...listed] })), [
    { name: "tagmanifest-md5.txt", covers: "tags", algorithm: "md5", listed: [["bagit.txt", "ab".repeat(16)]] },
    { name: "manifest-sha512.txt", covers: "payload", algorithm: "sha512", listed: [["data/a b", "0".repeat(128)]] },
  ]);
});

Deno.test("readManifests() refuses a digest whose name is one of every object", () => {
  for (const name of ["constructor", "__proto__", "SHA256", "sha-256"]) {
    assertCode(() => readManifests(new Map([[`manifest-${name}.txt`, ""]])), "archive-invalid", `manifest-${name}.txt`);
  }
});

Deno.test("readManifests() never lists a path that leaves the bag, whatever the manifest says", () => {
  const part = fc.constantFrom("..", ".", "", "data", "a", "/", "\\", "%2e", "~", "C:", "\u202e", " ", "*", "./");
  const line = fc.array(part, { maxLength: 5 }).map((parts) => `${"0".repeat(64)}  data/${parts.join("/")}`);
  fc.assert(
    fc.property(line, (text) => {
      try {
        const [manifest] = readManifests(new Map([["manifest-sha256.txt", text]]));
        for (const path of manifest!.listed.keys()) {
          assert(path.startsWith("data/") && !path.split("/").some((segment) => /^\.{0,2}$/.test(segment)), path);
        }
      } catch (error) {
        assert(error instanceof PermafrostError && error.code === "archive-invalid", String(error));
      }
    }),
    { seed: 6, numRuns: 500 },
  );
});
