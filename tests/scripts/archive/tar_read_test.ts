import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { assertCode } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";
import type { TarLimits } from "../../../scripts/archive/tar_limits.ts";
import { readTar } from "../../../scripts/archive/tar_read.ts";
import { BLOCK } from "../../../scripts/archive/tar_header.ts";
import { put, type RawEntry, rawTar } from "./raw_tar.ts";

/** What a reader of an archive sees. */
function read(bytes: Uint8Array, limits?: TarLimits): [string, string, boolean][] {
  const seen: [string, string, boolean][] = [];
  inFolder((folder) => {
    Deno.writeFileSync(`${folder}/x.tar`, bytes);
    readTar(`${folder}/x.tar`, ({ path, isExecutable }) => {
      let text = "";
      return {
        chunk: (part) => void (text += new TextDecoder().decode(part)),
        end: () => void seen.push([path, text, isExecutable]),
      };
    }, limits === undefined ? {} : { limits });
  });
  return seen;
}

Deno.test("readTar() gives every file with its bytes, in the order of the archive", () => {
  const long = `${"d".repeat(120)}/${"e".repeat(120)}/${"ü".repeat(40)}`;
  const bytes = rawTar([{ path: "b/x", text: "one" }, { path: "a", text: "z".repeat(70_000) }, {
    path: long,
    text: "3",
  }]);
  assertEquals(read(bytes), [["b/x", "one", false], ["a", "z".repeat(70_000), false], [long, "3", false]]);
});

const typed = (type: string): RawEntry => ({ path: "a", spoil: (header) => put(header, 156, type) });
const named = (name: string): RawEntry => ({
  path: "a",
  spoil: (header) => {
    header.fill(0, 0, 100);
    put(header, 0, name);
  },
});

const HOSTILE: Readonly<Record<string, Uint8Array>> = {
  "a hard link": rawTar([typed("1")]),
  "a symbolic link": rawTar([typed("2")]),
  "a device": rawTar([typed("3")]),
  "a folder": rawTar([typed("5")]),
  "a fifo": rawTar([typed("6")]),
  "a long name of GNU": rawTar([typed("L")]),
  "a sparse file": rawTar([typed("S")]),
  "a global pax header": rawTar([typed("g")]),
  "a name that leaves the folder": rawTar([named("../a")]),
  "a name with a dot segment": rawTar([named("a/../../b")]),
  "an absolute name": rawTar([named("/etc/passwd")]),
  "a backslash": rawTar([named("a\\b")]),
  "a name that is a device of Windows": rawTar([named("con")]),
  "a name that is not in normal form C": rawTar([named("e\u0301")]),
  "an empty name": rawTar([named("")]),
  "a name that is not UTF-8": rawTar([{ path: "a", spoil: (header) => header.set([0xff], 0) }]),
  "one name twice": rawTar([{ path: "a" }, { path: "a" }]),
  "names that fold together": rawTar([{ path: "a/B" }, { path: "A/b" }]),
  "a file where a folder is": rawTar([{ path: "x" }, { path: "X/y" }]),
  "a wrong sum": rawTar([{ path: "a", spoil: (header) => put(header, 0, "b"), keepsSum: true }]),
  "another format": rawTar([{ path: "a", spoil: (header) => put(header, 257, "gnutar") }]),
  "a size that is not octal": rawTar([{ path: "a", spoil: (header) => put(header, 124, "9999999999x") }]),
  "a size in binary": rawTar([{ path: "a", spoil: (header) => header.set([0x80, 0, 0, 0, 1], 124) }]),
  "a size beyond the archive": rawTar([{ path: "a", spoil: (header) => put(header, 124, "00000001000") }]),
  "a terabyte that is declared": rawTar([{ path: "a", spoil: (header) => put(header, 124, "77777777777") }]),
  "no end": rawTar([{ path: "a", text: "x" }], new Uint8Array(0)),
  "something after the end": rawTar(
    [{ path: "a" }],
    Uint8Array.from({ length: 4 * BLOCK }, (_, at) => at === 3 * BLOCK ? 1 : 0),
  ),
  "a file behind a zero block": rawTar([], new Uint8Array([...new Uint8Array(BLOCK), ...rawTar([{ path: "a" }])])),
  "nothing at all": new Uint8Array(0),
  "no archive": new TextEncoder().encode("x".repeat(2000)),
  "bytes in the padding": ((bytes) => (bytes[BLOCK + 5] = 1, bytes))(rawTar([{ path: "a", text: "x" }])),
  "a pax header that says a size": rawTar([{
    path: "a",
    text: "11 size=99\n",
    spoil: (header) => put(header, 156, "x"),
  }]),
  "a pax header without a file": rawTar([{ path: "a", text: "10 path=b\n", spoil: (header) => put(header, 156, "x") }]),
  "a pax header of a wrong length": rawTar([{
    path: "a",
    text: "99 path=b\n",
    spoil: (header) => put(header, 156, "x"),
  }, { path: "c" }]),
  "a pax path that leaves the folder": rawTar([{
    path: "a",
    text: "14 path=../ab\n",
    spoil: (header) => put(header, 156, "x"),
  }, { path: "c" }]),
};
for (const [name, bytes] of Object.entries(HOSTILE)) {
  Deno.test(`readTar() refuses ${name}`, () => assertCode(() => read(bytes), "archive-invalid"));
}

Deno.test("readTar() refuses more than its bounds, before it takes a byte too many", () => {
  const limits = { files: 2, fileBytes: 10, bytes: 15 },
    file = (path: string, bytes: number) => ({ path, text: "x".repeat(bytes) });
  assertEquals(read(rawTar([file("a", 10), file("b", 5)]), limits).length, 2);
  for (const entries of [[file("a", 11)], [file("a", 8), file("b", 8)], [file("a", 1), file("b", 1), file("c", 1)]]) {
    assertCode(() => read(rawTar(entries), limits), "archive-invalid");
  }
});

Deno.test("readTar() refuses an archive that is cut anywhere", () => {
  const bytes = rawTar([{ path: "a", text: "x".repeat(600) }, { path: "b", text: "y" }]);
  for (let length = 0; length < bytes.length - BLOCK; length += 97) {
    assertCode(() => read(bytes.slice(0, length)), "archive-invalid");
  }
});

Deno.test("readTar() names the missing archive", () => {
  assertCode(() => readTar("/nowhere/x.tar", () => ({ chunk() {}, end() {} })), "file-missing");
});

Deno.test("readTar() takes 40,000 small files in a few seconds", () => {
  const entries = Array.from({ length: 40_000 }, (_, at) => ({ path: `f/${at}` }));
  assert(read(rawTar(entries)).length === 40_000);
});
