/** The key of a server: taken from one named environment variable, and kept out of everything that is written.
 * @module */
import { PermafrostError } from "../../../kernel/error.ts";

/** What stands where a key was. */
export const REDACTED = "[redacted]";
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/; // no comma, no star: they mean more in a flag
const KEY = /^[\x21-\x7e]{8,4096}$/;
/** The most escape characters that may stand before one of the key's: text within text within text. */
const ESCAPES = 15;

/** Reads a key.
 * @param name The environment variable; undefined: the server takes none.
 * @param read Reads an environment variable.
 * @returns The key; null: none.
 * @throws {PermafrostError} usage: the name is none, or the variable is not set, or holds no key of 8 to 4096 printable
 * ASCII characters without spaces; unavailable: this process may not read it. */
export function keyOf(name: string | undefined, read: (name: string) => string | undefined = readEnv): string | null {
  if (name === undefined) return null;
  if (!NAME.test(name)) throw refuse("usage", "the name of its environment variable is none");
  const key = read(name);
  if (key === undefined || key === "") throw refuse("usage", `the environment variable ${name} is not set`);
  if (!KEY.test(key)) throw refuse("usage", `${name} holds no 8 to 4096 printable ASCII characters without spaces`);
  return key;
}

function readEnv(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch (cause) {
    throw refuse("unavailable", `this process may not read ${name}; start it with --allow-env=${name}`, cause);
  }
}

/** Makes what replaces a key in a text: as it is, and with its characters escaped as JSON (also JSON within JSON) or as
 * addresses do. A key in another encoding, such as Base64, is not found. */
export function redactor(key: string | null): (text: string) => string {
  if (key === null) return (text) => text;
  const pattern = [...key].map((char) => {
    const hex = char.charCodeAt(0).toString(16).padStart(2, "0"), code = eitherCase(hex);
    return `(?:\\\\{0,${ESCAPES}}${literal(char)}|\\\\{1,${ESCAPES}}u00${code}|%${code})`;
  }).join("");
  const regex = new RegExp(pattern, "g");
  return (text) => text.replace(regex, REDACTED);
}

function eitherCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(char: string): string {
  return /[A-Za-z0-9]/.test(char) ? char : `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

function refuse(code: "usage" | "unavailable", state: string, cause?: unknown): PermafrostError {
  return new PermafrostError(code, `Cannot take the key: ${state}`, { cause });
}
