import fc from "fast-check";
import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { assertCode } from "../../assert_code.ts";
import { BLOCK, decodeHeader, decodePax, encodeHeaders, padding } from "../../../scripts/archive/tar_header.ts";
import { put } from "./raw_tar.ts";

const file = { path: "a/b.txt", bytes: 1_234, isExecutable: true };
const text = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);

/** The path that a reader sees after the headers of a file, and what the last header says. */
function decoded(headers: Uint8Array) {
  const first = decodeHeader(headers.slice(0, BLOCK), "byte 0")!;
  if (first.type === "0") return first;
  const path = decodePax(headers.slice(BLOCK, BLOCK + first.bytes), "byte 512");
  return { ...decodeHeader(headers.slice(-BLOCK), "end")!, path };
}

Deno.test("encodeHeaders() fills the fields of a ustar header", () => {
  const header = text(encodeHeaders(file)), field = (at: number, length: number) => header.slice(at, at + length);
  assertEquals([field(0, 8), field(100, 8), field(108, 8), field(116, 8), field(124, 12), field(136, 12)], [
    "a/b.txt\0",
    "0000755\0",
    "0000000\0",
    "0000000\0",
    "00000002322\0",
    "00000000000\0",
  ]);
  assertEquals([field(156, 1), field(257, 8), field(265, 64), header.length], [
    "0",
    "ustar\0" + "00",
    "\0".repeat(64),
    BLOCK,
  ]);
  const sum = header.replace(field(148, 8), " ".repeat(8)).split("").reduce((all, c) => all + c.charCodeAt(0), 0);
  assertEquals(field(148, 8), `${sum.toString(8).padStart(6, "0")}\0 `);
});

Deno.test("encodeHeaders() gives what decodeHeader() reads, for any path and size", () => {
  const letter = fc.constantFrom("a", "/", "ü", "日", "😀", ".", "x".repeat(50));
  const path = fc.array(letter, { minLength: 1, maxLength: 60 }).map((letters) => letters.join(""));
  fc.assert(
    fc.property(path, fc.nat(8 ** 10), fc.boolean(), (path, bytes, isExecutable) => {
      const headers = encodeHeaders({ path, bytes, isExecutable });
      assertEquals(decoded(headers), { path, bytes, isExecutable, type: "0" });
      assertEquals(headers.length % BLOCK, 0);
    }),
    { seed: 6, numRuns: 500 },
  );
});

for (const length of [99, 100, 101, 255, 256, 257, 1_000, 4_000]) {
  Deno.test(`encodeHeaders() keeps a path of ${length} bytes without a slash`, () => {
    const path = "n".repeat(length), headers = encodeHeaders({ ...file, path });
    assertEquals([decoded(headers).path, headers.length > BLOCK], [path, length > 100]);
  });
}

Deno.test("encodeHeaders() takes 8 GiB less one, and refuses more", () => {
  assertEquals(decoded(encodeHeaders({ ...file, bytes: 8 ** 11 - 1 })).bytes, 8 ** 11 - 1);
  assertCode(() => encodeHeaders({ ...file, bytes: 8 ** 11 }), "archive-invalid", file.path);
});

Deno.test("decodeHeader() refuses a header in which any one bit is another", () => {
  const header = encodeHeaders(file);
  for (let at = 0; at < BLOCK; at++) {
    for (let bit = 1; bit < 256; bit *= 2) {
      header[at]! ^= bit;
      let isSeen = false;
      try {
        decodeHeader(header, "byte 0");
      } catch {
        isSeen = true;
      }
      assert(isSeen, `byte ${at}, bit ${bit}`);
      header[at]! ^= bit;
    }
  }
  assertEquals(decodeHeader(header, "byte 0")?.path, file.path);
});

Deno.test("decodeHeader() gives null for zeros alone", () => {
  assertEquals(decodeHeader(new Uint8Array(BLOCK), "byte 0"), null);
  for (const at of [0, 148, 511]) {
    const block = new Uint8Array(BLOCK);
    block[at] = 1;
    assertCode(() => decodeHeader(block, "byte 0"), "archive-invalid", "byte 0");
  }
});

const FIELDS: Readonly<Record<string, readonly [number, string]>> = {
  "a size of 12 digits beyond 8 GiB": [124, "777777777777"],
  "a size with a digit that is not octal": [124, "00000000008"],
  "an empty size": [124, "\0".repeat(12)],
  "a size with a sign": [124, "-0000000001"],
  "a mode that is not octal": [100, "rwxr-xr"],
  "the magic of GNU's older form": [257, "ustar  \0"],
  "no magic": [257, "\0".repeat(8)],
  "a version that is not 00": [263, "01"],
};
for (const [name, [at, value]] of Object.entries(FIELDS)) {
  Deno.test(`decodeHeader() refuses ${name}`, () => {
    const header = encodeHeaders(file);
    put(header, at, value);
    header.fill(0x20, 148, 156);
    put(header, 148, `${header.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, "0")}\0 `);
    assertCode(() => decodeHeader(header, "byte 0"), "archive-invalid", "byte 0");
  });
}

for (
  const record of [
    "",
    "10 path=b",
    "10 path=b\n ",
    "8 path=b\n",
    "11 path=b\n",
    "010 path=b\n",
    "+10 path=b\n",
    "1e1 path=b\n",
    "8 path=\n",
    "12 path=b\nc\n",
    "11 path=b\0\n",
    "11 PATH=bc\n",
    "15 linkpath=b\n",
    "10 size=9\n",
    "10 path=b\n10 path=c\n",
    "26 GNU.sparse.realsize=12\n",
    "24 hdrcharset=BINARY\n",
  ]
) {
  Deno.test(`decodePax() refuses ${JSON.stringify(record)}`, () => {
    assertCode(() => decodePax(new TextEncoder().encode(record), "byte 0"), "archive-invalid", "byte 0");
  });
}

Deno.test("decodePax() refuses bytes that are not UTF-8", () => {
  assertCode(() => decodePax(Uint8Array.of(0x31, 0x30, 0x20, 0xff), "byte 0"), "archive-invalid");
});

Deno.test("padding() reaches the next block", () => {
  assertEquals([0, 1, 511, 512, 513].map(padding), [0, 511, 1, 0, 511]);
});
