/** The members of a JSON object's text, keys unescaped, and no key allowed twice at any depth. @module */

/**
 * Cuts the text of an object into its top-level members. Makes no recursion, does work linear in the length of
 * the text, and holds the keys of the open objects only.
 *
 * Keys are unescaped here, one by one, rather than read off the parsed object: V8 can give a key that holds an
 * escape the name of another key, one with a backslash in it that it saw before (nodejs/node issue 63785). So
 * neither a repeated key nor a wanted one would be recognized for certain.
 *
 * @param text The text of an object, one that JSON.parse accepts.
 * @returns The text of each value by its key, in order; null where the object, or one in it, repeats a key.
 */
export function topMembers(text: string): Map<string, string> | null {
  const members = new Map<string, string>();
  const open: (Set<string> | null)[] = []; // the keys of each open object so far, null for an array
  let isKey = false, key = "", start = 0;
  for (let i = 0; i < text.length; i++) {
    const keys = open.at(-1);
    const char = text[i];
    if (char === '"') {
      const from = i;
      for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === "\\") i++;
      if (!isKey || !keys) continue;
      const name = String(JSON.parse(text.slice(from, i + 1)));
      if (keys.has(name)) return null;
      keys.add(name);
      isKey = false;
      if (open.length === 1) key = name;
    } else if (char === ":") {
      if (open.length === 1) start = i + 1;
    } else if (char === "{" || char === "[") {
      isKey = char === "{";
      open.push(isKey ? new Set() : null);
    } else if (char === "," || char === "}" || char === "]") {
      if (open.length === 1 && keys?.size) members.set(key, text.slice(start, i));
      if (char === ",") isKey = keys !== null;
      else open.pop();
    }
  }
  return members;
}
