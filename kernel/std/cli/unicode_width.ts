/**
 * How many columns a text takes on a terminal.
 *
 * Local slice of `@std/cli`; see `kernel/std/README.md`.
 *
 * @module
 */

import { eastAsianWidth } from "npm:get-east-asian-width@1.4.0";

/** Marks and format characters that are drawn onto what comes before; the soft hyphen is drawn for itself. */
const ZERO_WIDTH = /^[\p{Cc}\p{Mn}\p{Me}\p{Cf}\u1160-\u11FF]$/u;

function codePointWidth(character: string): number {
  if (character !== "\u00AD" && ZERO_WIDTH.test(character)) return 0;
  return eastAsianWidth(character.codePointAt(0) as number);
}

/**
 * The columns that a terminal with fixed columns needs for the text: two for a wide or fullwidth character, none for
 * a control, combining or format character, one for any other. Characters are counted one by one: a sequence that
 * a font may join, such as of emoji, is the sum of its parts. Escape codes are not left out.
 *
 * @param str The text.
 * @returns The number of columns.
 */
export function unicodeWidth(str: string): number {
  return [...str].reduce((total, character) => total + codePointWidth(character), 0);
}
