import { assertEquals } from "@std/assert/equals";
import fs from "node:fs";
import { sha256File, sha256Hex } from "../../kernel/digest.ts";
import { assertCode } from "../assert_code.ts";
import { inFolder } from "../in_folder.ts";

const VECTORS: readonly [string, string | Uint8Array, string][] = [ // FIPS 180-4 examples and their neighbours
  ["nothing", "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "two blocks",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  ["a million a", "a".repeat(1e6), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
  ["the byte bd", Uint8Array.of(0xbd), "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"],
];

for (const [name, data, digest] of VECTORS) {
  Deno.test(`sha256Hex() gives the published digest when hashing ${name}`, () => assertEquals(sha256Hex(data), digest));

  Deno.test(`sha256File() gives the published digest when the file holds ${name}`, () => {
    inFolder((folder) => {
      const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
      Deno.writeFileSync(`${folder}/f`, bytes);
      assertEquals(sha256File(`${folder}/f`) as unknown, { sha256: digest, bytes: bytes.length });
    });
  });
}

Deno.test("sha256Hex() hashes the UTF-8 when given a text beyond ASCII", () => {
  assertEquals(sha256Hex("ö😀"), sha256Hex(new TextEncoder().encode("ö😀")));
});

for (const text of ["\ud800", "a\udc00b", "\udc00\ud800"]) {
  Deno.test(`sha256Hex() refuses when a text holds half of a pair: ${JSON.stringify(text)}`, () => {
    assertCode(() => sha256Hex(text), "canonical-lone-surrogate");
  });
}

const CHUNK = 128 * 1024;
for (const size of [CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 7]) {
  Deno.test(`sha256File() equals sha256Hex() when the file has ${size} bytes`, () => {
    inFolder((folder) => {
      const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 31 + (i >> 8)) & 255);
      Deno.writeFileSync(`${folder}/f`, bytes);
      assertEquals(sha256File(`${folder}/f`), { sha256: sha256Hex(bytes), bytes: size });
    });
  });
}

Deno.test("sha256File() refuses when the file is larger than maxBytes", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/f`, "four");
    assertEquals(sha256File(`${folder}/f`, { maxBytes: 4 }).bytes, 4);
    assertCode(() => sha256File(`${folder}/f`, { maxBytes: 3, at: "docs/f" }), "file-too-large", "docs/f");
  });
});

Deno.test("sha256File() refuses when the file has two names", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/f`, "abc");
    Deno.linkSync(`${folder}/f`, `${folder}/g`);
    assertCode(() => sha256File(`${folder}/g`), "file-kind", "g");
  });
});

Deno.test("sha256File() leaves no descriptor open when it refuses", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/f`, "x");
    for (let i = 0; i < 20; i++) {
      assertCode(() => sha256File(`${folder}/f`, { maxBytes: 0 }), "file-too-large");
    }
    assertEquals(openDescriptors(Deno.realPathSync(`${folder}/f`)), 0);
    const held = Deno.openSync(`${folder}/f`);
    assertEquals(openDescriptors(Deno.realPathSync(`${folder}/f`)), 1);
    held.close();
  });
});

/** How many descriptors of this process lead to a file; others come and go with the tests that run beside this one. */
function openDescriptors(path: string): number {
  return fs.readdirSync("/proc/self/fd").filter((name) => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${name}`) === path;
    } catch {
      return false; // closed meanwhile
    }
  }).length;
}
