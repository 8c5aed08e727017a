import { assertEquals } from "@std/assert/equals";
import { sha256Hex } from "../../../kernel/digest.ts";
import type { BundleParts, CarriedFile } from "../../../scripts/bundle/parts.ts";
import { checkParts } from "../../../scripts/bundle/parts_check.ts";
import { assertCode } from "../../assert_code.ts";

const FILES: readonly CarriedFile[] = [{ path: "a", text: "one" }, { path: "b/c", base64: btoa("\xff") }];

function partsOf(changes: Partial<BundleParts> = {}): BundleParts {
  const listed = [
    { bytes: 3, path: "a", sha256: sha256Hex("one") },
    { bytes: 1, path: "b/c", sha256: sha256Hex(Uint8Array.of(255)) },
  ];
  const manifest = JSON.stringify({ files: listed, id: "x" });
  const rest = { modules: [], code: "", madeBy: "2.9.6", clockUrl: null, runner: "" };
  return {
    format: "permafrost/bundle@1",
    id: "x",
    manifestSha256: sha256Hex(manifest),
    manifest,
    files: FILES,
    ...rest,
    ...changes,
  };
}

const [first, second] = FILES as [CarriedFile, CarriedFile];
const CASES: readonly [string, Partial<BundleParts>, [string, string][]][] = [
  ["all is as listed", {}, []],
  ["a text has other bytes", { files: [{ path: "a", text: "two" }, second] }, [["changed", "a"]]],
  ["a file is longer", { files: [{ path: "a", text: "one\n" }, second] }, [["changed", "a"]]],
  ["bytes that are no text differ", { files: [first, { path: "b/c", base64: "/g==" }] }, [["changed", "b/c"]]],
  ["a file is not there", { files: [second] }, [["missing", "a"]]],
  ["a file is not listed", { files: [...FILES, { path: "d", text: "" }] }, [["extra", "d"]]],
  ["a file has another name", { files: [{ path: "A", text: "one" }, second] }, [["extra", "A"], ["missing", "a"]]],
  ["it bears another id", { id: "y" }, [["identity", "manifest.json"]]],
  ["it names another manifest", { manifestSha256: "0".repeat(64) }, [["identity", "manifest.json"]]],
  ["the manifest lists nothing", { manifest: "{}" }, [["extra", "a"], ["extra", "b/c"], ["identity", "manifest.json"]]],
  ["the manifest is a list", { manifest: "[]" }, [["extra", "a"], ["extra", "b/c"], ["identity", "manifest.json"]]],
];
for (const [what, changes, expected] of CASES) {
  Deno.test(`checkParts() says what differs when ${what}`, () => {
    assertEquals(checkParts(partsOf(changes)).map(({ code, at }) => [code, at]), expected);
  });
}

Deno.test("checkParts() cannot tell when the manifest is not JSON", () => {
  assertCode(() => checkParts(partsOf({ manifest: "{" })), "json-syntax");
});
