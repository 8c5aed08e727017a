/** Lines of words for people: wrapped at 80 columns, numbers with their digits in groups. @module */

/** Columns of a score sheet. */
export const COLUMNS = 80;

/** Breaks words over lines; the first is indented by `first` spaces, the others by `rest`. A word that is too long for a
 * line is cut. */
export function wrapped(text: string, options: { readonly first?: number; readonly rest?: number } = {}): string[] {
  const { first = 0, rest = first + 2 } = options, room = COLUMNS - Math.max(first, rest);
  const words = text.split(/\s+/).filter((word) => word !== "").flatMap((word) => pieces(word, room));
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const indent = " ".repeat(lines.length === 0 ? first : rest);
    const longer = line === "" ? indent + word : `${line} ${word}`;
    if (longer.length <= COLUMNS) line = longer;
    else {
      lines.push(line);
      line = " ".repeat(rest) + word;
    }
  }
  return line === "" ? lines : [...lines, line];
}

/** A whole number with its digits in groups of three; a dash for nothing. */
export function grouped(value: number | null): string {
  return value === null ? "-" : String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `1 call`, `2 calls`. */
export function counted(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? "" : "s"}`;
}

function pieces(word: string, room: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < word.length; at += room) parts.push(word.slice(at, at + room));
  return parts;
}
