/** Bounded reads of plain files; links, pipes, devices and files with several names are refused. @module */
import fs from "node:fs";
import { basename } from "node:path";
import { type ErrorCode, PermafrostError } from "./error.ts";

const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = fs.constants; // the first two are not on every system
const buffer = new Uint8Array(128 * 1024);
const STATES = new Map<string, [ErrorCode, string]>([
  ["ENOENT", ["file-missing", "it, or a folder above it, is not there"]],
  ["ENOTDIR", ["file-missing", "something above it is no folder"]],
  ["ELOOP", ["file-kind", "a link stands in its place; put the file itself there"]],
  ["EEXIST", ["file-exists", "something is there already, and nothing is overwritten; choose another name"]],
]);

type TakeChunk = (chunk: Uint8Array, offset: number, fileBytes: number) => void;

/** The system's name of a failure, such as `ENOENT`; else the name of the error. */
export function systemCode(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? (error as Error | null)?.name);
}

/** Makes file-missing, file-kind (a link), file-exists or `otherwise` of what was thrown; coded errors stay. */
export function toFileError(error: unknown, what: { verb: string; at: string; otherwise: ErrorCode }): PermafrostError {
  if (error instanceof PermafrostError) return error;
  const { verb, at, otherwise } = what, reason = systemCode(error);
  const [code, state] = STATES.get(reason) ?? [otherwise, `the system refuses (${reason}); check permissions and disk`];
  return new PermafrostError(code, `Cannot ${verb} ${at}: ${state}`, { at, cause: error });
}

/** Reads the plain file at a path through one reused buffer; returns its size in bytes. Opening never waits (pipes). A
 * link as last segment is refused, and a file that changes size meanwhile or, above 128 KiB, is written to or replaced.
 * @param options `at`: the name in errors, by default the last segment; `take` gets each chunk (valid during the call
 * only), its offset and the file's size.
 * @throws {PermafrostError} file-missing, file-kind, file-too-large, file-unreadable, file-changed. */
export function streamFile(path: string, options: { at?: string; maxBytes?: number; take: TakeChunk }): number {
  const { at = basename(path), maxBytes = Infinity, take } = options;
  const refuse = (code: ErrorCode, state: string): never => {
    throw new PermafrostError(code, `Cannot read ${at}: ${state}`, { at });
  };
  let fd = -1, offset = 0;
  try {
    const before = Deno.lstatSync(path), { size } = before; // a third of the cost of a stat of the descriptor
    if (before.isSymlink) refuse("file-kind", "it is a link; put the file itself there");
    if (!before.isFile) refuse("file-kind", "it is a folder, pipe, socket or device, not a plain file");
    if ((before.nlink ?? 1) > 1) refuse("file-kind", "it has several names (hard links); copy it");
    if (size > maxBytes) refuse("file-too-large", `it is larger than ${maxBytes} bytes`);
    fd = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    for (let count = buffer.length; count === buffer.length || (count > 0 && offset < size); offset += count) {
      count = fs.readSync(fd, buffer, 0, buffer.length, null); // less than asked for: that was the end
      if (offset + count > size) refuse("file-changed", "it grew while it was read");
      if (count > 0) take(buffer.subarray(0, count), offset, size);
    }
    // What one read returned stood there at one moment; for more than one the file must be the same at the end.
    if (offset !== size || (size > buffer.length && identity(before) !== identity(Deno.lstatSync(path)))) {
      refuse("file-changed", "it changed while it was read; try again when nothing writes there");
    }
    return offset;
  } catch (error) {
    throw toFileError(error, { verb: "read", at, otherwise: "file-unreadable" });
  } finally {
    if (fd >= 0) fs.closeSync(fd);
  }
}

/** All bytes, at most `maxBytes`, of the plain file at a path. Refuses, and throws, what {@linkcode streamFile} does. */
export function readBounded(path: string, options: { at?: string; maxBytes: number }): Uint8Array<ArrayBuffer> {
  let bytes = new Uint8Array(0);
  const take: TakeChunk = (chunk, offset, fileBytes) => {
    if (offset === 0) bytes = new Uint8Array(fileBytes);
    bytes.set(chunk, offset);
  };
  streamFile(path, { ...options, take });
  return bytes;
}

function identity({ dev, ino, size, mtime, ctime }: Deno.FileInfo): string {
  return [dev, ino, size, mtime?.getTime(), ctime?.getTime()].join();
}
