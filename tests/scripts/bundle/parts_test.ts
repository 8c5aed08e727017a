import { assertEquals } from "@std/assert/equals";
import { carriedBytes, carryBytes } from "../../../scripts/bundle/parts.ts";

const CASES: readonly [string, number[], "text" | "base64"][] = [
  ["nothing", [], "text"],
  ["text", [0x61, 0xc3, 0xb8, 0x0d, 0x0a], "text"],
  ["a byte order mark", [0xef, 0xbb, 0xbf, 0x61], "text"],
  ["a zero byte", [0], "text"],
  ["no UTF-8", [0xff, 0xfe, 0x00], "base64"],
  ["half a character", [0xc3], "base64"],
];
for (const [what, bytes, kind] of CASES) {
  Deno.test(`carryBytes() keeps every byte of ${what}`, () => {
    const file = carryBytes("a/b", Uint8Array.from(bytes));
    assertEquals([file.path, Object.hasOwn(file, kind)], ["a/b", true]);
    assertEquals([...carriedBytes(JSON.parse(JSON.stringify(file)))], bytes);
  });
}
