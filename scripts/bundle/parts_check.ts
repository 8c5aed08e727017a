/** Whether the parts of a bundle are those that the manifest in it lists. @module */
import { sha256Hex } from "../../kernel/digest.ts";
import { type Finding, sortFindings } from "../../kernel/finding.ts";
import { parseStrict } from "../../kernel/json_decode.ts";
import { isJsonObject, type JsonValue } from "../../kernel/json_value.ts";
import { type BundleParts, carriedBytes } from "./parts.ts";

/** Compares the carried files with the carried manifest, and the manifest with the identity that the bundle names.
 * Findings as for a folder: `missing`, `changed`, `extra`, `identity`; sorted.
 * @throws {PermafrostError} json-* where the manifest is not JSON. */
export function checkParts(parts: BundleParts): Finding[] {
  const findings: Finding[] = [];
  const manifestSha256 = sha256Hex(parts.manifest);
  const manifest = parseStrict(parts.manifest), { id = null, files = [] } = isJsonObject(manifest) ? manifest : {};
  if (manifestSha256 !== parts.manifestSha256 || id !== parts.id) {
    const [expected, observed] = [{ id: parts.id, manifestSha256: parts.manifestSha256 }, { id, manifestSha256 }];
    findings.push({ code: "identity", at: "manifest.json", expected, observed });
  }
  const carried = new Map(parts.files.map((file) => {
    const bytes = carriedBytes(file);
    return [file.path, { bytes: bytes.length, sha256: sha256Hex(bytes) }];
  }));
  for (const entry of Array.isArray(files) ? files : []) {
    const { path = null, bytes = null, sha256 = null } = isJsonObject(entry) ? entry : {};
    const at = String(path), expected: JsonValue = { bytes, sha256 }, observed = carried.get(at) ?? null;
    carried.delete(at);
    if (observed === null) findings.push({ code: "missing", at, expected, observed });
    else if (observed.bytes !== bytes || observed.sha256 !== sha256) {
      findings.push({ code: "changed", at, expected, observed });
    }
  }
  for (const [at, observed] of carried) findings.push({ code: "extra", at, expected: null, observed });
  return sortFindings(findings);
}
