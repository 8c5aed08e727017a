import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { type Finding, FINDING_CODES, type FindingCode } from "../../../kernel/finding.ts";
import { counted, findingsText, moreText } from "../../../scripts/cli/findings_text.ts";
import { memoryIo, wideLines } from "../../cli_io.ts";

const DIGESTS = ["0123456789abcdef".repeat(4), "fedcba9876543210".repeat(4)];

for (const code of Object.keys(FINDING_CODES) as FindingCode[]) {
  Deno.test(`findingsText() has words for ${code}, in 80 columns whatever its length`, () => {
    const foreign = "\x1b[31m\n" + "wide 漢 ".repeat(40);
    const finding: Finding = { code, at: foreign, expected: { text: foreign }, observed: foreign };
    const text = findingsText([finding], memoryIo().io);
    assertEquals(wideLines(text.replaceAll("漢", "xx")), []);
    assert(!text.includes("\x1b") && text.includes(`[${code}]`), text);
  });
}

Deno.test("findingsText() shows both sides, with digests shortened", () => {
  const [a, b] = DIGESTS;
  const finding: Finding = { code: "changed", at: "run.ts", expected: { sha256: a! }, observed: { sha256: b! } };
  assertEquals(
    findingsText([finding], memoryIo().io),
    '✗ run.ts has changed [changed]\n    expected {"sha256":"0123456789ab…"}\n    observed {"sha256":"fedcba987654…"}\n',
  );
});

Deno.test("findingsText() counts attempts instead of comparing them", () => {
  const found = [1, 3].map((observed): Finding => ({ code: "violation", at: "env:A", expected: null, observed }));
  const one = "✗ env:A was attempted and is not declared [violation]\n";
  assertEquals(findingsText(found, memoryIo().io), `${one}    once\n${one}    3 times\n`);
});

Deno.test("findingsText() says how many it leaves out", () => {
  const found = Array.from({ length: 53 }, (): Finding => ({ code: "extra", at: "x", expected: null, observed: null }));
  assert(findingsText(found, memoryIo().io).endsWith("\n  and 3 more (--json lists all)\n"));
});

Deno.test("findingsText() is empty when nothing was found", () => assertEquals(findingsText([], memoryIo().io), ""));

Deno.test("moreText() is empty when nothing is left out", () => assertEquals([moreText(0), moreText(-3)], ["", ""]));

Deno.test("counted() has the plural where it needs one", () => {
  assertEquals([counted(0, "file"), counted(1, "file"), counted(2, "file")], ["0 files", "1 file", "2 files"]);
});
