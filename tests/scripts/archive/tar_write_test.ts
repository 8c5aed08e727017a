import { assertEquals } from "@std/assert/equals";
import { GNU_TAR } from "../../archive_tools.ts";
import { assertCode } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";
import { testWhere } from "../../test_where.ts";
import { sha256Hex } from "../../../kernel/digest.ts";
import { type TarSource, writeTar } from "../../../scripts/archive/tar_write.ts";

const NAMES = [
  "a",
  "b/c.txt",
  "ü/é.json",
  "Z/" + "n".repeat(97),
  "d".repeat(100),
  `${"p".repeat(60)}/${"q".repeat(60)}/file`,
  `${"p".repeat(154)}/${"r".repeat(100)}`,
  `${"s".repeat(30)}/${"t".repeat(90)}/${"u".repeat(9)}`,
];

testWhere(GNU_TAR)("writeTar() gives the bytes of GNU tar", () => {
  inFolder((folder) => {
    const sources = NAMES.map((path, at): TarSource => {
      const text = "x".repeat(at * 311), place = `${folder}/tree/${path}`;
      Deno.mkdirSync(place.slice(0, place.lastIndexOf("/")), { recursive: true });
      Deno.writeTextFileSync(place, text, { mode: at % 2 === 0 ? 0o644 : 0o755 });
      return { path, bytes: text.length, isExecutable: at % 2 === 1, from: place, sha256: sha256Hex(text) };
    });
    const { sha256 } = writeTar(`${folder}/x.tar`, sources.toReversed());
    const encoder = new TextEncoder(),
      sorted = NAMES.toSorted((one, other) => {
        const [a, b] = [encoder.encode(one), encoder.encode(other)],
          at = a.findIndex((byte, place) => byte !== b[place]);
        return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
      });
    Deno.writeTextFileSync(`${folder}/names`, sorted.join("\n") + "\n");
    const words =
      "--format=ustar --mtime=@0 --owner=0 --group=0 --numeric-owner --no-recursion --record-size=512 --mode=u=rwX,go=rX";
    const { success } = new Deno.Command("tar", {
      args: [...words.split(" "), "-cf", `${folder}/y.tar`, "-T", `${folder}/names`],
      cwd: `${folder}/tree`,
    }).outputSync();
    assertEquals([success, sha256Hex(Deno.readFileSync(`${folder}/y.tar`))], [true, sha256]);
  });
});

Deno.test("writeTar() leaves what is there alone", () =>
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/x.tar`, "mine");
    assertCode(() => writeTar(`${folder}/x.tar`, []), "file-exists");
    assertEquals([Deno.readTextFileSync(`${folder}/x.tar`), [...Deno.readDirSync(folder)].length], ["mine", 1]);
  }));

Deno.test("writeTar() leaves nothing when a file is another than it was", () =>
  inFolder((folder) => {
    Deno.mkdirSync(`${folder}/out`);
    for (const text of ["four", "fives", "six"]) {
      Deno.writeTextFileSync(`${folder}/f`, text);
      const source = { path: "f", bytes: 4, isExecutable: false, from: `${folder}/f`, sha256: sha256Hex("FOUR") };
      assertCode(() => writeTar(`${folder}/out/x.tar`, [source]), "file-changed");
    }
    assertEquals([...Deno.readDirSync(`${folder}/out`)], []);
  }));
