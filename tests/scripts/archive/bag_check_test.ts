import { assertEquals } from "@std/assert/equals";
import { assertCode } from "../../assert_code.ts";
import { sha256Hex } from "../../../kernel/digest.ts";
import { BAGIT_TXT, manifestText } from "../../../scripts/archive/bag.ts";
import { checkBag } from "../../../scripts/archive/bag_check.ts";

const listOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => ({ path, bytes: text.length, sha256: sha256Hex(text) }));

/** A bag of texts with its tag manifest, and more tag files that are not in it. */
function bag(payload: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) {
  const tags = { "bagit.txt": BAGIT_TXT, "manifest-sha256.txt": manifestText(listOf(payload)) };
  const all = { ...tags, "tagmanifest-sha256.txt": manifestText(listOf(tags)), ...more };
  return { files: listOf({ ...payload, ...all }), tags: new Map(Object.entries(all)) };
}

Deno.test("checkBag() asks for a digest only where a manifest is in another than SHA-256, and of files that are there", () => {
  const asked: string[] = [];
  const digest = (path: string, algorithm: string): string => (asked.push(`${algorithm} ${path}`), "0".repeat(32));
  const plain = bag({ "data/a": "a" });
  assertEquals([checkBag(plain.files, plain.tags, { digest }), asked], [[], []]);
  const { files, tags } = bag({ "data/a": "a" }, {
    "manifest-md5.txt": `${"0".repeat(32)}  data/a\n${"0".repeat(32)}  data/b\n`,
  });
  const found = checkBag(files, tags, { digest }).map(({ code, at }) => `${code} ${at}`);
  assertEquals([found.toSorted(), asked], [["extra manifest-md5.txt", "missing data/b"], ["md5 data/a"]]);
});

Deno.test("checkBag() gives what was expected and what was found, each file once", () => {
  const { files, tags } = bag({ "data/a": "a" }, { "manifest-md5.txt": `${"1".repeat(32)}  data/a\n` });
  const changed = files.map((file) => file.path === "data/a" ? { ...file, sha256: "2".repeat(64) } : file);
  const findings = checkBag(changed, tags, { digest: () => "3".repeat(32) }).filter(({ at }) => at === "data/a");
  assertEquals(findings, [{ code: "changed", at: "data/a", expected: sha256Hex("a"), observed: "2".repeat(64) }]);
});

Deno.test("checkBag() refuses fetch.txt before it looks at anything else", () => {
  const { files, tags } = bag({ "data/a": "a" }, { "fetch.txt": "", "manifest-x.txt": "" });
  assertCode(() => checkBag(files, tags, { digest: () => "" }), "archive-invalid", "fetch.txt");
});
