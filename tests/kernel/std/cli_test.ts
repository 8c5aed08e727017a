import { assertEquals } from "@std/assert/equals";
import { assertThrows } from "@std/assert/throws";
import { parseArgs, type ParseOptions } from "@std/cli/parse-args";
import { unicodeWidth } from "@std/cli/unicode-width";

interface Row {
  readonly args: string[];
  readonly options?: ParseOptions;
  readonly want: Record<string, unknown>;
}

const ROWS: Record<string, Row> = {
  "flags without options": {
    args: ["--dry", "--mode=fast", "file.txt"],
    want: { dry: true, mode: "fast", _: ["file.txt"] },
  },
  "the next argument as a value": { args: ["--mode", "fast", "x"], want: { mode: "fast", _: ["x"] } },
  "the last value of a flag given twice": { args: ["-v", "a", "-v", "b"], want: { v: "b", _: [] } },
  "text that is a number": {
    args: ["--n", "0x10", "-f=1.5", "7", "7k"],
    want: { n: 16, f: 1.5, _: [7, "7k"] },
  },
  "blanks, which are no number": { args: ["-x", "\t"], want: { x: "\t", _: [] } },
  "everything after the first = as a value": {
    args: ["--a=b=c", "-f=d=e"],
    want: { a: "b=c", f: "d=e", _: [] },
  },
  "a value with a line break": { args: ["--a=b\nc"], want: { a: "b\nc", _: [] } },
  "letters in a group": { args: ["-xyz", "end"], want: { x: true, y: true, z: "end", _: [] } },
  "a number after a letter": { args: ["-n12"], want: { n: 12, _: [] } },
  "a path after letters": { args: ["-vI/usr"], want: { v: true, I: "/usr", _: [] } },
  "digits as letters": { args: ["-12", "3"], want: { 1: true, 2: 3, _: [] } },
  "one dash alone as a value and as no flag": { args: ["-n", "-", "-"], want: { n: "-", _: ["-"] } },
  "one dash at the end of a group": { args: ["-f-"], want: { f: "-", _: [] } },
  "nothing after two dashes": { args: ["-a", "--", "-b", "5"], want: { a: true, _: ["-b", "5"] } },
  "what follows two dashes apart": {
    args: ["a", "--", "-b", "5"],
    options: { "--": true },
    want: { _: ["a"], "--": ["-b", "5"] },
  },
  "--no- as part of the name when not negatable": { args: ["--no-ice"], want: { "no-ice": true, _: [] } },
  "a dotted name as an object": {
    args: ["--a.b", "3", "--a.c.d", "--e"],
    want: { a: { b: 3, c: { d: true } }, e: true, _: [] },
  },
  "names that objects have": {
    args: ["--toString", "--valueOf=x"],
    want: { toString: true, valueOf: "x", _: [] },
  },
  "booleans, false when not given": {
    args: ["-x", "one", "--z", "two"],
    options: { boolean: ["x", "y", "z"] },
    want: { x: true, y: false, z: true, _: ["one", "two"] },
  },
  "true and false after a boolean": {
    args: ["--x", "false", "-y", "true", "end"],
    options: { boolean: ["x", "y"] },
    want: { x: false, y: true, _: ["end"] },
  },
  "a boolean with =": {
    args: ["--x=false", "--y=true"],
    options: { boolean: ["x", "y"] },
    want: { x: false, y: true, _: [] },
  },
  "every long flag without = as a boolean": {
    args: ["--x", "a", "--y=b", "-p", "5"],
    options: { boolean: true },
    want: { x: true, y: "b", p: 5, _: ["a"] },
  },
  "texts that stay text": {
    args: ["--id", "007", "-s"],
    options: { string: ["id", "s"] },
    want: { id: "007", s: "", _: [] },
  },
  "texts in a group of letters": {
    args: ["-abc"],
    options: { string: ["a", "c"] },
    want: { a: "", b: true, c: "", _: [] },
  },
  "arguments that stay text": { args: ["1", "  "], options: { string: "_" }, want: { _: ["1", "  "] } },
  "collected values": {
    args: ["--f", "a", "--f", "b", "--g", "--h"],
    options: { collect: ["f", "g"] },
    want: { f: ["a", "b"], g: [true], h: true, _: [] },
  },
  "collected values under each alias": {
    args: ["--header", "a", "-H", "b"],
    options: { collect: ["header"], alias: { H: "header" } },
    want: { header: ["a", "b"], H: ["a", "b"], _: [] },
  },
  "empty arrays for typed flags not given": {
    args: [],
    options: { boolean: ["b"], string: ["s"], collect: ["b", "s", "u"] },
    want: { b: [], s: [], _: [] },
  },
  "the default of a collected flag": {
    args: [],
    options: { collect: ["f"], default: { f: ["a", "b"] } },
    want: { f: ["a", "b"], _: [] },
  },
  "defaults under each alias": {
    args: [],
    options: { default: { "a.b": 1 }, alias: { "a.b": ["c", "d.e"] } },
    want: { a: { b: 1 }, c: 1, d: { e: 1 }, _: [] },
  },
  "no default for a flag that is given": {
    args: ["--a", "2"],
    options: { default: { a: 1, b: null } },
    want: { a: 2, b: null, _: [] },
  },
  "aliases both ways": {
    args: ["-h", "x", "--harp"],
    options: { alias: { h: ["herp", "harp"] }, boolean: "herp" },
    want: { h: true, herp: true, harp: true, _: ["x"] },
  },
  "a negated flag": {
    args: ["--ice", "--no-ice", "x"],
    options: { boolean: "ice", negatable: "ice" },
    want: { ice: false, _: ["x"] },
  },
  "the last of a flag and its negation": {
    args: ["--no-ice", "--ice"],
    options: { boolean: "ice", negatable: "ice" },
    want: { ice: true, _: [] },
  },
  "a negation that drops what was collected": {
    args: ["--f", "1", "-F", "2", "--no-f"],
    options: { string: "f", collect: "f", negatable: "f", alias: { f: "F" } },
    want: { f: false, F: false, _: [] },
  },
  "nothing after the first argument that is no flag": {
    args: ["--a", "b", "c", "--d", "5"],
    options: { stopEarly: true },
    want: { a: "b", _: ["c", "--d", "5"] },
  },
};

for (const [name, { args, options, want }] of Object.entries(ROWS)) {
  Deno.test(`parseArgs() reads ${name}`, () => {
    assertEquals<unknown>(parseArgs(args, options), want);
  });
}

Deno.test("parseArgs() asks about what no option names and leaves it out when the answer is false", () => {
  const asked: unknown[] = [];
  const args = parseArgs(["--known", "a", "-d", "5", "word", "--also", "--c", "1"], {
    boolean: ["also"],
    string: ["known"],
    collect: ["c"],
    unknown: (arg, key, value) => {
      asked.push([arg, key, value]);
      return false;
    },
  });
  assertEquals(asked, [["-d", "d", "5"], ["word", undefined, undefined], ["--c", "c", "1"]]);
  assertEquals<unknown>(args, { known: "a", also: true, _: [] });
});

Deno.test("parseArgs() asks about no alias and about no long flag when all of those are booleans", () => {
  const asked: string[] = [];
  const unknown = (arg: string) => {
    asked.push(arg);
    return false;
  };
  parseArgs(["--x", "--y=1", "-p"], { boolean: true, alias: { p: "port" }, unknown });
  assertEquals(asked, ["--y=1"]);
});

Deno.test("parseArgs() leaves prototypes alone when a name leads to one", () => {
  parseArgs(["--__proto__.polluted", "1"]);
  assertEquals(Reflect.get({}, "polluted"), undefined);
});

Deno.test("parseArgs() throws when an alias is undefined", () => {
  assertThrows(
    () => parseArgs([], { alias: { a: undefined } as unknown as Record<string, string> }),
    TypeError,
  );
});

Deno.test("parseArgs() types the flags by the options when they are given", () => {
  const args = parseArgs(["--dry", "--out", "x", "--in", "a", "--level", "3", "-q"], {
    boolean: ["dry", "quiet"],
    string: ["out", "in", "name"],
    collect: ["in", "extra"],
    negatable: ["out"],
    alias: { quiet: "q" },
    default: { level: 1, name: null },
    "--": true,
  });
  const dry: boolean = args.dry;
  const quiet: boolean = args.q;
  const out: string | false | undefined = args.out;
  const inputs: string[] = args.in;
  const extra: unknown[] = args.extra ?? [];
  const name: string | null = args.name;
  const after: string[] = args["--"];
  const words: Array<string | number> = args._;
  // @ts-expect-error: a flag of no type is unknown
  const level: number = args.level;
  // @ts-expect-error: a text may be missing or negated
  const always: string = args.out;
  assertEquals(
    [dry, quiet, out, inputs, extra, name, after, words, level, always],
    [true, true, "x", ["a"], [], null, [], [], 3, "x"],
  );
});

Deno.test("parseArgs() leaves the flags untyped when no option types them", () => {
  const port: number = parseArgs(["--port", "80"]).port;
  const level: number = parseArgs([], { default: { level: 2 } }).level;
  assertEquals([port, level], [80, 2]);
});

const WIDTHS: ReadonlyArray<[name: string, text: string, columns: number]> = [
  ["nothing", "", 0],
  ["ASCII", "cold lake", 9],
  ["Han", "冰雪", 4],
  ["fullwidth letters", "ｉｃｅ", 6],
  ["Cyrillic", "снег", 4],
  ["a composed letter", "é".normalize("NFC"), 1],
  ["a letter and its mark", "é".normalize("NFD"), 1],
  ["a picture", "🧊", 2],
  ["a picture and a joiner and a picture", "👩\u200D🔬", 4],
  ["controls", "\0\n\r\t\u007f\u0085", 0],
];

for (const [name, text, columns] of WIDTHS) {
  Deno.test(`unicodeWidth() counts ${columns} columns for ${name}`, () => {
    assertEquals(unicodeWidth(text), columns);
  });
}
