/** Counts a text in the string values of a JSON text. @module */

/**
 * Counts the occurrences of a text in the string values of a JSON text, at any depth: in each string decoded, from left
 * to right, without overlap, and summed. Keys do not count, and nothing spans two strings. Every value that is written
 * counts, so one under a repeated key too. Reads the strings one by one and not by one JSON.parse: that would drop
 * values of repeated keys, and in V8 15 also of keys whose escapes it confuses.
 * @param json A valid JSON text; of another the count means nothing.
 * @param text What to count, not empty.
 */
export function countInValues(json: string, text: string): number {
  let count = 0;
  for (let open = json.indexOf('"'); open !== -1;) {
    const close = stringEnd(json, open), from = nonBlank(json, close + 1);
    if (json[from] !== ":") {
      const token = json.slice(open, close + 1);
      count += countIn(token.includes("\\") ? JSON.parse(token) : token.slice(1, -1), text);
    }
    open = json.indexOf('"', from);
  }
  return count;
}

/** The place of the quote that closes the string opened at a place: the first after an even number of backslashes. */
function stringEnd(json: string, open: number): number {
  for (let quote = json.indexOf('"', open + 1);; quote = json.indexOf('"', quote + 1)) {
    if (quote === -1) return json.length;
    let before = quote;
    while (json[before - 1] === "\\") before--;
    if ((quote - before) % 2 === 0) return quote;
  }
}

function nonBlank(json: string, from: number): number {
  let at = from;
  for (let unit = json[at]; unit === " " || unit === "\t" || unit === "\n" || unit === "\r"; unit = json[at]) at++;
  return at;
}

function countIn(value: string, text: string): number {
  let count = 0;
  for (let at = value.indexOf(text); at !== -1; at = value.indexOf(text, at + text.length)) count++;
  return count;
}
