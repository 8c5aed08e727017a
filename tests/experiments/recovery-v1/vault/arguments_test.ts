import { assertEquals } from "@std/assert/equals";
import { parseWords, type WordsSpec } from "../../../../experiments/recovery-v1/vault/arguments.ts";
import { assertCode } from "../../../assert_code.ts";

const SPEC: WordsSpec = {
  operands: ["SHA"],
  options: [
    { name: "query", value: "Q", isNeeded: true, help: "" },
    { name: "max-bytes", value: "N", isCount: true, help: "" },
    { name: "json", value: null, help: "" },
    { name: "help", value: null, help: "" },
  ],
};

const parsed = (words: readonly string[]) => {
  const { operands, texts, counts, flags } = parseWords(words, SPEC);
  return { operands, texts, counts, flags: [...flags] };
};

const GOOD: readonly [string, string[], Partial<ReturnType<typeof parsed>>][] = [
  ["an option and its value", ["a", "--query", "q"], {}],
  ["an option with =", ["a", "--query=q"], {}],
  ["options before the operand", ["--query", "q", "a"], {}],
  ["a value with = inside", ["a", "--query=x=y"], { texts: { query: "x=y" } }],
  ["a value that begins with dashes", ["a", "--query", "--json"], { texts: { query: "--json" } }],
  ["a value that is one dash", ["a", "--query", "-"], { texts: { query: "-" } }],
  ["a value with a line feed", ["a", "--query=x\ny"], { texts: { query: "x\ny" } }],
  ["an empty value, which the command judges", ["a", "--query="], { texts: { query: "" } }],
  ["a flag", ["--json", "a", "--query", "q"], { flags: ["json"] }],
  ["a count", ["a", "--query=q", "--max-bytes", "16384"], { counts: { "max-bytes": 16384 } }],
  ["zero", ["a", "--query=q", "--max-bytes=0"], { counts: { "max-bytes": 0 } }],
  ["--help without what is needed", ["--help"], { operands: [], texts: {}, flags: ["help"] }],
];
for (const [name, words, expected] of GOOD) {
  Deno.test(`parseWords() takes ${name}`, () => {
    assertEquals(parsed(words), { operands: ["a"], texts: { query: "q" }, counts: {}, flags: [], ...expected });
  });
}

const BAD: readonly [string, string[]][] = [
  ["an unknown option", ["a", "--query=q", "--nope"]],
  ["a short option", ["a", "-q", "q"]],
  ["a single dash", ["-", "--query=q"]],
  ["two dashes alone", ["--", "a", "--query=q"]],
  ["an option in another case", ["a", "--Query=q"]],
  ["a repeated option", ["a", "--query=q", "--query=r"]],
  ["a repeated flag", ["a", "--query=q", "--json", "--json"]],
  ["a flag with a value", ["a", "--query=q", "--json=true"]],
  ["a value that is missing", ["a", "--query"]],
  ["an option that is missing", ["a"]],
  ["an operand that is missing", ["--query=q"]],
  ["an empty operand", ["", "--query=q"]],
  ["an operand too many", ["a", "b", "--query=q"]],
  ["the name of a property of objects", ["a", "--query=q", "--constructor"]],
];
for (const [name, words] of BAD) {
  Deno.test(`parseWords() refuses ${name}`, () => assertCode(() => parsed(words), "usage"));
}

for (
  const text of [
    "",
    " 5",
    "5 ",
    "5\n",
    "+5",
    "-1",
    "1.5",
    "1e2",
    "0x10",
    "0b1",
    "05",
    "1_000",
    "９",
    "٣",
    "NaN",
    "Infinity",
  ]
    .concat("9007199254740993", "9".repeat(400))
) {
  Deno.test(`parseWords() refuses the count ${JSON.stringify(text.slice(0, 20))}`, () => {
    assertCode(() => parsed(["a", "--query=q", `--max-bytes=${text}`]), "usage");
    assertCode(() => parsed(["a", "--query=q", "--max-bytes", text]), "usage");
  });
}
