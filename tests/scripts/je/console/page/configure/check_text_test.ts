import { assertEquals } from "@std/assert/equals";
import { makeRunConfig, runConfigText } from "../../../../../../experiments/je-v1/config/contract.ts";
import { checkText, MAX_CONFIG_BYTES } from "../../../../../../scripts/je/console/page/configure/check_text.ts";

const TEXT = runConfigText(makeRunConfig({ task_id: "JE-03", seed: 1, models: ["oracle"], seeds: 5 }));

Deno.test("checkText() knows the bytes that the command line writes", () => {
  const { problems, isExact, config } = checkText(TEXT);
  assertEquals([problems, isExact, config?.task_id], [[], true, "JE-03"]);
});

Deno.test("checkText() accepts other spaces and says that the bytes differ", () => {
  const { problems, isExact } = checkText(JSON.stringify(JSON.parse(TEXT)));
  assertEquals([problems, isExact], [[], false]);
});

Deno.test("checkText() gives the warnings of a configuration", () => {
  const { warnings } = checkText(TEXT.replace('"seeds": 5', '"seeds": 2').replace('"episodes": 5', '"episodes": 2'));
  assertEquals(warnings.map(({ pointer }) => pointer), ["/sweep/seeds"]);
});

const wrong: [name: string, text: string, pointers: string[]][] = [
  ["nothing", "", [""]],
  ["what is no JSON", '{"task_id":', ["/task_id"]],
  ["a repeated key", TEXT.replace('"seed": 1,', '"seed": 1, "seed": 2,'), ["/seed"]],
  ["an unknown key", TEXT.replace('"seed": 1,', '"seed": 1, "sead": 2,'), ["/sead"]],
  ["a wrong tier", TEXT.replace('"L1"', '"L2"'), ["/tier"]],
  ["too many bytes", `"${"x".repeat(MAX_CONFIG_BYTES)}"`, [""]],
];
for (const [name, text, pointers] of wrong) {
  Deno.test(`checkText() names the place of ${name}`, () => {
    const { problems, config } = checkText(text);
    assertEquals([problems.map(({ pointer }) => pointer), config], [pointers, null]);
  });
}
