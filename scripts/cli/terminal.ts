/** Colours, marks, widths and the progress bar of a terminal. @module */
import { unicodeWidth } from "@std/cli/unicode-width";
import type { Io } from "./command.ts";

const COLORS = { red: 31, green: 32, yellow: 33, bold: 1 } as const;

/** How often the progress bar is drawn again, in milliseconds; so output of any speed costs little. */
const REDRAW_MS = 50;
const LABEL_COLUMNS = 12;

/** One function a colour, each of which colours text where the terminal has colours and NO_COLOR is not set. */
export function colors(io: Pick<Io, "hasColor">): Record<keyof typeof COLORS, (text: string) => string> {
  const paint = (color: keyof typeof COLORS) => (text: string): string =>
    io.hasColor ? `\x1b[${COLORS[color]}m${text}\x1b[0m` : text;
  return { red: paint("red"), green: paint("green"), yellow: paint("yellow"), bold: paint("bold") };
}

/**
 * Makes foreign text safe to show in one line: control characters (line ends and escapes too), direction marks
 * and other invisible characters become visible escapes.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    const digits = character.codePointAt(0)!.toString(16);
    return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits.padStart(4, "0")}`;
  });
}

/** Makes foreign text of several lines safe to show; lines after the first are set off, so that none can pose as ours. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n  | ");
}

/** Escapes, in JSON text, what a terminal could obey or hide; the value stays the same. */
export function inertJson(json: string): string {
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replace(/[\x7f-\x9f\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => character.split("").map(escape).join(""));
}

/** Prints one JSON value as one line of data. */
export function printJson(io: Io, value: unknown): void {
  io.out(inertJson(JSON.stringify(value)) + "\n");
}

/** The longest beginning of a text that is no wider than so many columns. */
function beginning(text: string, columns: number): string {
  let [cut, width] = ["", 0];
  for (const character of text) {
    width += unicodeWidth(character);
    if (width > columns) break;
    cut += character;
  }
  return cut;
}

/** Cuts text to a width in columns, with … where something is left out. */
export function fit(text: string, columns: number): string {
  return unicodeWidth(text) <= columns ? text : beginning(text, columns - 1) + "…";
}

/** Fills text up to a width in columns. */
export function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - unicodeWidth(text)));
}

/** Fills text up to a width in columns, from the left. */
export function padLeft(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - unicodeWidth(text))) + text;
}

/** Wraps words to a width in columns, and breaks words that are wider; continued lines are indented. */
export function wrap(text: string, { width, indent }: { width: number; indent: number }): string {
  const room = Math.max(8, width - indent);
  const lines: string[] = [];
  let line = "";
  for (let word of text.trim().split(/\s+/)) {
    if (line !== "" && unicodeWidth(line) + 1 + unicodeWidth(word) > room) {
      lines.push(line);
      line = "";
    }
    while (unicodeWidth(word) > room) {
      const head = beginning(word, room);
      lines.push(head);
      word = word.slice(head.length);
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n" + " ".repeat(indent));
}

/**
 * A line with its label in bold in the first 12 columns, its words wrapped beside it; foreign text in it becomes
 * printable. `mark` is a sign of one column before the words.
 */
export function labelled(io: Io, label: string, options: { text: string; mark?: string }): string {
  const mark = options.mark === undefined ? "" : `${options.mark} `;
  const indent = LABEL_COLUMNS + (mark === "" ? 0 : 2);
  const words = printable(options.text.replace(/\s+/g, " "));
  return `${colors(io).bold(label.padEnd(LABEL_COLUMNS))}${mark}${wrap(words, { width: io.columns - 1, indent })}\n`;
}

/** A line that shows how far a run is, redrawn in place; nothing where standard error is no terminal. */
export function progressBar(io: Io): { show: (done: number, total: number) => void; clear: () => void } {
  if (!io.isTerminal) return { show: () => {}, clear: () => {} };
  let [isShown, drawnAt] = [false, -Infinity];
  return {
    show(done, total) {
      const now = performance.now();
      if (now - drawnAt < REDRAW_MS) return;
      const width = Math.max(5, Math.min(40, io.columns - 30));
      const filled = total === 0 ? width : Math.round(width * (done / total));
      const text = `[${"#".repeat(filled)}${"-".repeat(width - filled)}] ${done}/${total}`;
      io.err(`\r${fit(text, io.columns - 1)}\x1b[K`);
      [isShown, drawnAt] = [true, now];
    },
    clear() {
      if (isShown) io.err("\r\x1b[K");
      isShown = false;
    },
  };
}
