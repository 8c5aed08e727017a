import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { quote } from "../../../scripts/cli/shell_command.ts";

for (
  const [word, quoted] of [
    ["plain-1.ts", "plain-1.ts"],
    ["a b", "'a b'"],
    ["it's", "'it'\\''s'"],
    ["$HOME", "'$HOME'"],
    ["", "''"],
    ["*", "'*'"],
    ["~", "'~'"],
    ["{}", "'{}'"],
  ] as const
) {
  Deno.test(`quote() writes ${quoted}`, () => assertEquals(quote(word), quoted));
}

Deno.test("quote() gives back the word through sh when words are arbitrary", async () => {
  const words = fc.sample(fc.string({ unit: "binary", maxLength: 20 }), { numRuns: 300, seed: 20261130 })
    .map((word) => word.toWellFormed().replaceAll("\0", "_"));
  const script = `printf '%s\\0' ${words.map(quote).join(" ")}`;
  const { stdout } = await new Deno.Command("sh", { args: ["-c", script] }).output();
  assertEquals(new TextDecoder().decode(stdout).split("\0").slice(0, -1), words);
});
