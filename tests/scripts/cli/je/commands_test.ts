import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { commandHelp, COMMON_OPTIONS } from "../../../../scripts/cli/help.ts";
import { JE } from "../../../../scripts/cli/je/commands.ts";
import { parseCall } from "../../../../scripts/cli/parse.ts";
import { memoryIo, runCli, runJson, wideLines } from "../../../cli_io.ts";

const COMMANDS = JE.subcommands!;

Deno.test("JE.subcommands() are named once each, and are those of the specification", () => {
  const names = COMMANDS.map(({ name }) => name);
  assertEquals(new Set(names).size, names.length);
  for (const name of ["list", "instantiate", "run", "replay", "score", "sweep", "aggregate", "selftest"]) {
    assert(names.includes(name), name);
  }
});

Deno.test("JE.subcommands() are listed by both ways of asking for help", async () => {
  const { code, out, err } = await runCli(["je", "--help"]);
  assertEquals([code, err, out], [0, "", (await runCli(["help", "je"])).out]);
  for (const { name, summary } of COMMANDS) {
    assert(out.includes(`\n  ${name} `) && out.includes(summary.slice(0, 30)), name);
  }
});

for (const spec of COMMANDS) {
  const full = { ...spec, name: `je ${spec.name}` };

  Deno.test(`JE.subcommands() help fits 80 columns and names all for ${spec.name}`, () => {
    const text = commandHelp(full);
    assertEquals(wideLines(text), []);
    for (const operand of spec.operands) assert(text.split("\n")[0]!.includes(operand), operand);
    for (const { name } of [...spec.options, ...COMMON_OPTIONS]) assert(text.includes(`\n  --${name}`), name);
    assert(/^[a-z][^\n.]+$/.test(spec.summary), spec.summary);
  });

  Deno.test(`JE.subcommands() help is what both ways of asking for ${spec.name} print`, async () => {
    const expected = { code: 0, out: commandHelp(full), err: "" };
    assertEquals(await runCli(["je", spec.name, "--help"]), expected);
    assertEquals(await runCli(["help", "je", spec.name]), expected);
  });

  Deno.test(`JE.subcommands() have a function that loads for ${spec.name}`, async () => {
    assertEquals(typeof await spec.load(), "function");
  });

  Deno.test(`JE.subcommands() parse each option of ${spec.name}`, () => {
    for (const { name, value, isRepeated } of spec.options) {
      const needed = spec.operands.filter((operand) => !operand.startsWith("["));
      const words = [...needed, `--${name}`, ...(value === undefined ? [] : ["x"])];
      const { values, lists, flags } = parseCall(full, { words, io: memoryIo().io });
      if (value === undefined) assert(flags.has(name));
      else assertEquals(isRepeated ? lists[name] : [values[name]], ["x"]);
    }
  });
}

const refused = [["je"], ["je", "bogus"], ["je", "--", "tasks"], ["je", "--seed", "1"], ["je", "merge", "a"], [
  "help",
  "je",
  "bogus",
]];
for (const words of refused) {
  Deno.test(`JE.subcommands() are wanted, with exit 2 and usage, when it is called as ${words.join(" ")}`, async () => {
    const { code, value } = await runJson(words[0] === "help" ? ["je", "bogus"] : words);
    assertEquals([code, value.error.code], [2, "usage"]);
  });
}

Deno.test("JE.subcommands() take any number of the last operand where its name says so", () => {
  const merge = COMMANDS.find(({ name }) => name === "merge")!;
  const { operands } = parseCall(merge, { words: ["t", "a", "b", "c", "d"], io: memoryIo().io });
  assertEquals(operands, ["t", "a", "b", "c", "d"]);
});
