import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { isEligible, MAX_RAW_BYTES, normalizeCandidate } from "../../../experiments/fence-v1/normalize.ts";

const FRAMED_BODY = '{"a": 1}';
const SEED = { seed: 20261130, numRuns: 2000 };

function outcome(raw: unknown): string {
  const { ok, mode, text, reason } = normalizeCandidate(raw);
  return ok ? `${mode}: ${text}` : `${reason}${mode === null && text === null ? "" : " with leftovers"}`;
}

for (
  const [name, raw, text] of [
    ["an object alone", "{}", "{}"],
    ["JSON whitespace around", " \t\r\n{}\n \r\t", " \t\r\n{}\n \r\t"],
    ["nested objects", '{"a":{"b":{}}}', '{"a":{"b":{}}}'],
    ["braces in strings", '{"a":"}{","b":"{{"}', '{"a":"}{","b":"{{"}'],
    ["an escaped quote", '{"a":"\\"}"}', '{"a":"\\"}"}'],
    ["an escaped backslash before the closing quote", '{"a":"\\\\"}', '{"a":"\\\\"}'],
    ["an escaped backslash, then an escaped quote", '{"a":"\\\\\\"}"}', '{"a":"\\\\\\"}"}'],
    ["backticks in a string", '{"a":"```"}', '{"a":"```"}'],
    ["a raw line end in a string", '{"a":"\n```\n"}', '{"a":"\n```\n"}'],
    ["what is no JSON", "{not json, 'at' all]}", "{not json, 'at' all]}"],
    ["a no-break space inside", "{\u00a0}", "{\u00a0}"],
    ["a backslash outside of a string", "{\\}", "{\\}"],
  ] as const
) {
  Deno.test(`normalizeCandidate() frames bare ${name}`, () => {
    assertEquals(normalizeCandidate(raw), { ok: true, mode: "bare", text, reason: null });
  });
}

for (const label of ["", "json"]) {
  for (const open of ["\n", "\r\n"]) {
    for (const close of ["\n", "\r\n"]) {
      for (const end of ["", "\n", "\r\n"]) {
        const shown = JSON.stringify([label, open, close, end]);
        Deno.test(`normalizeCandidate() takes off the fence ${shown}`, () => {
          const body = ` ${FRAMED_BODY}\r\n\t`;
          const raw = "```" + label + open + body + close + "```" + end;
          assertEquals(normalizeCandidate(raw), { ok: true, mode: "single-fence", text: body, reason: null });
        });
      }
    }
  }
}

const INVALID_FENCES: [string, string][] = [
  ["three backticks alone", "```"],
  ["an opening line alone", "```json\n"],
  ["no line end at all", "```json{}```"],
  ["no body, LF", "```\n```"],
  ["no body, CRLF", "```\r\n```"],
  ["no body, labelled", "```json\n```\n"],
  ["an opening line that ends in CR alone", "```json\r{}\n```"],
  ["a closing line after CR alone", "```json\n{}\r```"],
  ["a label in capitals", "```JSON\n{}\n```"],
  ["another label", "```yaml\n{}\n```"],
  ["a longer label", "```json5\n{}\n```"],
  ["a shorter label", "```jso\n{}\n```"],
  ["a space before the label", "``` json\n{}\n```"],
  ["a space after the label", "```json \n{}\n```"],
  ["a space after the backticks", "``` \n{}\n```"],
  ["a tab after the label", "```json\t\n{}\n```"],
  ["a zero-width space in the label", "```js\u200bon\n{}\n```"],
  ["four backticks before", "````json\n{}\n```"],
  ["four backticks after", "```json\n{}\n````"],
  ["two backticks after", "```json\n{}\n``"],
  ["no closing line", "```json\n{}\n"],
  ["the closing backticks on the object's line", "```json\n{}```"],
  ["a label on the closing line", "```json\n{}\n```json"],
  ["a space before the closing backticks", "```json\n{}\n ```"],
  ["a space after the closing backticks", "```json\n{}\n``` "],
  ["a space after the final line end", "```json\n{}\n```\n "],
  ["two final LF", "```json\n{}\n```\n\n"],
  ["two final CRLF", "```json\n{}\n```\r\n\r\n"],
  ["a final LF and CRLF", "```json\n{}\n```\n\r\n"],
  ["a final CRLF and LF", "```json\n{}\n```\r\n\n"],
  ["a final CR", "```json\n{}\n```\r"],
  ["a final CR before CRLF", "```json\n{}\n```\r\r\n"],
  ["prose after", "```json\n{}\n```\nDone."],
  ["a no-break space after", "```json\n{}\n```\u00a0"],
  ["a line separator for the line end", "```json\u2028{}\n```"],
];

for (const [name, raw] of INVALID_FENCES) {
  Deno.test(`normalizeCandidate() says invalid_fence for ${name}`, () => {
    assertEquals(outcome(raw), "invalid_fence");
  });
}

const NOT_SINGLE: [string, string][] = [
  ["an empty text", ""],
  ["whitespace alone", " \n\t\r"],
  ["prose", "Sure!"],
  ["prose before", "Sure: {}"],
  ["prose after", "{} as asked"],
  ["an array", "[]"],
  ["an object in an array", "[{}]"],
  ["null", "null"],
  ["a number", "1"],
  ["a string", '"{}"'],
  ["two objects", "{}{}"],
  ["two objects and a line end", "{}\n{}"],
  ["a comma after", "{},"],
  ["an unbalanced opening brace", "{{}"],
  ["an unbalanced closing brace", "{}}"],
  ["braces the wrong way round", "}{"],
  ["a string that never ends", '{"a}'],
  ["a string that ends in an escape", '{"a\\'],
  ["a closing brace in a string only", '{"a":"}'],
  ["an escaped quote that does not close", '{"a":"\\"}'],
  ["a quote before", '"{}'],
  ["tildes", "~~~json\n{}\n~~~"],
  ["two backticks", "``\n{}\n``"],
  ["a blank line before a fence", "\n```json\n{}\n```"],
  ["a space before a fence", " ```json\n{}\n```"],
  ["a byte order mark before a fence", "\ufeff```json\n{}\n```"],
  ["a fence that holds nothing", "```json\n\n```"],
  ["a fence that holds an empty CRLF line", "```\n\r\n```"],
  ["a fence that holds an array", "```json\n[]\n```"],
  ["a fence in a fence", "```json\n```json\n{}\n```\n```"],
  ["two fences", "```json\n{}\n```\n```json\n{}\n```"],
  ["a closing line twice", "```json\n{}\n```\n```"],
  ["a fence that holds two objects", "```json\n{}\n{}\n```"],
  ["a fence that holds prose", "```json\nSure: {}\n```"],
];

const FOREIGN_SPACES = [
  ..."\u00a0\u1680\u2000\u2003\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\u200b\u200c\u200d\u2060\u0085\u180e",
  ..."\v\f\0\u00ad",
];

for (const [name, raw] of NOT_SINGLE) {
  Deno.test(`normalizeCandidate() says not_single_object for ${name}`, () => {
    assertEquals(outcome(raw), "not_single_object");
  });
}

for (const space of FOREIGN_SPACES) {
  const shown = "U+" + space.charCodeAt(0).toString(16).padStart(4, "0");
  for (const [place, raw] of [["before", space + "{}"], ["after", "{}" + space]] as const) {
    Deno.test(`normalizeCandidate() says not_single_object for ${shown} ${place} the object`, () => {
      assertEquals([outcome(raw), outcome("```\n" + raw + "\n```")], [
        "not_single_object",
        "not_single_object",
      ]);
    });
  }
}

function refuseAnyTrap(): never {
  throw new Error("its code ran");
}

const traps: ProxyHandler<object> = new Proxy({}, { get: () => refuseAnyTrap });
const NOT_STRINGS: [string, unknown][] = [
  ["undefined", undefined],
  ["null", null],
  ["a number", 0],
  ["a BigInt", 1n],
  ["a boolean", true],
  ["a symbol", Symbol("{}")],
  ["an array of a good text", ["{}"]],
  ["an object", {}],
  ["a function", () => "{}"],
  ["a boxed string", new String("{}")],
  ["an object whose toString throws", { toString: refuseAnyTrap, valueOf: refuseAnyTrap }],
  ["an object with throwing getters", Object.defineProperty({}, "length", { get: refuseAnyTrap })],
  ["an object whose toPrimitive throws", { [Symbol.toPrimitive]: refuseAnyTrap }],
  ["a proxy that refuses everything", new Proxy({}, traps)],
  ["a proxied function that refuses everything", new Proxy(() => "{}", traps)],
  ["a revoked proxy", revoked()],
  ["bytes", new TextEncoder().encode("{}")],
];

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

for (const [name, raw] of NOT_STRINGS) {
  Deno.test(`normalizeCandidate() says not_string for ${name}`, () => {
    assertEquals([outcome(raw), isEligible(raw)], ["not_string", false]);
  });
}

/** An object text of so many UTF-8 bytes, whose string holds `filler` as often as it fits, then `x`. */
function sized(bytes: number, filler: string): string {
  const width = new TextEncoder().encode(filler).length;
  const room = bytes - 8;
  return `{"a":"${filler.repeat(Math.floor(room / width))}${"x".repeat(room % width)}"}`;
}

for (
  const [name, filler] of [
    ["one byte", "a"],
    ["two bytes", "é"],
    ["three bytes", "界"],
    ["four bytes", "🧾"],
    ["half a surrogate pair", "\ud83e"],
    ["the other half", "\uddfe"],
    ["halves in the wrong order", "\uddfe\ud83e."],
    ["a half before a pair", "\ud83e\ud83e\uddfe"],
    ["the last of one byte", "\x7f"],
    ["the first of two bytes", "\x80"],
    ["the last of two bytes", "\u07ff"],
    ["the first of three bytes", "\u0800"],
    ["the last before the surrogates", "\ud7ff"],
    ["the first after the surrogates", "\ue000"],
  ] as const
) {
  Deno.test(`normalizeCandidate() frames ${MAX_RAW_BYTES} bytes and refuses one more, filled with ${name}`, () => {
    const [fits, over] = [sized(MAX_RAW_BYTES, filler), sized(MAX_RAW_BYTES + 1, filler)];
    const lengths = [fits, over].map((text) => new TextEncoder().encode(text).length);
    assertEquals(lengths, [MAX_RAW_BYTES, MAX_RAW_BYTES + 1]);
    assertEquals([outcome(fits), outcome(over)], [`bare: ${fits}`, "too_large"]);
    assertEquals([isEligible(fits), isEligible(over)], [true, false]);
  });
}

Deno.test("normalizeCandidate() counts the fence and the whitespace of the raw answer", () => {
  const whole = (size: number) => "```json\n" + sized(size - 12, "a") + "\n```";
  assertEquals(whole(MAX_RAW_BYTES).length, MAX_RAW_BYTES);
  assertEquals(normalizeCandidate(whole(MAX_RAW_BYTES)).ok, true);
  assertEquals(outcome(whole(MAX_RAW_BYTES + 1)), "too_large");
  assertEquals(outcome(" ".repeat(MAX_RAW_BYTES) + "{}"), "too_large");
});

for (
  const [name, raw, reason] of [
    ["not_string before too_large", ["{".repeat(9000)], "not_string"],
    ["too_large before invalid_fence", "```yaml\n" + " ".repeat(MAX_RAW_BYTES), "too_large"],
    ["too_large before not_single_object", "x".repeat(MAX_RAW_BYTES + 1), "too_large"],
    ["invalid_fence before not_single_object", "```yaml\nprose\n```", "invalid_fence"],
  ] as const
) {
  Deno.test(`normalizeCandidate() names ${name}`, () => {
    assertEquals(outcome(raw), reason);
  });
}

Deno.test("normalizeCandidate() encodes nothing and reads no unit of a text that is too long by its length", () => {
  const holder = globalThis as { TextEncoder: unknown };
  const [encoder, charCodeAt] = [holder.TextEncoder, String.prototype.charCodeAt];
  const long = "{" + "é".repeat(MAX_RAW_BYTES);
  let result: unknown;
  try {
    holder.TextEncoder = refuseAnyTrap;
    String.prototype.charCodeAt = refuseAnyTrap;
    result = normalizeCandidate(long);
  } finally {
    holder.TextEncoder = encoder;
    String.prototype.charCodeAt = charCodeAt;
  }
  assertEquals(result, { ok: false, mode: null, text: null, reason: "too_large" });
});

for (
  const piece of [
    "`",
    "{",
    "}",
    '"',
    "\\",
    "\n",
    "\r\n",
    "\r",
    "```\n",
    '{"',
    '\\"',
    '{}"',
    " ",
    "```json\n{",
  ]
) {
  Deno.test(`normalizeCandidate() reads each unit a few times at most in a text full of ${JSON.stringify(piece)}`, () => {
    const { charCodeAt } = String.prototype;
    const raw = piece.repeat(MAX_RAW_BYTES / piece.length);
    let reads = 0;
    try {
      String.prototype.charCodeAt = function (this: string, at: number): number {
        reads++;
        return charCodeAt.call(this, at);
      };
      for (const text of [raw, "```\n" + raw.slice(8) + "\n```", '{"' + raw.slice(2)]) {
        normalizeCandidate(text);
      }
    } finally {
      String.prototype.charCodeAt = charCodeAt;
    }
    assertEquals(reads >= 3 * raw.length && reads <= 3 * 6 * MAX_RAW_BYTES, true, `${reads} reads`);
  });
}

const pieces = fc.array(
  fc.constantFrom(
    "```",
    "json",
    "\n",
    "\r\n",
    "\r",
    "{",
    "}",
    '"',
    "\\",
    "a",
    " ",
    "\t",
    "\u00a0",
    "é",
    "\ud800",
  ),
  { maxLength: 16 },
).map((parts) => parts.join(""));
const fences = fc.tuple(
  fc.constantFrom("```json\n", "```\r\n", "```\n", ""),
  pieces,
  fc.constantFrom("\n```", "\r\n```\n"),
)
  .map((parts) => parts.join(""));
const texts = fc.oneof(pieces, fences, fc.string({ unit: "binary", maxLength: 40 }));

/** The rules once more, by other means. */
function oracle(raw: string): string {
  const fence = /^```(?:json)?(?:\r\n|\n)([^]*?)(?:\r\n|\n)```(?:\r\n|\n)?$/.exec(raw);
  if (raw.startsWith("```") && fence === null) return "invalid_fence";
  const text = fence?.[1] ?? raw;
  const [mode, bare] = [
    fence === null ? "bare" : "single-fence",
    text.replaceAll(/"(?:[^"\\]|\\[^])*"/g, "s"),
  ];
  let inner = bare.replace(/^[ \t\r\n]+/, "").replace(/[ \t\r\n]+$/, "");
  if (inner.includes('"') || !/^\{[^]*\}$/.test(inner)) return "not_single_object";
  inner = inner.slice(1, -1).replaceAll(/[^{}]/g, "");
  while (inner.includes("{}")) inner = inner.replaceAll("{}", "");
  return inner === "" ? `${mode}: ${text}` : "not_single_object";
}

Deno.test("normalizeCandidate() agrees with an oracle made of regular expressions", () => {
  fc.assert(fc.property(texts, (raw) => assertEquals(outcome(raw), oracle(raw))), {
    ...SEED,
    numRuns: 20000,
  });
});

Deno.test("normalizeCandidate() returns a part of the raw answer, all of it when bare", () => {
  fc.assert(
    fc.property(texts, (raw) => {
      const { mode, text } = normalizeCandidate(raw);
      if (mode === "bare") assertEquals(text, raw);
      if (mode === "single-fence") assertEquals(raw.includes(text) && text.length < raw.length, true);
    }),
    SEED,
  );
});

Deno.test("normalizeCandidate() gives a bare text back out of every allowed fence", () => {
  const ends = fc.constantFrom("\n", "\r\n");
  const fenceParts = fc.record({
    label: fc.constantFrom("", "json"),
    open: ends,
    close: ends,
    end: fc.constantFrom("", "\n", "\r\n"),
  });
  const bare = fc.oneof(pieces.map((text) => `{${text}}`), fc.json().map((text) => `{"a":${text}}`), texts)
    .filter((raw) => normalizeCandidate(raw).mode === "bare");
  fc.assert(
    fc.property(bare, fenceParts, (text, { label, open, close, end }) => {
      const fenced = normalizeCandidate("```" + label + open + text + close + "```" + end);
      assertEquals(fenced, { ok: true, mode: "single-fence", text, reason: null });
    }),
    SEED,
  );
});

Deno.test("normalizeCandidate() never throws, whatever the value", () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withBoxedValues: true, withNullPrototype: true }), (raw) => {
      assertEquals(normalizeCandidate(raw).ok && typeof raw !== "string", false);
    }),
    SEED,
  );
});
