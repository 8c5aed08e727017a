import { assertEquals } from "@std/assert/equals";
import {
  isDigest,
  KEPT_BYTES,
  openSourceHasher,
  readDigest,
  sha256Hex,
} from "../../../../experiments/recovery-v1/vault/digest.ts";
import { assertCode } from "../../../assert_code.ts";
import { inChild } from "../../../in_child.ts";
import { hex, noise, utf8 } from "./a_vault.ts";

const GOOD = hex("a");

Deno.test("readDigest() returns a full lower-case digest", () => assertEquals(readDigest(GOOD), GOOD));

const NO_DIGESTS: readonly [string, string][] = [
  ["nothing", ""],
  ["63 digits", GOOD.slice(1)],
  ["65 digits", GOOD + "0"],
  ["a prefix", GOOD.slice(0, 12)],
  ["upper case", GOOD.toUpperCase()],
  ["one upper-case digit", "A" + "0".repeat(63)],
  ["another letter", "g" + GOOD.slice(1)],
  ["a line feed at the end", GOOD + "\n"],
  ["a space before", " " + GOOD],
  ["a path", "../manifests/" + GOOD],
  ["a path of 64 characters", "../" + GOOD.slice(3)],
  ["an algorithm before it", "sha256:" + GOOD],
  ["digits of another script", "\u0661".repeat(64)],
];

for (const [what, text] of NO_DIGESTS) {
  Deno.test(`readDigest() refuses ${what}`, () => assertCode(() => readDigest(text), "vault-request"));
  Deno.test(`isDigest() tells ${what} from a digest`, () => assertEquals(isDigest(text), false));
}

Deno.test("sha256Hex() agrees with the published vectors", async () => {
  assertEquals(await sha256Hex(utf8("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assertEquals(await sha256Hex(utf8("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

const SIZES: readonly [string, number, number][] = [
  ["no piece", 0, 1],
  ["one piece", 10, 10],
  ["many pieces", 100_000, 999],
  ["the most that is kept", KEPT_BYTES, 1_048_576],
  ["more than is kept", KEPT_BYTES + 1, 1_048_576],
];

for (const [what, length, step] of SIZES) {
  Deno.test(`openSourceHasher() hashes ${what}`, async () => {
    const bytes = noise(length), hasher = await openSourceHasher(length);
    for (let at = 0; at < length; at += step) hasher.update(bytes.subarray(at, at + step));
    assertEquals(await hasher.digest(), hex(bytes));
  });
}

Deno.test("openSourceHasher() loads node:crypto only for what it does not keep", async () => {
  const { stdout } = await inChild(`
    import { KEPT_BYTES, openSourceHasher } from "./experiments/recovery-v1/vault/digest.ts";
    Uint8Array.prototype.toHex = () => "by Web Crypto";
    for (const bytes of [KEPT_BYTES, KEPT_BYTES + 1]) console.log(await (await openSourceHasher(bytes)).digest());
  `);
  assertEquals(stdout.split("\n").map((line) => line === "by Web Crypto"), [true, false, false]);
});
