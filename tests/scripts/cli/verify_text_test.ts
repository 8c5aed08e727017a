import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { PermafrostError } from "../../../kernel/error.ts";
import type { Finding } from "../../../kernel/finding.ts";
import { verify, type VerifyReport } from "../../../kernel/reproduce.ts";
import { verifyText } from "../../../scripts/cli/verify_text.ts";
import { isObeyed, memoryIo, runCli, wideLines, withoutNote } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";
import { makeSmall } from "../../small_experiment.ts";

const FOREIGN = "\x1b[31m\x9b\u202e\nHOLDS: all " + "w".repeat(200);

for (const hasColor of [true, false]) {
  Deno.test(`verifyText() shows fence-v1 in 21 lines of 79 columns ${hasColor ? "with" : "without"} colours`, async () => {
    const err = withoutNote((await runCli(["verify", "fence-v1"], { hasColor })).err);
    assertEquals(wideLines(err), []);
    assert(err.split("\n").length - 1 <= 21, err);
    assertEquals(err.includes("\x1b["), hasColor);
    for (
      const part of ["singleFence", "falseAccepts", "prohibited-rejected", "7 of 7", "agreed 49", "Attempted", "Result"]
    ) {
      assert(err.includes(part), part);
    }
  });
}

/** A report of a real run, with parts of it replaced. */
async function makeReport(parts: Partial<VerifyReport>): Promise<VerifyReport> {
  return await inFolder(async (folder) => {
    const report = await verify(makeSmall(`${folder}/small`, { block: { decision: [] } }));
    return { ...report, ...parts };
  });
}

Deno.test("verifyText() keeps every foreign text printable and within its line", async () => {
  const base = await makeReport({});
  const result = structuredClone(base.result!);
  const attempt = { kind: "env", value: FOREIGN, count: 2, declared: false };
  const criterion = { id: FOREIGN, at: "/summary/x", expected: { equals: FOREIGN }, observed: FOREIGN, met: false };
  const bad = {
    ...result,
    summary: { [FOREIGN]: { [FOREIGN]: FOREIGN }, other: FOREIGN },
    decision: { met: false, criteria: [criterion, criterion] },
  };
  const finding: Finding = { code: "difference", at: FOREIGN, expected: FOREIGN, observed: [FOREIGN] };
  const { declaration } = base;
  const permissions = { read: [FOREIGN], write: [FOREIGN], net: [FOREIGN], run: [FOREIGN], env: [FOREIGN] };
  const failure = new PermafrostError("child-crash", FOREIGN.slice(0, 30));
  for (const report of [{ result: bad, failure: null }, { result: null, failure }]) {
    const text = verifyText({
      ...base,
      ...report,
      holds: false,
      findings: [finding],
      attempted: Array.from({ length: 9 }, () => attempt),
      declaration: { ...declaration!, permissions },
    }, { io: memoryIo().io, place: FOREIGN.slice(0, 20) });
    assertEquals(wideLines(text), []);
    assert(!isObeyed(text) && !/^HOLDS/m.test(text), text);
    assert(text.includes("and 3 more"), text);
  }
});

Deno.test("verifyText() says that there are no criteria when the protocol has none", async () => {
  const text = verifyText(await makeReport({}), { io: memoryIo().io, place: null });
  assert(text.includes("HOLDS: there are no criteria"), text);
});

Deno.test("verifyText() shows a report whose declaration could not be read", async () => {
  const finding = { code: "changed", at: "protocol.json", expected: "a", observed: "b" } as const;
  const report = await makeReport({ result: null, declaration: null, findings: [finding], holds: false });
  const text = verifyText(report, { io: memoryIo().io, place: null });
  assert(
    /✗ protocol\.json has changed/.test(text) && text.endsWith("DOES NOT HOLD: 1 finding, so there is no result\n"),
    text,
  );
});
