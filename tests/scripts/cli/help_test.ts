import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { COMMANDS } from "../../../scripts/cli/commands.ts";
import { commandHelp, COMMON_OPTIONS, mainHelp } from "../../../scripts/cli/help.ts";
import { runCli, wideLines } from "../../cli_io.ts";

Deno.test("mainHelp() fits 80 columns", () => {
  assertEquals(wideLines(mainHelp(COMMANDS)), []);
});

Deno.test("mainHelp() names each command once, in order", () => {
  const text = mainHelp(COMMANDS);
  const names = [...text.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name);
  assertEquals(names, COMMANDS.map(({ name }) => name));
});

for (const spec of COMMANDS) {
  Deno.test(`commandHelp() fits 80 columns for ${spec.name}`, () => {
    assertEquals(wideLines(commandHelp(spec)), []);
  });

  Deno.test(`commandHelp() names every operand and option of ${spec.name}`, () => {
    const text = commandHelp(spec);
    for (const operand of spec.operands) assert(text.split("\n")[0]!.includes(operand), operand);
    for (const { name } of [...spec.options, ...COMMON_OPTIONS]) assert(text.includes(`\n  --${name}`), name);
  });

  Deno.test(`commandHelp() is what both ways of asking for ${spec.name} print`, async () => {
    const expected = { code: 0, out: commandHelp(spec), err: "" };
    assertEquals(await runCli([spec.name, "--help"]), expected);
    assertEquals(await runCli(["help", spec.name]), expected);
  });

  Deno.test(`commandHelp() has a summary in one line for ${spec.name}`, () => {
    assert(/^[a-z][^\n.]+$/.test(spec.summary), spec.summary);
    for (const { summary } of spec.options) assert(/^\S[^\n]*[^.\n]$/.test(summary), summary);
  });
}
