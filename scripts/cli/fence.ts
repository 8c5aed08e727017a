/** `permafrost fence`. @module */
import { openGold } from "../fence_gold.ts";
import { fenceLines } from "../fence_lines.ts";
import type { Call } from "./command.ts";
import { findSource, printLines } from "./line_stream.ts";
import { inertJson } from "./terminal.ts";

/** Normalizes JSON Lines of model outputs. Exit 1 when a line could not be read. */
export async function runFence({ operands: [path], values, flags, io }: Call): Promise<0 | 1> {
  const gold = values["gold"] === undefined
    ? undefined
    : await openGold(ReadableStream.from(findSource(values["gold"], io)));
  const lines = fenceLines(findSource(path, io), { field: values["field"] ?? "text", ...(gold && { gold }) });
  const counts = await printLines(lines, { io, isJson: flags.has("json"), toOut: inertJson });
  const scored = gold === undefined ? "" : `, ${counts.accepted} accepted`;
  io.err(`${counts.lines} lines, ${counts.framed} with a candidate${scored}, ${counts.bad} bad\n`);
  return counts.bad === 0 ? 0 : 1;
}
