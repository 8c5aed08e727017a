/** The text of a bundle: the parts, their seal, and the few lines that hold one against the other. @module */
import { sha256Hex } from "../../kernel/digest.ts";
import type { BundleParts } from "./parts.ts";

/** Runs once the parts are known to be whole; what it imports is text that was hashed, never a file. */
const LOADER = `
const sealed = new TextEncoder().encode(JSON.stringify(parts));
const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", sealed));
const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
if (found !== seal) {
  console.error("error: Cannot run this bundle: it was edited since it was made; get it again [changed]");
  Deno.exit(1);
}
const load = (text) => {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return import("data:text/javascript;base64," + btoa(binary));
};
await (await load(parts.runner)).runBundle(parts, { load, exit: Deno.exit });
`;

/** Writes a bundle. Its seal is the SHA-256 of the parts as JSON, so any change of what they say is seen; it guards
 * against damage and careless edits, not against someone who makes a new seal: for that, compare the file's digest. */
export function bundleText(parts: BundleParts): string {
  const json = JSON.stringify(parts);
  const { id, manifestSha256 } = parts;
  return `// ${id} in one file, made by permafrost bundle. Manifest ${manifestSha256}.\n` +
    "// It checks itself and then runs; --check only checks, --json prints one value, --help says more.\n" +
    `const parts = ${json};\nconst seal = ${JSON.stringify(sha256Hex(json))};${LOADER}`;
}
