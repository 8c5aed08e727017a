/** `permafrost conservation`. @module */
import { PermafrostError } from "../../kernel/error.ts";
import { compareStreams } from "../compare_streams.ts";
import { type ConservationCounts, conservationLines } from "../conservation_lines.ts";
import type { Call } from "./command.ts";
import { comparisonText, toDifferenceData } from "./difference_text.ts";
import { badNotes, countsText, findSource, printLines, terminalSafe } from "./line_stream.ts";
import { printJson } from "./terminal.ts";

/** Judges JSON Lines of inputs. Exit 1 when a line could not be read, or the output of another differs. */
export async function runConservation({ operands: [path], values, flags, io }: Call): Promise<0 | 1> {
  const { against } = values;
  const isJson = flags.has("json");
  if (against === "-" && (path === undefined || path === "-")) {
    throw new PermafrostError("usage", "Cannot compare: standard input cannot be both; name a file for one of them");
  }
  const theirs = against === undefined ? undefined : findSource(against, io);
  const lines = conservationLines(findSource(path, io), { onBad: badNotes(io) });
  if (theirs === undefined) {
    const counts = await printLines(lines, { io, isJson, toOut: terminalSafe(io) });
    io.err(countsText(counts, { kinds: counts.kinds, io }));
    return counts.bad === 0 ? 0 : 1;
  }
  const ours = counting(lines);
  const comparison = await compareStreams(ours.bytes, theirs);
  const counts = ours.counts();
  const isSame = comparison.difference === null;
  if (isJson) printJson(io, { same: isSame, ...toDifferenceData(comparison), counts });
  io.err(countsText(counts, { kinds: counts.kinds, io }) + comparisonText(comparison, { name: against ?? "", io }));
  return isSame && counts.bad === 0 ? 0 : 1;
}

/** Pieces as bytes; the counts are there once all of them were read. */
function counting(
  lines: AsyncGenerator<string, ConservationCounts>,
): { bytes: AsyncGenerator<Uint8Array, void>; counts: () => ConservationCounts } {
  let counts: ConservationCounts | undefined;
  const encoder = new TextEncoder();
  async function* bytes(): AsyncGenerator<Uint8Array, void> {
    try {
      for (let next = await lines.next();; next = await lines.next()) {
        if (next.done) return void (counts = next.value);
        yield encoder.encode(next.value);
      }
    } finally {
      await lines.return(undefined as never);
    }
  }
  return {
    bytes: bytes(),
    counts: () => counts as ConservationCounts,
  };
}
