/** `permafrost repair`. @module */
import { repairLines } from "../repair_lines.ts";
import type { Call } from "./command.ts";
import { badNotes, countsText, findSource, printLines, terminalSafe } from "./line_stream.ts";

/** Evaluates JSON Lines of repair ledgers. Exit 1 when a line could not be read. */
export async function runRepair({ operands: [path], flags, io }: Call): Promise<0 | 1> {
  const lines = repairLines(findSource(path, io), { onBad: badNotes(io) });
  const counts = await printLines(lines, { io, isJson: flags.has("json"), toOut: terminalSafe(io) });
  io.err(countsText(counts, { kinds: counts.statuses, io }));
  return counts.bad === 0 ? 0 : 1;
}
