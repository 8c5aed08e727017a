/** What kind of program a file is, by its first bytes. @module */
import { closeSync, openSync, readSync } from "node:fs";
import type { CompileTarget } from "./compile_arguments.ts";

/** The first bytes of a file that tell what it is for; enough for the header that a DOS stub points at. */
const HEAD_BYTES = 4_096;
const MACHINES: Readonly<Record<"elf" | "pe" | "mach", Readonly<Record<number, string>>>> = {
  elf: { 0x3e: "x86_64-unknown-linux-gnu", 0xb7: "aarch64-unknown-linux-gnu" },
  pe: { 0x8664: "x86_64-pc-windows-msvc" },
  mach: { 0x01000007: "x86_64-apple-darwin", 0x0100000c: "aarch64-apple-darwin" },
};

/** Tells for which target a program is, from its first bytes: 64-bit ELF, PE and Mach-O; null for all else. */
export function programTarget(head: Uint8Array): CompileTarget | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const at = (offset: number, size: 2 | 4): number =>
    offset + size > head.length ? -1 : size === 2 ? view.getUint16(offset, true) : view.getUint32(offset, true);
  const find = (kind: keyof typeof MACHINES, machine: number): CompileTarget | null =>
    (MACHINES[kind][machine] ?? null) as CompileTarget | null;
  if (at(0, 4) === 0x464c457f && head[4] === 2) return find("elf", at(18, 2));
  if (at(0, 4) === 0xfeedfacf) return find("mach", at(4, 4));
  const header = at(0, 2) === 0x5a4d ? at(0x3c, 4) : -1;
  return header >= 0 && at(header, 4) === 0x4550 ? find("pe", at(header + 4, 2)) : null;
}

/** As {@linkcode programTarget}, of the file at a path; `missing` where no file can be read there. */
export function fileTarget(path: string): CompileTarget | null | "missing" {
  let fd = -1;
  try {
    fd = openSync(path, "r");
    const head = new Uint8Array(HEAD_BYTES);
    return programTarget(head.subarray(0, readSync(fd, head, 0, HEAD_BYTES, 0)));
  } catch {
    return "missing";
  } finally {
    if (fd >= 0) closeSync(fd);
  }
}
