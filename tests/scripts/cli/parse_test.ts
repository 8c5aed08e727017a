import { assertEquals } from "@std/assert/equals";
import type { CommandSpec } from "../../../scripts/cli/command.ts";
import { COMMANDS } from "../../../scripts/cli/commands.ts";
import { COMMON_OPTIONS } from "../../../scripts/cli/help.ts";
import { parseCall } from "../../../scripts/cli/parse.ts";
import { assertCode } from "../../assert_code.ts";
import { memoryIo } from "../../cli_io.ts";

const SPEC: CommandSpec = {
  name: "probe",
  summary: "probe",
  operands: ["FIRST", "[SECOND]"],
  details: "",
  options: [
    { name: "output", value: "FILE", summary: "" },
    { name: "input", value: "NAME=PATH", isRepeated: true, summary: "" },
    { name: "no-containment", summary: "" },
  ],
  load: () => Promise.resolve(() => Promise.resolve(0)),
};

function parse(words: readonly string[]) {
  const { operands, values, lists, flags } = parseCall(SPEC, { words, io: memoryIo().io });
  return { operands, values, lists, flags: [...flags].sort() };
}

const EMPTY = { operands: ["a"], values: {}, lists: { input: [] }, flags: [] as string[] };

const understood: [words: string[], expected: Partial<ReturnType<typeof parse>>][] = [
  [["a"], {}],
  [["a", "b"], { operands: ["a", "b"] }],
  [["12"], { operands: ["12"] }],
  [["0x10", "1e3"], { operands: ["0x10", "1e3"] }],
  [["-"], { operands: ["-"] }],
  [["a", "--json"], { flags: ["json"] }],
  [["--json", "a"], { flags: ["json"] }],
  [["--json", "a", "--json"], { flags: ["json"] }],
  [["a", "--no-containment"], { flags: ["no-containment"] }],
  [["a", "--output", "x"], { values: { output: "x" } }],
  [["a", "--output=x"], { values: { output: "x" } }],
  [["a", "--output=-x"], { values: { output: "-x" } }],
  [["a", "--output=a=b"], { values: { output: "a=b" } }],
  [["a", "--output", "12"], { values: { output: "12" } }],
  [["a", "--output", "true"], { values: { output: "true" } }],
  [["a", "--output", "x y"], { values: { output: "x y" } }],
  [["a", "--input", "x=1", "--input=y=2"], { lists: { input: ["x=1", "y=2"] } }],
  [["--", "--json"], { operands: ["--json"] }],
  [["a", "--", "-x"], { operands: ["a", "-x"] }],
  [["--help"], { operands: [], flags: ["help"] }],
  [["--help", "a", "b", "c"], { operands: ["a", "b", "c"], flags: ["help"] }],
];
for (const [words, expected] of understood) {
  Deno.test(`parseCall() understands ${JSON.stringify(words)}`, () => {
    assertEquals(parse(words), { ...EMPTY, ...expected });
  });
}

const refused: string[][] = [
  [],
  [""],
  ["--json"],
  ["a", "b", "c"],
  ["a", "--unknown"],
  ["a", "--unknown=1"],
  ["a", "--no-json"],
  ["a", "--containment"],
  ["a", "-x"],
  ["a", "-json"],
  ["a", "--", "b", "c"],
  ["a", "--output"],
  ["a", "--output="],
  ["a", "--output", ""],
  ["a", "--output", "--json"],
  ["a", "--output", "x", "--output", "y"],
  ["a", "--output=x", "--output=x"],
  ["a", "--output.x", "y"],
  ["a", "--input"],
  ["a", "--json=true"],
  ["a", "--json="],
  ["a", "--json", "true"],
  ["--json", "false", "a"],
  ["a", "--__proto__", "x"],
  ["a", "--__proto__=x"],
  ["a", "--constructor"],
  ["a", "--toString=1"],
  ["a", "--_", "x"],
  ["a", "--=x"],
  ["a", "---json"],
];
for (const words of refused) {
  Deno.test(`parseCall() throws usage when it is given ${JSON.stringify(words)}`, () => {
    assertCode(() => parse(words), "usage");
  });
}

for (const spec of COMMANDS) {
  for (const { name, value, isRepeated } of [...spec.options, ...COMMON_OPTIONS]) {
    Deno.test(`parseCall() understands --${name} of ${spec.name}`, () => {
      const needed = spec.operands.filter((operand) => !operand.startsWith("["));
      const words = [...needed, `--${name}`, ...(value === undefined ? [] : ["x"])];
      const { values, lists, flags } = parseCall(spec, { words, io: memoryIo().io });
      if (value === undefined) assertEquals(flags.has(name), true);
      else assertEquals(isRepeated ? lists[name] : values[name], isRepeated ? ["x"] : "x");
    });
  }
}
