/** Colours, marks, widths and the progress bar of a terminal. @module */
import { unicodeWidth } from "@std/cli/unicode-width";
import type { Io } from "./command.ts";

const COLORS = { red: 31, green: 32, yellow: 33, bold: 1, dim: 2 } as const;

/** Colours text where the terminal has colours and NO_COLOR is not set. */
export function paint(io: Pick<Io, "hasColor">, color: keyof typeof COLORS, text: string): string {
  return io.hasColor ? `\x1b[${COLORS[color]}m${text}\x1b[0m` : text;
}

/** Makes foreign text safe to show: control characters, bidirectional marks and escapes become visible. */
export function printable(text: string): string {
  return text.replace(
    // deno-lint-ignore no-control-regex -- these are the characters that this function is about
    /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Cuts text to a width in columns, with … where something is left out. */
export function fit(text: string, columns: number): string {
  if (unicodeWidth(text) <= columns) return text;
  let cut = "";
  for (const character of text) {
    if (unicodeWidth(cut + character) >= columns) break;
    cut += character;
  }
  return cut + "…";
}

/** Fills text up to a width in columns. */
export function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - unicodeWidth(text)));
}

/** A line that shows how far a run is, redrawn in place; nothing where standard error is no terminal. */
export function progressBar(io: Io): { show: (done: number, total: number) => void; clear: () => void } {
  if (!io.isTerminal) return { show: () => {}, clear: () => {} };
  let shown = "";
  return {
    show(done, total) {
      const width = Math.max(10, Math.min(40, io.columns - 30));
      const filled = total === 0 ? width : Math.round(width * done / total);
      const text = `[${"#".repeat(filled)}${"-".repeat(width - filled)}] ${done}/${total}`;
      if (text !== shown) io.err(`\r${text}\x1b[K`);
      shown = text;
    },
    clear() {
      if (shown !== "") io.err("\r\x1b[K");
      shown = "";
    },
  };
}
