import { assertEquals } from "@std/assert/equals";
import { assertCode } from "../../assert_code.ts";
import { sha256Hex } from "../../../kernel/digest.ts";
import { bagInfoText, BAGIT_TXT, checkBag, manifestText } from "../../../scripts/archive/bag.ts";

type Texts = Readonly<Record<string, string>>;

const PAYLOAD: Texts = { "data/a.txt": "a", "data/b/c.txt": "see" };
const listOf = (texts: Texts) =>
  Object.entries(texts).map(([path, text]) => ({
    path,
    bytes: new TextEncoder().encode(text).length,
    sha256: sha256Hex(text),
  }));
const lines = (texts: Texts): string => manifestText(listOf(texts));

/** A bag that is right, with changes; null takes a file away. The tag manifest is made last, unless it is given. */
function bag(
  changes: Readonly<Record<string, string | null>> = {},
): { files: ReturnType<typeof listOf>; tags: Map<string, string> } {
  const texts: Record<string, string | null> = {
    ...PAYLOAD,
    "bagit.txt": BAGIT_TXT,
    "bag-info.txt": bagInfoText({ date: "2026-12-01", agent: "test", identifier: "x", payload: listOf(PAYLOAD) }),
    "manifest-sha256.txt": lines(PAYLOAD),
    ...changes,
  };
  const kept = Object.fromEntries(Object.entries(texts).filter((each): each is [string, string] => each[1] !== null));
  const tags = Object.fromEntries(
    Object.entries(kept).filter(([path]) => !path.startsWith("data/") && !path.startsWith("tagmanifest")),
  );
  if (!Object.hasOwn(changes, "tagmanifest-sha256.txt")) kept["tagmanifest-sha256.txt"] = lines(tags);
  return { files: listOf(kept), tags: new Map(Object.entries(kept).filter(([path]) => !path.includes("/"))) };
}

const check = (changes?: Readonly<Record<string, string | null>>) => {
  const { files, tags } = bag(changes);
  return checkBag(files, tags).map(({ code, at }) => `${code} ${at}`);
};

Deno.test("checkBag() finds nothing in a bag as it is written", () => assertEquals(check(), []));

for (const version of ["0.93", "0.94", "0.95", "0.96", "0.97", "1.0"]) {
  Deno.test(`checkBag() reads version ${version}`, () => {
    assertEquals(check({ "bagit.txt": `BagIt-Version: ${version}\nTag-File-Character-Encoding: UTF-8\n` }), []);
  });
}

const [lineA = "", lineC = ""] = lines(PAYLOAD).split("\n");
const VALID: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  "line ends of Windows": { "manifest-sha256.txt": `${lineA}\r\n${lineC}\r\n` },
  "no line end at the end": { "manifest-sha256.txt": `${lineA}\n${lineC}` },
  "digests in capitals": { "manifest-sha256.txt": `${lineA.slice(0, 64).toUpperCase()}${lineA.slice(64)}\n${lineC}\n` },
  "one blank and an asterisk": { "manifest-sha256.txt": `${lineA.replace("  ", " *")}\n${lineC}\n` },
  "paths that start with ./": { "manifest-sha256.txt": `${lineA.replace("  ", "  ./")}\n${lineC}\n` },
  "no bag-info.txt": { "bag-info.txt": null },
};
for (const [name, changes] of Object.entries(VALID)) {
  Deno.test(`checkBag() takes ${name}`, () => assertEquals(check(changes), []));
}

const INFO = "Payload-Oxum: ";
const INVALID: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  "no declaration": { "bagit.txt": null },
  "a version that is not known": { "bagit.txt": "BagIt-Version: 2.0\nTag-File-Character-Encoding: UTF-8\n" },
  "another encoding": { "bagit.txt": "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-16\n" },
  "a byte order mark": { "bagit.txt": `\ufeff${BAGIT_TXT}` },
  "no manifest": { "manifest-sha256.txt": null },
  "a manifest of MD5 only": { "manifest-sha256.txt": null, "manifest-md5.txt": "x" },
  "a line without a path": { "manifest-sha256.txt": `${"0".repeat(64)}\n` },
  "a short digest": { "manifest-sha256.txt": `abc  data/a.txt\n${lineC}\n` },
  "a path outside": { "manifest-sha256.txt": `${lineA}\n${lineC}\n${"0".repeat(64)}  data/../../x\n` },
  "an absolute path": { "manifest-sha256.txt": `${lineA}\n${lineC}\n${"0".repeat(64)}  /etc/passwd\n` },
  "a path in a home": { "manifest-sha256.txt": `${lineA}\n${lineC}\n${"0".repeat(64)}  ~/x\n` },
  "a tag file among the payload": { "manifest-sha256.txt": `${lineA}\n${lineC}\n${"0".repeat(64)}  bagit.txt\n` },
  "a path twice": { "manifest-sha256.txt": `${lineA}\n${lineA}\n${lineC}\n` },
  "fetch.txt": { "fetch.txt": "http://example.org/x 1 data/x\n" },
  "an Oxum of other bytes": { "bag-info.txt": `${INFO}5.2\n` },
  "an Oxum of other files": { "bag-info.txt": `${INFO}4.3\n` },
};
for (const [name, changes] of Object.entries(INVALID)) {
  Deno.test(`checkBag() refuses ${name}`, () => assertCode(() => check(changes), "archive-invalid"));
}

const FOUND: Readonly<Record<string, readonly [Readonly<Record<string, string | null>>, readonly string[]]>> = {
  "a changed payload file": [{ "data/a.txt": "b" }, ["changed data/a.txt"]],
  "a missing payload file": [{ "data/b/c.txt": null, "bag-info.txt": null }, ["missing data/b/c.txt"]],
  "an extra payload file": [{ "data/d": "x", "bag-info.txt": null }, ["extra data/d"]],
  "a missing tag manifest": [{ "tagmanifest-sha256.txt": null }, ["missing tagmanifest-sha256.txt"]],
  "a changed tag file": [
    {
      "tagmanifest-sha256.txt": lines({
        "bagit.txt": "?",
        "bag-info.txt": bag().tags.get("bag-info.txt")!,
        "manifest-sha256.txt": lines(PAYLOAD),
      }),
    },
    ["changed bagit.txt"],
  ],
  "a tag file that is not listed": [
    { "notes.txt": "x", "tagmanifest-sha256.txt": bag().tags.get("tagmanifest-sha256.txt")! },
    ["extra notes.txt"],
  ],
};
for (const [name, [changes, findings]] of Object.entries(FOUND)) {
  Deno.test(`checkBag() finds ${name}`, () => assertEquals(check(changes), findings));
}
