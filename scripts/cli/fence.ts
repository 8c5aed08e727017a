/** `permafrost fence`. @module */
import { resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { toFileError } from "../../kernel/file_read.ts";
import { openGold } from "../fence_gold.ts";
import { fenceLines } from "../fence_lines.ts";
import type { Call, Io } from "./command.ts";
import { inertJson, printJson } from "./terminal.ts";

/** Opens a file or a pipe; a folder opens too, and fails at the first read. */
async function open(path: string, io: Io): Promise<ReadableStream<Uint8Array>> {
  try {
    if (Deno.statSync(resolve(io.cwd, path)).isDirectory) {
      throw new PermafrostError("file-kind", `Cannot read ${path}: it is a folder; give a file`, { at: path });
    }
    return (await Deno.open(resolve(io.cwd, path), { read: true })).readable;
  } catch (error) {
    throw toFileError(error, { verb: "read", at: path, otherwise: "file-unreadable" });
  }
}

/** Normalizes JSON Lines of model outputs. Exit 1 when a line could not be read. */
export async function runFence({ operands: [path], values, flags, io }: Call): Promise<0 | 1> {
  const gold = values["gold"] === undefined ? undefined : await openGold(await open(values["gold"], io));
  const source = path === undefined || path === "-" ? io.input() : await open(path, io);
  const lines = fenceLines(source, { field: values["field"] ?? "text", ...(gold && { gold }) });
  const kept: string[] = [];
  for (;;) {
    const { done, value } = await lines.next();
    if (!done) {
      if (flags.has("json")) kept.push(value);
      else io.out(inertJson(value));
      continue;
    }
    if (flags.has("json")) {
      printJson(io, { counts: value, lines: kept.join("").split("\n").slice(0, -1).map((line) => JSON.parse(line)) });
    }
    const scored = gold === undefined ? "" : `, ${value.accepted} accepted`;
    io.err(`${value.lines} lines, ${value.framed} with a candidate${scored}, ${value.bad} bad\n`);
    return value.bad === 0 ? 0 : 1;
  }
}
