import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { sha256Hex } from "../../../kernel/digest.ts";
import { bundleText } from "../../../scripts/bundle/loader.ts";
import type { BundleParts } from "../../../scripts/bundle/parts.ts";
import { inFolder } from "../../in_folder.ts";
import { bundleSmall, runText, testBundle } from "./bundle_process.ts";

const BLOCK = { decision: [{ id: "two", at: "/summary/count", equals: 2 }] };

function partsOf(text: string): BundleParts {
  return JSON.parse(/^const parts = (.*);$/m.exec(text)![1]!);
}

testBundle("bundleText() writes what starts with the identity and holds each part once", async () => {
  await inFolder(async (folder) => {
    const text = await bundleSmall(folder), parts = partsOf(text);
    assertEquals(bundleText(parts), text);
    assertEquals(sha256Hex(parts.manifest), parts.manifestSha256);
    assert(text.startsWith(`// small in one file, made by permafrost bundle. Manifest ${parts.manifestSha256}.\n`));
  });
});

const EDITS: readonly [string, (parts: BundleParts) => Partial<BundleParts>][] = [
  ["the code", ({ code }) => ({ code: code.replace("count: 2", "count: 3") })],
  ["the protocol", ({ files }) => ({ files: files.map((file) => ({ ...file, text: "{}" })) })],
  ["a file", ({ files }) => ({ files: files.slice(1) })],
  ["the manifest", ({ manifest }) => ({ manifest: manifest.replace("frozen", "Frozen") })],
  ["the identity", () => ({ manifestSha256: "0".repeat(64) })],
  ["the runner", ({ runner }) => ({ runner: `${runner}\n` })],
];
for (const [what, edit] of EDITS) {
  testBundle(`bundleText() gives a file that refuses to run when ${what} was edited`, async () => {
    await inFolder(async (folder) => {
      const text = await bundleSmall(folder, { block: BLOCK }), parts = partsOf(text);
      const edited = text.replace(
        /^const parts = .*$/m,
        () => `const parts = ${JSON.stringify({ ...parts, ...edit(parts) })};`,
      );
      assert(edited !== text);
      const { code, out, err } = await runText(folder, { text: edited });
      assertEquals([code, out, /edited since it was made.*\[changed\]/.test(err)], [1, "", true], err);
    });
  });
}

for (const [what, edit] of EDITS.slice(1, 5)) {
  testBundle(`bundleText() gives a file that refuses to run when ${what} was edited and sealed anew`, async () => {
    await inFolder(async (folder) => {
      const parts = partsOf(await bundleSmall(folder, { block: BLOCK }));
      const { code, out, err } = await runText(folder, { text: bundleText({ ...parts, ...edit(parts) }) });
      assertEquals([code, out, /parts are not as its manifest says.*\[changed\]/.test(err)], [1, "", true], err);
    });
  });
}

testBundle("bundleText() gives a file that never runs otherwise when any one byte is changed", async () => {
  await inFolder(async (folder) => {
    const bytes = new TextEncoder().encode(await bundleSmall(folder, { block: BLOCK }));
    const run = (text: string) => runText(folder, { text, words: ["--json"] });
    const right = await run(new TextDecoder().decode(bytes));
    assertEquals(right.code, 0);
    // Half of the places lie in the parts, half in the lines around them, of which there are few bytes.
    const around = [...bytes.keys()].filter((at) => at < 400 || at > bytes.length - 1_100);
    const place = fc.oneof(fc.nat(bytes.length - 1), fc.constantFrom(...around));
    const property = fc.asyncProperty(place, fc.integer({ min: 1, max: 127 }), async (at, flip) => {
      const edited = bytes.slice();
      edited[at]! ^= flip;
      const { code, out } = await run(new TextDecoder().decode(edited));
      assert(out === right.out || (code !== 0 && out === ""), `byte ${at} changed by ${flip}: ${code} ${out}`);
    });
    await fc.assert(property, { seed: 6, numRuns: 60 });
  });
});
