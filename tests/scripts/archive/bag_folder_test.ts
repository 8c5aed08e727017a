import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { assertCode } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";
import { testWhere } from "../../test_where.ts";
import { sha256File, sha256Hex } from "../../../kernel/digest.ts";
import { walkTree } from "../../../kernel/tree_walk.ts";
import { checkBagFolder } from "../../../scripts/archive/bag_folder.ts";
import expected from "../../../fixtures/bagit/expected.json" with { type: "json" };
import { GNU_SHA256SUM } from "../../archive_tools.ts";

const FIXTURES = new URL("../../../fixtures/bagit/", import.meta.url).pathname;
type Fault = { readonly refused?: string; readonly findings?: readonly string[] };

function check(folder: string): string[] {
  const files = walkTree(folder).map(({ path }) => ({ path, ...sha256File(`${folder}/${path}`) }));
  return checkBagFolder(folder, files).map(({ code, at }) => `${code} ${at}`);
}

Deno.test("checkBagFolder() has an expectation for each fixture, and a fixture for each", () => {
  for (const [kind, names] of Object.entries({ valid: expected.valid, invalid: Object.keys(expected.invalid) })) {
    assertEquals([...Deno.readDirSync(FIXTURES + kind)].map(({ name }) => name).sort(), names.toSorted());
  }
});

for (const name of expected.valid) {
  Deno.test(`checkBagFolder() finds nothing in ${name}`, () => assertEquals(check(`${FIXTURES}valid/${name}`), []));

  const sums = ["manifest-sha256.txt", "tagmanifest-sha256.txt"].filter((manifest) => {
    const text = readText(`${FIXTURES}valid/${name}/${manifest}`);
    return text !== "" && !/\r|\t/.test(text); // sha256sum knows line feeds and blanks only, and wants a line
  });
  for (const manifest of sums) {
    testWhere(GNU_SHA256SUM)(`checkBagFolder() agrees with sha256sum on the ${manifest} of ${name}`, () => {
      const { code, stderr } = new Deno.Command("sha256sum", {
        args: ["-c", "--strict", "--quiet", manifest],
        cwd: `${FIXTURES}valid/${name}`,
      }).outputSync();
      assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
    });
  }
}

for (const [name, fault] of Object.entries<Fault>(expected.invalid)) {
  const folder = `${FIXTURES}invalid/${name}`;
  if (fault.refused !== undefined) {
    Deno.test(`checkBagFolder() refuses ${name} at ${fault.refused}`, () => {
      assertCode(() => check(folder), "archive-invalid", fault.refused);
    });
  } else {
    Deno.test(`checkBagFolder() finds ${name}`, () => assertEquals(check(folder), [...fault.findings ?? []]));
  }
}

Deno.test("checkBagFolder() sees any byte that changes in a payload file or a tag file of a valid bag", () => {
  for (const name of ["0.93-md5-package-info", "1.0-four-digests"]) {
    inFolder((folder) => {
      new Deno.Command("cp", { args: ["-r", `${FIXTURES}valid/${name}`, `${folder}/bag`] }).outputSync();
      for (const { path } of walkTree(`${folder}/bag`)) {
        const place = `${folder}/bag/${path}`, bytes = Deno.readFileSync(place);
        for (let at = 0; at < bytes.length; at += path.startsWith("tagmanifest-") ? 13 : 29) {
          bytes[at]! ^= 1;
          Deno.writeFileSync(place, bytes);
          assert(isSeen(`${folder}/bag`), `${name}, ${path}, byte ${at}`);
          bytes[at]! ^= 1;
        }
        Deno.writeFileSync(place, bytes);
      }
      assertEquals(check(`${folder}/bag`), []);
    });
  }
});

Deno.test("checkBagFolder() leaves tag files alone that it does not read, however large", () =>
  inFolder((folder) => {
    const texts: Record<string, string> = {
      "bagit.txt": "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
      "manifest-sha256.txt": "",
      "large.txt": " ".repeat(20_000_000),
    };
    const tags = Object.entries(texts).map(([path, text]) => `${sha256Hex(text)}  ${path}\n`).join("");
    for (const [path, text] of Object.entries({ ...texts, "tagmanifest-sha256.txt": tags })) {
      Deno.writeTextFileSync(`${folder}/${path}`, text);
    }
    assertEquals(check(folder), []);
    Deno.writeTextFileSync(`${folder}/bag-info.txt`, " ".repeat(20_000_000));
    assertCode(() => check(folder), "file-too-large", "bag-info.txt");
  }));

function isSeen(folder: string): boolean {
  try {
    return check(folder).length > 0;
  } catch {
    return true;
  }
}

function readText(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return ""; // the bag has none
  }
}
