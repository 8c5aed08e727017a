/** What one file of an experiment carries. The maker writes it, and the runner inside of the file reads it. @module */

/** One file as text, or in base64 where its bytes are no UTF-8. */
export type CarriedFile = Readonly<{ path: string; text: string } | { path: string; base64: string }>;

/** Everything that matters of a bundle; the loader hashes it whole, as JSON, before anything of it is used. */
export interface BundleParts {
  /** The version of this form. */ readonly format: "permafrost/bundle@1";
  /** The experiment's id. */ readonly id: string;
  /** The SHA-256 of the manifest's bytes: the experiment's identity. */ readonly manifestSha256: string;
  /** The text of manifest.json. */ readonly manifest: string;
  /** Every file that the manifest lists, in its order. */ readonly files: readonly CarriedFile[];
  /** The kernel's modules that the code was made with, by their paths in the repository. */
  readonly modules: readonly CarriedFile[];
  /** The modules of the entry's graph as one JavaScript module, made by `deno bundle`. */ readonly code: string;
  /** The Deno that made `code`. */ readonly madeBy: string;
  /** A module that fixes the clock where the protocol declares one (a `data:` URL); else null. */
  readonly clockUrl: string | null;
  /** The module that checks the parts, runs the code and judges what it prints. */ readonly runner: string;
}

/** The bytes of a carried file. */
export function carriedBytes(file: CarriedFile): Uint8Array<ArrayBuffer> {
  if ("text" in file) return new TextEncoder().encode(file.text);
  return Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
}

/** Carries bytes under a path. */
export function carryBytes(path: string, bytes: Uint8Array): CarriedFile {
  try {
    return { path, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return { path, base64: btoa(binary) };
  }
}
