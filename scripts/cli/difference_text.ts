/** The first difference of two streams of bytes, in words and as data. @module */
import { type ByteComparison, type ByteDifference, CONTEXT_BYTES } from "../compare_streams.ts";
import type { Io } from "./command.ts";
import { counted } from "./findings_text.ts";
import { colors, fit, printable } from "./terminal.ts";

const LF = 0x0a;
const LABEL_COLUMNS = 12;
/** How much of a line before the difference is shown, in columns. */
const BEFORE_COLUMNS = 24;

/** Bytes in visible ASCII: `\n`, `\r`, `\t`, `\\` and `\xNN` for what is none. One escaped byte an element. */
function escaped(bytes: Uint8Array): string[] {
  const names = new Map([[0x0a, "\\n"], [0x0d, "\\r"], [0x09, "\\t"], [0x5c, "\\\\"]]);
  return Array.from(bytes, (byte) => {
    if (byte >= 0x20 && byte < 0x7f && byte !== 0x5c) return String.fromCharCode(byte);
    return names.get(byte) ?? `\\x${byte.toString(16).padStart(2, "0")}`;
  });
}

/** The comparison as data: the difference, its sides escaped, and the lines of each. */
export function toDifferenceData({ difference, lines }: ByteComparison): {
  readonly difference:
    | null
    | (Pick<ByteDifference, "line" | "lineByte" | "streamByte"> & {
      readonly expected: string;
      readonly observed: string;
    });
  readonly lines: ByteComparison["lines"];
} {
  if (difference === null) return { difference, lines };
  const { line, lineByte, streamByte, expected, observed } = difference;
  const text = (bytes: Uint8Array): string => escaped(bytes).join("");
  return { difference: { line, lineByte, streamByte, expected: text(expected), observed: text(observed) }, lines };
}

/** Says whether another's output is the same, and shows the first place where it is not. */
export function comparisonText({ difference, lines }: ByteComparison, { name, io }: { name: string; io: Io }): string {
  const { green, red } = colors(io);
  const width = Math.min(io.columns, 80) - 1;
  const title = (text: string): string => fit(text, width - 11);
  if (difference === null) {
    return `${green("SAME")}: ${title(`${printable(name)}, ${counted(lines.expected, "line")}`)}\n`;
  }
  const { line, lineByte, streamByte, before, expected, observed } = difference;
  const [start, room] = [beginningText(before, lineByte), width - LABEL_COLUMNS];
  const side = (label: string, bytes: Uint8Array): string =>
    `${label.padStart(LABEL_COLUMNS - 2)}  ${start}${sideText(bytes, room - start.length)}\n`;
  return `${red("DIFFERENT")}: ${title(printable(name))}\n` +
    `  line ${line}, byte ${lineByte} of it, byte ${streamByte} of all, from 1\n` +
    side("expected", expected) + side("observed", observed) + `${" ".repeat(LABEL_COLUMNS + start.length)}^\n` +
    missingText(lines);
}

/** The end of what both have on the line, with `...` for what is left out. */
function beginningText(before: Uint8Array, lineByte: number): string {
  const units = escaped(before);
  let [text, shown] = ["", 0];
  while (shown < units.length && text.length + units[units.length - 1 - shown]!.length <= BEFORE_COLUMNS) {
    text = units[units.length - 1 - shown++]! + text;
  }
  return shown < lineByte - 1 ? `...${text}` : text;
}

/** What one side has from the difference on, with `...` for what is left out. */
function sideText(bytes: Uint8Array, columns: number): string {
  const isLineEnd = bytes.at(-1) === LF;
  const end = isLineEnd ? "" : bytes.length < CONTEXT_BYTES ? "(ends here)" : "...";
  const units = escaped(bytes), text = units.join("") + end;
  if (text.length <= columns) return text;
  let cut = "";
  for (const unit of units) {
    if (cut.length + unit.length > columns - 3) break;
    cut += unit;
  }
  return `${cut}...`;
}

function missingText({ expected, observed }: ByteComparison["lines"]): string {
  const apart = expected - observed;
  if (apart === 0) return `  both have ${counted(expected, "line")}\n`;
  const state = apart > 0 ? `${apart} missing` : `${-apart} too many`;
  return `  ${counted(expected, "line")} expected, ${observed} observed: ${state}\n`;
}
