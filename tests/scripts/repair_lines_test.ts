import { assertEquals } from "@std/assert/equals";
import { dispositionOf, REPAIR_STATUSES } from "../../experiments/repair-v1/evaluate.ts";
import { repairLines } from "../../scripts/repair_lines.ts";
import { collect, streamOf } from "../line_stream.ts";

async function run(text: string) {
  return await collect(repairLines(streamOf(text)));
}

const [GOOD, BAD] = [{ code: "K7", valid: true }, { code: "K7", valid: false }];
const NONE = Object.fromEntries(REPAIR_STATUSES.map((status) => [status, 0]));

for (
  const [name, ledger, status, attemptsUsed] of [
    ["a second attempt that fixes the format", { verifiedCode: "K7", attempts: [BAD, GOOD] }, "complete", 2],
    ["a changed code", { verifiedCode: "K7", attempts: [{ code: "K9", valid: true }] }, "fact-changed", 1],
    ["no verified code", { attempts: [GOOD] }, "missing-code-evidence", 0],
    [
      "a label that is text",
      { verifiedCode: "K7", attempts: [{ code: "K7", valid: "false" }] },
      "invalid-format-label",
      1,
    ],
    ["a third attempt", { verifiedCode: "K7", attempts: [BAD, BAD, GOOD] }, "stopped", 2],
    ["no attempts", { verifiedCode: "K7", attempts: [] }, "needs-next-attempt", 0],
    ["10,000 attempts", { verifiedCode: "K7", attempts: Array.from({ length: 10_000 }, () => BAD) }, "stopped", 2],
  ] as const
) {
  Deno.test(`repairLines() writes status, attempts and disposition for ${name}`, async () => {
    const { text, end } = await run(JSON.stringify(ledger) + "\n");
    assertEquals(text, `${JSON.stringify({ status, attemptsUsed, disposition: dispositionOf(status) })}\n`);
    assertEquals(end, { lines: 1, bad: 0, statuses: { ...NONE, [status]: 1 } as typeof end.statuses });
  });
}

for (
  const [line, code] of [
    ['{"verifiedCode":"K7","attempts":[],"attempts":[]}', "json-duplicate-key"],
    ['{"verifiedCode":"\\ud800","attempts":[]}', "json-lone-surrogate"],
    ['{"verifiedCode":"K7","attempts":[{"code":"K7","valid":9007199254740993}]}', "json-number-range"],
    ['{"verifiedCode":"K7","attempts":{}}', "record-invalid"],
    ['{"verifiedCode":"K7","attempts":[7]}', "record-invalid"],
    ['{"verifiedCode":"K7","__proto__":{"attempts":[]}}', "record-invalid"],
    ["7", "record-invalid"],
    ["", "json-empty"],
  ] as const
) {
  Deno.test(`repairLines() puts ${code} in the place of ${line}`, async () => {
    const { lines, end } = await run(`${line}\n${JSON.stringify({ verifiedCode: "K7", attempts: [GOOD] })}`);
    assertEquals(JSON.parse(lines[0] ?? "").error.code, code);
    assertEquals([lines.length, end.lines, end.bad, end.statuses.complete], [2, 2, 1, 1]);
  });
}

for (
  const [name, text] of [
    ["a whole cases document", JSON.stringify({ cases: [{ id: "a", input: {} }] })],
    ["a whole case", JSON.stringify({ id: "a", input: { verifiedCode: "K7", attempts: [] } })],
    ["a list of ledgers", JSON.stringify([{ verifiedCode: "K7", attempts: [] }])],
    ["a document over several lines", JSON.stringify({ cases: [] }, null, 1)],
  ] as const
) {
  Deno.test(`repairLines() tells what to give instead of ${name}`, async () => {
    const { lines: [line = ""] } = await run(text);
    assertEquals(/; give one ledger a line, /.test(JSON.parse(line).error.message), true, line);
  });
}
