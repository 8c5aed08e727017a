import { assertEquals } from "@std/assert/equals";
import { basename } from "node:path";
import { listResults, listSignatures, signaturePlace } from "../../../scripts/signing/signature_files.ts";
import { assertCode } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";

function touch(folder: string, names: readonly string[]): void {
  Deno.mkdirSync(folder, { recursive: true });
  for (const name of names) Deno.writeTextFileSync(`${folder}/${name}`, "");
}

Deno.test("signaturePlace() puts a manifest's signature into results, any other beside its file", () => {
  assertEquals(signaturePlace({ kind: "experiment", folder: "/e" }, ".sig"), "/e/results/manifest.json.sig");
  assertEquals(signaturePlace({ kind: "file", path: "/d/a.tar" }, ".tsr"), "/d/a.tar.tsr");
});

Deno.test("listSignatures() lists an experiment's by name, each with what it is of", () =>
  inFolder((folder) => {
    touch(folder, ["manifest.json"]);
    touch(`${folder}/results`, [
      ...["r.json", "r.json.sig", "r.json.bob.sig", "manifest.json.tsr", "manifest.json.sig", "gone.json.sig"],
      ...["r.json.sigstore.json", "r.json.sigstore.json.tsr", "notes.txt", "manifest.json.a.b.sig"],
    ]);
    const listed = listSignatures({ kind: "experiment", folder });
    assertEquals(listed.map(({ at, kind, target }) => [at, kind, target && basename(target)]), [
      ["results/gone.json.sig", "ssh", null],
      ["results/manifest.json.a.b.sig", "ssh", null],
      ["results/manifest.json.sig", "ssh", "manifest.json"],
      ["results/manifest.json.tsr", "rfc3161", "manifest.json"],
      ["results/r.json.bob.sig", "ssh", "r.json"],
      ["results/r.json.sig", "ssh", "r.json"],
      ["results/r.json.sigstore.json", "dsse", "r.json"],
      ["results/r.json.sigstore.json.tsr", "rfc3161", "r.json.sigstore.json"],
    ]);
    assertEquals(listResults({ kind: "experiment", folder }).map(({ at }) => at), ["results/r.json"]);
  }));

Deno.test("listSignatures() lists nothing when there is no folder of results, or a link in its place", () =>
  inFolder((folder) => {
    touch(`${folder}/elsewhere`, ["manifest.json.sig"]);
    touch(`${folder}/e`, ["manifest.json"]);
    assertEquals(listSignatures({ kind: "experiment", folder: `${folder}/e` }), []);
    Deno.symlinkSync("../elsewhere", `${folder}/e/results`);
    assertEquals(listSignatures({ kind: "experiment", folder: `${folder}/e` }), []);
    assertEquals(listResults({ kind: "experiment", folder: `${folder}/e` }), []);
  }));

Deno.test("listSignatures() throws tree-too-large beyond a thousand", () =>
  inFolder((folder) => {
    touch(folder, ["manifest.json"]);
    touch(`${folder}/results`, Array.from({ length: 1_001 }, (_, index) => `manifest.json.${index}.sig`));
    assertCode(() => listSignatures({ kind: "experiment", folder }), "tree-too-large");
  }));
