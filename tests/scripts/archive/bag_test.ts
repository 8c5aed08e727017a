import { assertEquals } from "@std/assert/equals";
import { bagInfoText, BAGIT_TXT, manifestText } from "../../../scripts/archive/bag.ts";
import { bagVersion, readBagInfo, readManifests } from "../../../scripts/archive/bag_tags.ts";

const files = ["\u{1f600}", "\uffee", "b/c", "b", "Z", "a"].map((path, at) => ({
  ...{ path: `data/${path}`, bytes: at, sha256: String(at).repeat(64) },
}));

Deno.test("manifestText() orders paths by their bytes, and is read back", () => {
  const text = manifestText(files);
  assertEquals(text.match(/[^/ \n]+$/gm), ["Z", "a", "b", "c", "\uffee", "\u{1f600}"]);
  const [manifest] = readManifests(new Map([["manifest-sha256.txt", manifestText(files.slice(0, 3))]]));
  assertEquals(manifest?.listed.get("data/b/c"), "2".repeat(64));
});

Deno.test("bagInfoText() gives the sum and the number of payload files, and no date where there is none", () => {
  const info = { date: "2026-12-01", payload: files, agent: "test", identifier: "sha256:x" };
  const entries = (text: string) => readBagInfo(new Map([["bag-info.txt", text]]), "1.0").entries;
  const rest = [["Bag-Software-Agent", "test"], ["External-Identifier", "sha256:x"], ["Payload-Oxum", "15.6"]];
  assertEquals(entries(bagInfoText(info)), [["Bagging-Date", "2026-12-01"], ...rest] as [string, string][]);
  assertEquals(entries(bagInfoText({ ...info, date: null })), rest as [string, string][]);
});

Deno.test("BAGIT_TXT declares version 1.0", () => assertEquals(bagVersion(new Map([["bagit.txt", BAGIT_TXT]])), "1.0"));
