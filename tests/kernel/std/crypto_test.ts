import { assertEquals } from "@std/assert/equals";
import { assertRejects } from "@std/assert/rejects";
import { assertThrows } from "@std/assert/throws";
import { crypto as stdCrypto } from "@std/crypto/crypto";
import { timingSafeEqual } from "@std/crypto/timing-safe-equal";

const TEXT = new TextEncoder().encode("permafrost");
const CHUNKS = [TEXT.slice(0, 3), TEXT.slice(3, 3), TEXT.slice(3)];

// Version 1.0.13 of @std/assert does not look into a buffer.
const bytesOf = (buffer: ArrayBuffer) => new Uint8Array(buffer);

async function* chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const chunk of CHUNKS) yield await Promise.resolve(chunk);
}

for (const name of ["SHA-256", "SHA-384", "SHA-512"] as const) {
  const inputs = {
    "bytes": () => TEXT,
    "a buffer": () => TEXT.buffer,
    "a part of a buffer": () => new DataView(new Uint8Array([0, ...TEXT, 0]).buffer, 1, TEXT.length),
    "chunks": () => CHUNKS,
    "chunks that come one by one": chunks,
    "a stream": () => ReadableStream.from(CHUNKS),
  };
  for (const [what, make] of Object.entries(inputs)) {
    Deno.test(`crypto.subtle.digest() gives the ${name} of the web's digest for ${what}`, async () => {
      const want = bytesOf(await globalThis.crypto.subtle.digest(name, TEXT));
      assertEquals(bytesOf(await stdCrypto.subtle.digest(name, make())), want);
    });
  }

  Deno.test(`crypto.subtle.digestSync() gives the ${name} of the web's digest`, async () => {
    const want = bytesOf(await globalThis.crypto.subtle.digest(name, TEXT));
    assertEquals(bytesOf(stdCrypto.subtle.digestSync(name, TEXT)), want);
    assertEquals(bytesOf(stdCrypto.subtle.digestSync({ name }, CHUNKS)), want);
  });
}

Deno.test("crypto.subtle.digest() gives the known digest of no bytes", async () => {
  const digest = new Uint8Array(await stdCrypto.subtle.digest("SHA-256", []));
  assertEquals(digest.toHex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

Deno.test("crypto.subtle.digest() rejects when a chunk holds no bytes", async () => {
  const wrong = ["text"] as unknown as Uint8Array<ArrayBuffer>[];
  await assertRejects(() => stdCrypto.subtle.digest("SHA-256", wrong), TypeError);
  await assertRejects(() => stdCrypto.subtle.digest("SHA-256", ReadableStream.from(wrong)), TypeError);
});

Deno.test("crypto.subtle.digestSync() throws when the data holds no bytes", () => {
  assertThrows(() => stdCrypto.subtle.digestSync("SHA-256", {} as unknown as ArrayBuffer), TypeError);
});

const PAIRS: ReadonlyArray<
  [name: string, a: Uint8Array | ArrayBuffer | DataView, b: Uint8Array, same: boolean]
> = [
  ["the same bytes", TEXT, TEXT.slice(), true],
  ["no bytes", new Uint8Array(), new Uint8Array(), true],
  ["a buffer and its bytes", TEXT.slice().buffer, TEXT, true],
  ["a part of a buffer", new DataView(new Uint8Array([9, 1, 2]).buffer, 1), new Uint8Array([1, 2]), true],
  ["another last byte", new Uint8Array([1, 2]), new Uint8Array([1, 3]), false],
  ["another length", new Uint8Array([1, 2]), new Uint8Array([1]), false],
];

for (const [name, a, b, same] of PAIRS) {
  Deno.test(`timingSafeEqual() is ${same} for ${name}`, () => {
    assertEquals([timingSafeEqual(a, b), timingSafeEqual(b, a)], [same, same]);
  });
}
