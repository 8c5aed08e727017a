import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { readLines } from "../../../../experiments/recovery-v1/vault/mcp_lines.ts";
import { inChild } from "../../../in_child.ts";
import { memoryIo } from "./seeded_vault.ts";

async function linesOf(parts: readonly string[], maxBytes = 100): Promise<(string | null)[]> {
  const encoder = new TextEncoder();
  const { io } = memoryIo("", parts.filter((part) => part !== "").map((part) => encoder.encode(part)));
  const lines: (string | null)[] = [];
  for await (const line of readLines(io.read, { maxBytes })) lines.push(line && new TextDecoder().decode(line));
  return lines;
}

const CASES: readonly [string, string[], (string | null)[]][] = [
  ["nothing", [], []],
  ["lines in one part", ["a\nb\n"], ["a", "b"]],
  ["a line in many parts", ["a", "b", "c\nd", "\n"], ["abc", "d"]],
  ["empty lines", ["\n\na\n"], ["", "", "a"]],
  ["a last line without a line feed", ["a\nbc"], ["a", "bc"]],
  ["a carriage return, which stays", ["a\r\n"], ["a\r"]],
  ["a line of the most bytes", ["1234\n"], ["1234"]],
  ["a line over the bound, and the next", ["12345\na\n"], [null, "a"]],
  ["a long line in many parts", ["123", "456", "789\na\n"], [null, "a"]],
  ["a long last line", ["a\n12", "345"], ["a", null]],
];
for (const [name, parts, expected] of CASES) {
  Deno.test(`readLines() reads ${name}`, async () => assertEquals(await linesOf(parts, 4), expected));
}

Deno.test("readLines() gives the same lines however the bytes arrive", async () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "é"), maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(60), { maxLength: 6 }), async (whole, cuts) => {
      const at = [...cuts, 0, whole.length].sort((one, other) => one - other);
      const parts = at.slice(1).map((end, index) => whole.slice(at[index], end));
      assertEquals(await linesOf(parts), await linesOf([whole]));
    }),
    { seed: 4, numRuns: 200 },
  );
});

Deno.test("readLines() holds nothing of a line that is too long", async () => {
  const report = await inChild(`
    import { readLines } from "./experiments/recovery-v1/vault/mcp_lines.ts";
    let given = 0, most = 0;
    const read = (buffer) => {
      if (given++ === 4_000) return Promise.resolve(null); // 250 MiB of one line
      most = Math.max(most, Deno.memoryUsage().rss);
      return Promise.resolve(buffer.fill(0x61).length);
    };
    const before = Deno.memoryUsage().rss, lines = [];
    for await (const line of readLines(read, { maxBytes: 1_048_576 })) lines.push(line);
    console.log(JSON.stringify([lines, most - before < 100 * 2 ** 20]));
  `);
  assertEquals(report.stdout, "[[null],true]\n", report.stderr);
});
