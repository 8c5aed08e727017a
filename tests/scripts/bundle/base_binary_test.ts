import { assertEquals } from "@std/assert/equals";
import { fileTarget, programTarget } from "../../../scripts/bundle/base_binary.ts";
import { inFolder } from "../../in_folder.ts";

/** The head of an ELF image. */
function elf(machine: number, options: { bits?: number } = {}): Uint8Array {
  const head = new Uint8Array(64);
  head.set([0x7f, 0x45, 0x4c, 0x46, options.bits ?? 2, 1, 1]);
  head.set([machine & 255, machine >> 8], 18);
  return head;
}

/** The head of a PE image whose header starts at a place. */
function pe(machine: number, at = 128): Uint8Array {
  const head = new Uint8Array(at + 24);
  head.set([0x4d, 0x5a]);
  head.set([at & 255, at >> 8], 0x3c);
  head.set([0x50, 0x45, 0, 0, machine & 255, machine >> 8], at);
  return head;
}

const mach = (kind: number): Uint8Array => Uint8Array.of(0xcf, 0xfa, 0xed, 0xfe, kind, 0, 0, 1, 0, 0, 0, 0);

const CASES: readonly [string, Uint8Array, string | null][] = [
  ["ELF for x86_64", elf(0x3e), "x86_64-unknown-linux-gnu"],
  ["ELF for aarch64", elf(0xb7), "aarch64-unknown-linux-gnu"],
  ["PE for x86_64", pe(0x8664), "x86_64-pc-windows-msvc"],
  ["Mach-O for x86_64", mach(7), "x86_64-apple-darwin"],
  ["Mach-O for aarch64", mach(12), "aarch64-apple-darwin"],
  ["ELF of 32 bits", elf(0x3e, { bits: 1 }), null],
  ["ELF for another machine", elf(0xf3), null],
  ["a cut ELF", elf(0x3e).subarray(0, 18), null],
  ["a cut PE", pe(0x8664).subarray(0, 130), null],
  ["a DOS program", pe(0x8664).fill(0, 128), null],
  ["a PE that points beyond the end", pe(0x8664, 4_000).subarray(0, 200), null],
  ["a script", new TextEncoder().encode("#!/bin/sh\n"), null],
  ["nothing", new Uint8Array(0), null],
];
for (const [what, head, expected] of CASES) {
  Deno.test(`programTarget() knows ${what}`, () => {
    assertEquals(programTarget(head), expected);
  });
}

Deno.test("fileTarget() looks at a file, and tells when there is none", async () => {
  await inFolder((folder) => {
    Deno.writeFileSync(`${folder}/elf`, elf(0xb7));
    Deno.writeTextFileSync(`${folder}/empty`, "");
    const found = ["elf", "empty", "none", "."].map((name) => fileTarget(`${folder}/${name}`));
    assertEquals(found, ["aarch64-unknown-linux-gnu", null, "missing", "missing"]);
  });
});
